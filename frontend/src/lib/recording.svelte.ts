// A match that is over, ply by ply, fetched piece by piece.

import { getFrames } from './api.ts'
import type { Frame } from './protocol.ts'
import type { BoardData, Line, View } from './view.ts'

const AT_ONCE = 60 // frames a request

export class Recording {
  plies = $state(0)
  lines: Line[] = $state.raw([])
  private frames: Frame[] = $state.raw([])
  private board: BoardData | undefined
  private isStopped = false
  private readonly room: string
  private readonly seat: number | null

  constructor(room: string, seat: number | null) {
    this.room = room
    this.seat = seat
  }

  get loaded(): number {
    return this.frames.length
  }

  /** Fetches everything, the first plies first. */
  async load(): Promise<void> {
    do {
      const from = this.frames.length
      const told = await getFrames(this.room, from, from + AT_ONCE - 1, this.seat)
      if (this.isStopped || told.frames.length === 0) return
      this.board ??= told.frames[0]?.board
      this.plies = told.plies
      this.frames = [...this.frames, ...told.frames]
      this.lines = [...this.lines, ...told.frames.flatMap((frame) => frame.log)]
    } while (this.frames.length <= this.plies)
  }

  stop(): void {
    this.isStopped = true
  }

  /** What was seen after so many plies; null while it is not there yet. */
  at(ply: number): View | null {
    const frame = this.frames[ply]
    return frame && this.board ? { ...frame, board: this.board, choices: [] } : null
  }
}
