// Actions tried out from a point of a match that is over, with what the computer says of every position.

import { lengthOf } from '../board/tale.ts'
import { keyOf, keysOffered, meantCell, offered, press } from './choices.ts'
import type { News } from './live.svelte.ts'
import { PACES, settings } from './settings.svelte.ts'
import type { BoardData, Choice, Click, View } from './view.ts'

export interface Tried {
  view: Omit<View, 'board'>
  /** How it stands for each seat, −1 … 1. */
  values: number[]
  /** How the computer would go on. */
  line: string[]
}

export class Trying {
  actions: string[] = $state.raw([])
  told: Tried | null = $state.raw(null)
  path: Choice[] = $state.raw([])
  news: News = $state.raw({ serial: 0, lines: [], time: 0 })
  isAsking = $state(false)
  problem = $state('')
  /** From the match on: what was tried, then how it would go on; kept while one follows it. */
  private line: string[] = $state.raw([])
  private readonly board: BoardData
  private readonly ask: (actions: string[]) => Promise<Tried>

  readonly view: View | null = $derived.by(() => this.told && { ...this.told.view, board: this.board })
  readonly options: Choice[] = $derived(this.isAsking ? [] : offered(this.view?.choices ?? [], this.path))
  readonly keys = $derived(keysOffered(this.options))
  readonly chosen = $derived(this.path.map((choice) => keyOf(choice.click)))
  readonly best = $derived(this.line.slice(this.actions.length))

  constructor(board: BoardData, ask: (actions: string[]) => Promise<Tried>, line: string[] = []) {
    this.board = board
    this.ask = ask
    this.line = line
  }

  press(click: Click): void {
    if (!this.view || this.isAsking) return
    const meant = 'cell' in click ? { cell: meantCell(this.options, this.view.pieces, click.cell) } : click
    const step = press(this.view.choices, this.path, meant)
    if (step.kind === 'go') this.path = step.path
    if (step.kind === 'act') void this.go([...this.actions, step.action])
  }

  /** Takes back a click, else an action. */
  back(): void {
    if (this.path.length > 0) this.path = this.path.slice(0, -1)
    else if (this.actions.length > 0) void this.go(this.actions.slice(0, -1))
  }

  /** One action on in what the computer would play. */
  follow(): void {
    const [next] = this.best
    if (next !== undefined) void this.go([...this.actions, next])
  }

  async go(actions: string[]): Promise<void> {
    if (this.isAsking) return
    this.isAsking = true
    try {
      this.show(actions, await this.ask(actions))
      this.problem = ''
    } catch (error) {
      this.problem = (error as Error).message
    }
    this.isAsking = false
  }

  private show(actions: string[], told: Tried): void {
    const lines = actions.length > this.actions.length ? told.view.log : []
    const isFollowing = actions.length < this.line.length && actions.every((action, i) => action === this.line[i])
    if (!isFollowing) this.line = [...actions, ...told.line]
    this.told = told
    this.actions = actions
    this.path = []
    this.news = { serial: this.news.serial + 1, lines, time: lengthOf(lines) * PACES[settings.pace] }
  }
}
