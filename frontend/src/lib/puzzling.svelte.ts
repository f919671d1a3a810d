// A puzzle: one plays what one thinks is right; the others' replies, or the solution after a mistake, come by themselves.

import { lengthOf } from '../board/tale.ts'
import { keyOf, keysOffered, meantCell, offered, press } from './choices.ts'
import type { News } from './live.svelte.ts'
import { PACES, settings } from './settings.svelte.ts'
import type { BoardData, Choice, Click, Message, View } from './view.ts'

const PAUSE = 500 // ms, after what there is to see

/** What a list of puzzles tells of each. */
export interface PuzzleFacts {
  id: string
  goal: string
  grade: number
}

export interface PuzzleData extends Omit<PuzzleFacts, 'goal'> {
  game: string
  number: number
  count: number
  seat: number
  goal: Message
  board: BoardData
  /** All positions on the ways to the solution, the first one first; where each right action leads; whether that is it. */
  places: { view: Omit<View, 'board'>; next: { [action: string]: number }; is_solved: boolean }[]
  solution: string[]
}

export class Puzzling {
  readonly puzzle: PuzzleData
  place = $state(0)
  state: 'open' | 'right' | 'wrong' = $state('open')
  path: Choice[] = $state.raw([])
  news: News = $state.raw({ serial: 0, lines: [], time: 0 })
  private timer = 0
  private readonly onend: (isRight: boolean) => void

  private readonly here = $derived.by(() => this.puzzle.places[this.place]!)
  readonly view: View = $derived.by(() => ({ ...(this.here.view as View), board: this.puzzle.board }))
  readonly choices: Choice[] = $derived.by(() => (this.state === 'open' && this.isMine ? this.view.choices : []))
  readonly options: Choice[] = $derived(offered(this.choices, this.path))
  readonly keys = $derived(keysOffered(this.options))
  private readonly next = $derived.by(() => Object.values(this.here.next)[0])

  constructor(puzzle: PuzzleData, onend: (isRight: boolean) => void) {
    this.puzzle = puzzle
    this.onend = onend
  }

  private get isMine(): boolean {
    return this.view.turn === this.puzzle.seat
  }

  get chosen(): string[] {
    return this.path.map((choice) => keyOf(choice.click))
  }

  press(click: Click): void {
    const meant = 'cell' in click ? { cell: meantCell(this.options, this.view.pieces, click.cell) } : click
    const step = press(this.choices, this.path, meant)
    if (step.kind === 'go') this.path = step.path
    if (step.kind === 'act') this.act(step.action)
  }

  back(): void {
    this.path = this.path.slice(0, -1)
  }

  /** From the beginning; it does not count any more. */
  again(): void {
    this.state = 'open'
    this.show(0)
  }

  stop(): void {
    clearTimeout(this.timer)
  }

  private act(action: string): void {
    const there = this.here.next[action]
    if (there === undefined) {
      this.state = 'wrong'
      this.onend(false)
      this.path = []
      this.timer = window.setTimeout(() => this.run(), PAUSE)
      return
    }
    this.show(there)
    if (this.here.is_solved) {
      this.state = 'right'
      this.onend(true)
    }
    if (this.here.is_solved || !this.isMine) this.later(() => (this.state === 'open' ? this.reply() : this.run()))
  }

  private reply(): void {
    if (this.next !== undefined) this.show(this.next)
    if (!this.isMine) this.later(() => this.reply())
  }

  /** Shows what is left of the solution to its end. */
  private run(): void {
    if (this.next === undefined) return
    this.show(this.next)
    this.later(() => this.run())
  }

  /** When there has been time to see what happened. */
  private later(act: () => void): void {
    this.timer = window.setTimeout(act, this.news.time + PAUSE * PACES[settings.pace])
  }

  private show(place: number): void {
    this.stop()
    this.place = place
    this.path = []
    const lines = place > 0 ? this.view.log : []
    this.news = { serial: this.news.serial + 1, lines, time: lengthOf(lines) * PACES[settings.pace] }
  }
}

// ---- what this browser remembers ----

export interface Record {
  /** Their ids: numbers change when there are new puzzles. */
  solved: string[]
  streak: number
  best: number
  /** The last day on which the puzzle of the day was solved, and how many days in a row. */
  day: number
  days: number
}

const NOTHING: Record = { solved: [], streak: 0, best: 0, day: 0, days: 0 }
const DAY = 86_400_000

export const today = (): number => Math.floor((Date.now() - new Date().getTimezoneOffset() * 60_000) / DAY)

/** The same for everybody on a day; neighbouring days are far apart in a list that is sorted by difficulty. */
export function puzzleOfDay(count: number, day = today()): number {
  return (day * 7919) % Math.max(1, count)
}

export function readRecord(game: string): Record {
  try {
    return { ...NOTHING, ...JSON.parse(localStorage.getItem(`tabor-puzzles-${game}`) ?? '{}') }
  } catch {
    return NOTHING
  }
}

/** After a first try. */
export function afterTry(record: Record, id: string, isRight: boolean, isOfDay: boolean, day = today()): Record {
  if (!isRight) return { ...record, streak: 0 }
  const streak = record.streak + 1
  const solved = record.solved.includes(id) ? record.solved : [...record.solved, id]
  const days = !isOfDay || record.day === day ? record.days : record.day === day - 1 ? record.days + 1 : 1
  return { solved, streak, best: Math.max(record.best, streak), day: isOfDay ? day : record.day, days }
}

export function keepRecord(game: string, record: Record): void {
  localStorage.setItem(`tabor-puzzles-${game}`, JSON.stringify(record))
}
