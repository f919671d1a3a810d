// A guided first game: the server told all of it at once, here one walks through it by clicking what is marked.

import { lengthOf } from '../board/tale.ts'
import { keyOf, keysOffered, meantCell, offered, press } from './choices.ts'
import type { News } from './live.svelte.ts'
import { PACES, settings } from './settings.svelte.ts'
import type { BoardData, Choice, Click, View } from './view.ts'

const PAUSE = 350 // ms, after what there is to see

type Seen = Omit<View, 'board'>

export interface LessonStep {
  words: Record<string, string>
  marks: string[]
  /** It begins with a position of its own. */
  begins: boolean
  /** The position, then that after each action; one in which something is to be done offers just that. */
  views: Seen[]
}

export interface Picture {
  view: Seen
  marks: string[]
}

export interface Lesson {
  game: string
  seat: number
  board: BoardData
  steps: LessonStep[]
  pictures: Record<string, Picture>
}

export class Guide {
  readonly lesson: Lesson
  number = $state(0) // of the step
  moment = $state(0) // in the step
  path: Choice[] = $state.raw([])
  news: News = $state.raw({ serial: 0, lines: [], time: 0 })
  /** Something else was clicked than what is marked. */
  isAstray = $state(false)
  private timer = 0

  readonly step: LessonStep = $derived.by(() => this.lesson.steps[this.number] as LessonStep)
  readonly view: View = $derived.by(() => ({ ...(this.step.views[this.moment] as Seen), board: this.lesson.board }))
  readonly options: Choice[] = $derived(offered(this.view.choices, this.path))
  readonly keys = $derived(keysOffered(this.options))
  /** All that was to be seen in this step has been seen. */
  readonly isStepOver = $derived(this.moment === this.step.views.length - 1)
  readonly isLast = $derived.by(() => this.number === this.lesson.steps.length - 1)
  /** What was done has been seen, and the next step begins by itself: a button would vanish from under the hand. */
  private readonly goesOnByItself = $derived.by(
    () => this.moment > 0 && !this.isLast && !this.lesson.steps[this.number + 1]?.begins,
  )
  /** There is nothing to do but to read on. */
  readonly awaitsNext = $derived(
    this.isStepOver && !this.isLast && !this.goesOnByItself && this.view.choices.length === 0,
  )
  readonly isOver = $derived(this.isStepOver && this.isLast && this.view.choices.length === 0)

  constructor(lesson: Lesson) {
    this.lesson = lesson
  }

  press(click: Click): void {
    const meant = 'cell' in click ? { cell: meantCell(this.options, this.view.pieces, click.cell) } : click
    const step = press(this.view.choices, this.path, meant)
    this.isAstray = step.kind === 'refuse' && this.view.choices.length > 0
    if (step.kind === 'go') this.path = step.path
    if (step.kind === 'act') this.goOn()
  }

  back(): void {
    this.path = this.path.slice(0, -1)
  }

  /** To the next step. */
  next(): void {
    this.show(this.number + 1, 0)
  }

  again(): void {
    this.show(0, 0)
  }

  stop(): void {
    clearTimeout(this.timer)
  }

  /** What comes of what was done, and then of what the others do. */
  private goOn(): void {
    this.show(this.number, this.moment + 1)
    if (this.view.choices.length > 0) return
    const then = () => (this.isStepOver ? this.leave() : this.goOn())
    this.timer = window.setTimeout(then, this.news.time + PAUSE * PACES[settings.pace])
  }

  /** A step that goes on from here begins by itself; before another position one may look at this one. */
  private leave(): void {
    if (this.goesOnByItself) this.next()
  }

  private show(number: number, moment: number): void {
    this.stop()
    this.number = number
    this.moment = moment
    this.path = []
    this.isAstray = false
    const lines = moment > 0 ? this.view.log : []
    this.news = { serial: this.news.serial + 1, lines, time: lengthOf(lines) * PACES[settings.pace] }
  }

  /** The cells to look at: what is to be clicked next, else what the step speaks of. */
  get marks(): string[] {
    return this.isStepOver && this.step.views.length > 1 ? [] : this.step.marks
  }

  get chosen(): string[] {
    return this.path.map((choice) => keyOf(choice.click))
  }
}
