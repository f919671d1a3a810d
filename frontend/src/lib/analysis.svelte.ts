// What a computer says of a match that is over, fetched decision by decision until all are there or one stops it.

import { getAnalysis, Refusal } from './api.ts'

export interface Decision {
  ply: number
  player: number
  values: number[]
  action: string
  best: string
  mistake: number
  luck: number
  is_missed_win: boolean
  line: string[]
  cells: string[]
}

export interface Analysed {
  decisions: Decision[]
  of: number
}

export type Word = 'blunder' | 'mistake' | 'slip'

/** How bad a mistake is; null where it is none worth a word. */
export function wordOf(mistake: number): Word | null {
  if (mistake >= 0.5) return 'blunder'
  if (mistake >= 0.25) return 'mistake'
  return mistake >= 0.1 ? 'slip' : null
}

const TRIES = 5
const PAUSE = 1000 // ms

/** What was asked before the page was loaded anew may still be worked on. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = TRIES; ; tries--) {
    try {
      return await ask()
    } catch (error) {
      if (tries === 0 || !(error instanceof Refusal) || error.error?.id !== 'too-many') throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE))
    }
  }
}

export class Analysis {
  decisions: Decision[] = $state.raw([])
  of = $state(0)
  isRunning = $state(false)
  problem = $state('')
  private readonly room: string
  private last: Promise<unknown> = Promise.resolve()

  constructor(room: string) {
    this.room = room
  }

  async run(): Promise<void> {
    this.isRunning = true
    try {
      do {
        const told = await this.alone(() => getAnalysis(this.room, this.decisions.length))
        this.of = told.of
        this.decisions = [...this.decisions, ...told.decisions]
      } while (this.isRunning && this.decisions.length < this.of)
    } catch (error) {
      this.problem = (error as Error).message
    }
    this.isRunning = false
  }

  /** What is asked one after the other: the server has one question at a time for everybody. */
  alone<T>(ask: () => Promise<T>): Promise<T> {
    const answer = this.last.then(() => patiently(ask))
    this.last = answer.catch(() => {})
    return answer
  }

  stop(): void {
    this.isRunning = false
  }

  /** What mistakes cost a seat, and what luck brought it. */
  sums(seat: number, seats: number): { cost: string; luck: string } {
    const own = this.decisions.filter((one) => one.player === seat)
    const cost = own.reduce((sum, one) => sum + one.mistake, 0)
    const luck = this.decisions.reduce((sum, one) => sum + (one.player === seat ? one.luck : -one.luck / (seats - 1)), 0)
    return { cost: cost.toFixed(2), luck: (luck > 0 ? '+' : '') + luck.toFixed(2) }
  }
}
