// One order for several: what those who were chosen can do, where "up" of one is "up" of all.

import { find, keyOf } from './choices.ts'
import type { ButtonClick, Choice, Click } from './view.ts'

export interface Place {
  x: number
  y: number
}

export interface GroupOrder {
  key: string
  button: ButtonClick | null
  /** From where one stands, in cells; null: no cell is named. */
  step: Place | null
  /** One for each who can do it. */
  actions: string[]
}

/** The cells whose pieces can be ordered, each in any sequence: two or more of them can be ordered together. */
export function orderable(choices: readonly Choice[]): string[] {
  return choices.flatMap((choice) => ('cell' in choice.click && choice.then ? [choice.click.cell] : []))
}

export function groupOrders(choices: readonly Choice[], cells: string[], placeOf: (cell: string) => Place): GroupOrder[] {
  const found = new Map<string, GroupOrder>()
  for (const cell of cells) {
    for (const { clicks, action } of leaves(find(choices, { cell })?.then ?? [])) {
      const order = orderOf(clicks, placeOf(cell), placeOf)
      const known = found.get(order.key)
      if (known) known.actions.push(action)
      else found.set(order.key, { ...order, actions: [action] })
    }
  }
  return [...found.values()]
}

function orderOf(clicks: Click[], from: Place, placeOf: (cell: string) => Place): Omit<GroupOrder, 'actions'> {
  const button = clicks.find((click): click is ButtonClick => 'button' in click) ?? null
  const target = clicks.findLast((click) => 'cell' in click)
  const to = target && 'cell' in target ? placeOf(target.cell) : null
  const step = to && { x: to.x - from.x, y: to.y - from.y }
  return { key: `${button ? keyOf(button) : ''}|${step ? `${step.x},${step.y}` : ''}`, button, step }
}

function leaves(choices: readonly Choice[]): { clicks: Click[]; action: string }[] {
  return choices.flatMap(({ click, action, then }) =>
    action === undefined
      ? leaves(then ?? []).map((leaf) => ({ clicks: [click, ...leaf.clicks], action: leaf.action }))
      : [{ clicks: [click], action }],
  )
}

const ARROWS = ['↙', '↓', '↘', '←', '·', '→', '↖', '↑', '↗']

/** A direction as a sign, as one sees it. */
export function arrowOf({ x, y }: Place, isFlipped: boolean): string {
  const turn = isFlipped ? -1 : 1
  return ARROWS[(Math.sign(y) * turn + 1) * 3 + Math.sign(x) * turn + 1] ?? ''
}
