import type { Panel, View } from '../lib/view.ts'

/**
 * Panels in an order that never changes while one plays: what all take from, one's own, the others', and last what only
 * tells something and may come and go.
 */
export function sorted(view: View, mine: number[]): Panel[] {
  const rank = ({ owner, items }: Panel) => {
    if (owner === null) return items.some(({ id }) => id !== undefined) ? 0 : 3
    return mine.includes(owner) ? 1 : 2
  }
  const isOffered = ({ id }: Panel) => view.choices.some(({ click }) => 'panel' in click && click.panel === id)
  const shown = view.panels.filter((panel) => !panel.repeats || isOffered(panel))
  return [...shown].sort((one, other) => rank(one) - rank(other))
}
