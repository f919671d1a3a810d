// Clicks, cells and pieces as words, for lists, labels and readers.

import { texts, ui } from './texts.svelte.ts'
import type { Click, Piece, View } from './view.ts'

/** What is being decided, or how it ended and why. */
export function statusInWords(view: View, half: boolean): string {
  if (!view.outcome) return texts.say(view.status, view.game, half)
  return `${texts.say(view.outcome.result, view.game)}: ${texts.say(view.outcome.reason, view.game)}`
}

export function clickInWords(view: View | null, click: Click): string {
  if (!view) return ''
  if ('button' in click) return texts.say(click.label, view.game)
  if ('cell' in click) return cellInWords(view, click.cell)
  const panel = view.panels.find((other) => other.id === click.panel)
  const item = panel?.items.find((other) => other.id === click.item)
  if (item) return texts.name(item.kind, view.game)
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
