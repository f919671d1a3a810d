import type { Panel, View } from '../lib/view.ts'

/** Panels in an order that never changes while one plays: one's own, nobody's, the others'. */
export function sorted(view: View, mine: number[]): Panel[] {
  const rank = ({ owner }: Panel) => (owner === null ? 1 : mine.includes(owner) ? 0 : 2)
  const hasContent = (panel: Panel) => panel.items.length > 0 || panel.facts.length > 0
  const isOffered = ({ id }: Panel) => view.choices.some(({ click }) => 'panel' in click && click.panel === id)
  const shown = view.panels.filter((panel) => (hasContent(panel) && !panel.repeats) || isOffered(panel))
  return [...shown].sort((one, other) => rank(one) - rank(other))
}
