// The tree of clicks as a small machine: where one stands in it, what is offered there, what a click leads to.

import type { ButtonClick, Choice, Click, Piece } from './view.ts'

/** A name for a click, equal for equal clicks. Buttons of one id differ by what is written on them. */
export function keyOf(click: Click): string {
  if ('cell' in click) return `cell:${click.cell}`
  if ('panel' in click) return click.item === undefined ? `panel:${click.panel}` : `item:${click.panel}:${click.item}`
  return `button:${click.button}:${Object.values(click.label.args).map((value) => JSON.stringify(value)).join()}`
}

export function find(choices: readonly Choice[], click: Click): Choice | undefined {
  const key = keyOf(click)
  return choices.find((choice) => keyOf(choice.click) === key)
}

/** What can be clicked after these clicks. */
export function offered(choices: Choice[], path: readonly Choice[]): Choice[] {
  return path.at(-1)?.then ?? choices
}

export type Step =
  | { kind: 'go'; path: Choice[] }
  | { kind: 'act'; path: Choice[]; action: string }
  | { kind: 'refuse' }

/**
 * Where a click leads: deeper, to an action, back (the last click again), elsewhere (something that was offered
 * earlier on the path), or nowhere.
 */
export function press(choices: Choice[], path: Choice[], click: Click): Step {
  for (let depth = path.length; depth >= 0; depth--) {
    const before = path.slice(0, depth)
    const choice = find(offered(choices, before), click)
    if (!choice) continue
    if (choice === path[depth]) return { kind: 'go', path: before }
    const after = [...before, choice]
    return choice.action === undefined ? { kind: 'go', path: after } : { kind: 'act', path: after, action: choice.action }
  }
  return { kind: 'refuse' }
}

/** The clicks to the only thing that can be done, where there is but one; the last of them has its action. */
export function onlyPath(choices: readonly Choice[]): Choice[] {
  const [first, ...others] = choices
  if (!first || others.length > 0) return []
  const rest = first.then ? onlyPath(first.then) : []
  return first.then && rest.length === 0 ? [] : [first, ...rest]
}

/** The buttons among what can be clicked. */
export function buttonsOf(choices: readonly Choice[]): ButtonClick[] {
  return choices.map((choice) => choice.click).filter((click): click is ButtonClick => 'button' in click)
}

/** All keys offered now, to mark what can be clicked. */
export function keysOffered(choices: readonly Choice[]): Set<string> {
  return new Set(choices.map((choice) => keyOf(choice.click)))
}

/**
 * The cell that a press on `cell` means: itself, or the one offered cell of the topmost piece lying there. A large
 * piece is offered by one of its cells, and people press it anywhere.
 */
export function meantCell(choices: readonly Choice[], pieces: readonly Piece[], cell: string): string {
  const keys = keysOffered(choices)
  if (keys.has(`cell:${cell}`)) return cell
  const here = pieces.filter((piece) => piece.cells.includes(cell)).sort((one, other) => other.layer - one.layer)
  for (const piece of here) {
    const offeredCells = piece.cells.filter((other) => keys.has(`cell:${other}`))
    if (offeredCells.length === 1) return offeredCells[0] as string
  }
  return cell
}
