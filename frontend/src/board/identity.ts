// Which piece of the last view is which of the new one, so that a piece that went somewhere is seen going.

import type { Piece } from '../lib/view.ts'
import type { Journey } from './tale.ts'

export interface Token {
  key: number
  piece: Piece
}

let lastKey = 0

export function identify(before: readonly Token[], pieces: readonly Piece[], journeys: readonly Journey[]): Token[] {
  const ends = new Map(journeys.map((journey) => [journey.origin, journey.path.at(-1)]))
  const went = (old: Piece, now: Piece) => old.cells.some((cell) => now.cells.includes(ends.get(cell) ?? ''))
  // A piece may turn over on its way; what stays where it was is told by its cells.
  const tests: ((old: Piece, now: Piece) => boolean)[] = [
    (old, now) => isAlike(old, now) && went(old, now),
    (old, now) => isAlike(old, now) && old.cells.join() === now.cells.join(),
    (old, now) => old.owner === now.owner && went(old, now),
    (old, now) => isAlike(old, now) && old.cells.some((cell) => now.cells.includes(cell)),
  ]
  const left = new Set(before)
  const found = new Map<Piece, Token>()
  for (const test of tests) {
    for (const piece of pieces) {
      const token = found.has(piece) ? undefined : [...left].find((old) => test(old.piece, piece))
      if (!token) continue
      left.delete(token)
      found.set(piece, { key: token.key, piece })
    }
  }
  return pieces.map((piece) => found.get(piece) ?? { key: ++lastKey, piece })
}

function isAlike(old: Piece, now: Piece): boolean {
  return old.kind === now.kind && old.owner === now.owner && old.layer === now.layer
}
