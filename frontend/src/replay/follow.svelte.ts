// A game that is still being played: asks the server what came after what is known, until all of it is there.

import type { Frame, Note } from '../lib/protocol.ts'
import type { Game } from './game.ts'

const PAUSE = 1000 // ms between questions

/** Where to ask, and which process plays: another one that plays it anew may play otherwise. */
export interface Source {
  address: string
  by: string
}

/** silent: nothing was heard for long; waiting: it ended, but its result has not been entered. */
export type Phase = 'live' | 'silent' | 'waiting' | 'over' | 'lost'

export interface Following {
  game: Game
  onclose: null
  phase: Phase
}

interface Answer {
  phase: Phase
  by: string
  /** How many frames stay as they are. */
  first: number
  frames: Frame[]
  notes: Note[]
}

/** What the viewer is given: it changes as the game goes on. */
export function follow(game: Game, source: Source): Following {
  let now = $state.raw<Omit<Following, 'onclose'>>({ game, phase: 'live' })
  let by = source.by

  async function ask(): Promise<void> {
    try {
      const known = new URLSearchParams({ known: `${now.game.frames.length}`, by })
      const answer = await fetch(`${source.address}?${known}`)
      if (!answer.ok) throw new Error(answer.statusText)
      take((await answer.json()) as Answer)
    } catch {
      now = { ...now, phase: 'lost' }
    }
    if (now.phase !== 'over') setTimeout(() => void ask(), PAUSE)
  }

  function take(answer: Answer): void {
    by = answer.by
    const frames = [...now.game.frames.slice(0, answer.first), ...answer.frames]
    const hasMore = answer.frames.length > 0
    now = { game: hasMore ? { ...now.game, frames, notes: answer.notes } : now.game, phase: answer.phase }
  }

  setTimeout(() => void ask(), PAUSE)
  return {
    onclose: null,
    get game() {
      return now.game
    },
    get phase() {
      return now.phase
    },
  }
}
