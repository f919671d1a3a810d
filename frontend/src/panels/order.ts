import type { Panel, View } from '../lib/view.ts'

/** Panels in the order of use: with something to click, one's own, nobody's, the others'. */
export function sorted(view: View, mine: number[], keys: Set<string>): Panel[] {
  const isOffered = ({ id }: Panel) => [...keys].some((key) => key === `panel:${id}` || key.startsWith(`item:${id}:`))
  const rank = (panel: Panel) => {
    if (isOffered(panel)) return 0
    if (panel.owner === null) return 2
    return mine.includes(panel.owner) ? 1 : 3
  }
  const hasContent = (panel: Panel) => panel.items.length > 0 || panel.facts.length > 0
  const shown = view.panels.filter((panel) => (hasContent(panel) && !panel.repeats) || isOffered(panel))
  return [...shown].sort((one, other) => rank(one) - rank(other))
}
