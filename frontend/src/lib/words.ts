// Clicks, cells and pieces as words, for lists, labels and readers.

import type { Room } from './protocol.ts'
import { texts, ui } from './texts.svelte.ts'
import type { Click, Message, Piece, View } from './view.ts'

/** Why the server refused, or what its trouble is, in the reader's language; its own sentence where there are no words. */
export function refusalInWords(error: Message | undefined, sentence: string, game = '', kind = 'refused'): string {
  const id = `ui-${kind}-${error?.id}`
  return error && texts.has(id) ? texts.say({ id, args: { ...error.args, sentence } }, game) : sentence
}

export function troubleInWords({ trouble }: Room): string {
  return trouble ? refusalInWords(trouble.error, trouble.text, '', 'trouble') : ''
}

/** As a sentence begins. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(texts.language) + text.slice(1)
}

/** What is being decided, or how it ended and why. */
export function statusInWords(view: View, half: boolean): string {
  if (!view.outcome) return texts.say(view.status, view.game, half)
  return `${texts.say(view.outcome.result, view.game)}: ${texts.say(view.outcome.reason, view.game)}`
}

/** How it ended for whoever looks: "You won: …" to one who played alone against others. */
export function outcomeInWords(view: View, mine: readonly number[]): { kind: 'won' | 'lost' | 'drawn' | 'over'; text: string } {
  const { outcome } = view
  if (!outcome) return { kind: 'over', text: '' }
  const reason = texts.say(outcome.reason, view.game)
  if (outcome.winner === null) return { kind: 'drawn', text: ui('result-drawn', { reason }) }
  if (mine.length !== 1) return { kind: 'over', text: statusInWords(view, false) }
  const winner = texts.name(view.seats[outcome.winner] ?? '', view.game)
  const kind = mine[0] === outcome.winner ? 'won' : 'lost'
  return { kind, text: ui(`result-${kind}`, { reason, winner }) }
}

export function clickInWords(view: View | null, click: Click): string {
  if (!view) return ''
  if ('button' in click) return texts.say(click.label, view.game)
  if ('cell' in click) return cellInWords(view, click.cell)
  const panel = view.panels.find((other) => other.id === click.panel)
  const item = panel?.items.find((other) => other.id === click.item)
  if (click.item !== undefined) return texts.name(item?.kind ?? click.item, view.game)
  return panel ? texts.say(panel.title, view.game) : click.panel
}

/** A cell and what stands on it: "c3, Archer of orange, 2 hit points". */
export function cellInWords(view: View, cell: string): string {
  const here = view.pieces.filter((piece) => piece.cells.includes(cell)).sort((one, other) => other.layer - one.layer)
  return [cell, ...here.map((piece) => pieceInWords(view, piece))].join(', ')
}

function pieceInWords(view: View, piece: Piece): string {
  const kind = texts.name(piece.kind, view.game)
  const owner = piece.owner === null ? null : texts.name(view.seats[piece.owner] ?? '', view.game)
  const whose = owner === null ? kind : ui('piece-of', { kind, owner })
  const face = piece.face === undefined ? [] : [texts.name(piece.face, view.game)]
  return [whose, ...face, ...piece.badges.map((badge) => texts.say(badge.label, view.game))].join(', ')
}
