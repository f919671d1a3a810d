// Going through a match that was recorded: by what happened, by turns, at any speed. Plies of which nothing is told
// (a piece was only chosen) are no steps.

import { lengthOf } from '../board/tale.ts'
import type { News } from './live.svelte.ts'
import type { Line } from './view.ts'

const PAUSE = 420 // ms between steps, after what there is to see

export const SPEEDS = [0.5, 1, 2, 4]

export interface Tape {
  readonly last: number
  /** What is told of a place; undefined while it is not known. */
  linesAt(place: number): Line[] | undefined
}

export class Stepper {
  place = $state(0)
  speed = $state(1)
  isPlaying = $state(false)
  news: News = $state.raw({ serial: 0, lines: [], time: 0 })
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly tape: () => Tape
  private readonly onmove: (place: number) => void

  constructor(tape: () => Tape, place = 0, onmove: (place: number) => void = () => {}) {
    this.tape = tape
    this.place = place
    this.onmove = onmove
  }

  go(to: number): void {
    const target = Math.min(Math.max(to, 0), this.tape().last)
    const lines = this.next(1) === target ? (this.tape().linesAt(target) ?? []) : []
    this.place = target
    this.news = { serial: this.news.serial + 1, lines, time: lengthOf(lines) / this.speed }
    this.onmove(target)
  }

  step(by: 1 | -1): void {
    this.go(this.next(by))
  }

  /** To the beginning of the next turn, or of this one, or of the one before. */
  turn(by: 1 | -1): void {
    let place = this.next(by)
    const turn = this.turnOf(by === 1 ? this.place : place)
    const end = by === 1 ? this.tape().last : 0
    while (place !== end && (by === 1 ? this.turnOf(place) === turn : this.turnOf(this.next(-1, place)) === turn)) {
      place = this.next(by, place)
    }
    this.go(place)
  }

  toggle(): void {
    if (this.isPlaying) return this.stop()
    if (this.place === this.tape().last) this.go(0)
    this.isPlaying = true
    this.timer = setTimeout(() => this.playOn(), PAUSE / this.speed)
  }

  stop(): void {
    clearTimeout(this.timer)
    this.isPlaying = false
  }

  private playOn(): void {
    this.step(1)
    if (this.place === this.tape().last) return this.stop()
    this.timer = setTimeout(() => this.playOn(), this.news.time + PAUSE / this.speed)
  }

  /** The next place in a direction at which something is told. */
  private next(by: 1 | -1, from = this.place): number {
    const { last } = this.tape()
    let place = from + by
    while (place > 0 && place < last && this.tape().linesAt(place)?.length === 0) place += by
    return Math.min(Math.max(place, 0), last)
  }

  private turnOf(place: number): number {
    return this.tape().linesAt(place)?.[0]?.turn ?? 0
  }
}
