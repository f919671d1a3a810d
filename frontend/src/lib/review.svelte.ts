// Looking back while the match goes on: the plies round a moment, fetched as one may see them.

import { getFrames } from './api.ts'
import type { News } from './live.svelte.ts'
import type { Frame } from './protocol.ts'
import { PACES, settings } from './settings.svelte.ts'
import type { BoardData, View } from './view.ts'
import { lengthOf } from '../board/tale.ts'

const BEFORE = 1 // plies fetched before the one asked for
const AT_ONCE = 90
const PAUSE = 300 // ms

export class Review {
  view: View | null = $state.raw(null)
  news: News = $state.raw({ serial: 0, lines: [], time: 0 })
  isRunning = $state(false)
  private frames: Frame[] = $state.raw([])
  private board: BoardData | undefined
  private place = $state(0) // in frames
  private began: number | undefined // the ply of the first frame: a match may begin in the middle of another
  private timer = 0
  private readonly room: string
  private readonly seat: number | null

  constructor(room: string, seat: number | null) {
    this.room = room
    this.seat = seat
  }

  readonly hasPrevious = $derived(this.place > 0)
  readonly hasNext = $derived(this.place < this.frames.length - 1)

  /** Shows the position before a ply and, if wished, runs on from there to the newest. */
  async open(ply: number, isRunning: boolean): Promise<void> {
    this.stop()
    this.began ??= (await getFrames(this.room, 0, 0, this.seat)).frames[0]?.ply ?? 0
    const from = Math.max(0, ply - this.began - BEFORE)
    const told = await getFrames(this.room, from, from + AT_ONCE, this.seat)
    this.board = told.frames[0]?.board
    this.frames = told.frames.filter((frame, i) => i === 0 || frame.log.length > 0)
    if (this.frames.length === 0) return
    this.go(isRunning ? 0 : Math.max(0, this.frames.findIndex((frame) => frame.ply >= ply)))
    if (isRunning) this.run()
  }

  step(by: number): void {
    this.stop()
    this.go(this.place + by)
  }

  run(): void {
    this.isRunning = true
    this.timer = window.setTimeout(() => this.runOn(), PAUSE)
  }

  stop(): void {
    clearTimeout(this.timer)
    this.isRunning = false
  }

  private runOn(): void {
    if (!this.hasNext) return this.stop()
    this.go(this.place + 1)
    const pause = PAUSE * (PACES[settings.pace] || 1)
    this.timer = window.setTimeout(() => this.runOn(), this.news.time + pause)
  }

  private go(to: number): void {
    const frame = this.frames[to]
    if (!frame || !this.board) return
    const lines = to === this.place + 1 ? frame.log : []
    this.place = to
    this.view = { ...frame, board: this.board, choices: [] }
    this.news = { serial: this.news.serial + 1, lines, time: lengthOf(lines) * (PACES[settings.pace] || 1) }
  }
}
