import type { Frame, Note } from '../lib/protocol.ts'
import type { BoardData, View } from '../lib/view.ts'

/** A game in a page of its own: what a spectator saw after each ply. */
export interface Game {
  title: string
  /** Who sat at each seat; empty where that is not known. */
  players: string[]
  frames: Frame[]
  notes: Note[]
}

/** What was seen after so many plies; the board itself never changes and is in the first frame alone. */
export function viewAt(game: Game, ply: number): View {
  const board = game.frames[0]?.board as BoardData
  return { ...(game.frames[ply] as Frame), board, choices: [] }
}
