// One's own games in this browser: running and finished, whose turn it is, and the way back.

import { getRoom, Refusal } from './api.ts'
import { notify } from './notify.ts'
import type { Room } from './protocol.ts'
import type { View } from './view.ts'

export interface Game {
  id: string
  game: string
  /** Who sits where, as it was seen last. */
  seats: Room['seats']
  mine: number[]
  status: Room['status']
  isMyTurn: boolean
  result: 'won' | 'lost' | 'drawn' | 'over' | null
  at: number
}

const STORED = 'tabor-my-games'
const KEPT = 60
const LOOKED_AT = 12 // running games, the newest, in one look
const LOOK_EVERY = 15_000 // ms

class Mine {
  games: Game[] = $state.raw(JSON.parse(localStorage.getItem(STORED) ?? '[]') as Game[])
  readonly running = $derived(this.games.filter((game) => game.status !== 'over'))
  readonly finished = $derived(this.games.filter((game) => game.status === 'over'))
  /** The game that is open in this page: it is looked at all the time. */
  open = $state('')
  readonly waiting = $derived(this.running.filter((game) => game.isMyTurn && game.id !== this.open))

  constructor() {
    window.addEventListener('storage', (event) => {
      if (event.key === STORED) this.games = JSON.parse(event.newValue ?? '[]') as Game[]
    })
  }

  /** What the page of a game, or a look at it, has told. */
  keep(room: Room, view: View | null): void {
    if (room.mine.length === 0) return
    const old = this.games.find((game) => game.id === room.id)
    const result = resultOf(room, view) ?? old?.result ?? null
    const isMyTurn = view ? view.turn !== null && room.mine.includes(view.turn) : room.awaits_me
    const { id, game, seats, mine, status } = room
    const now: Game = { id, game, seats, mine, status, isMyTurn, result, at: old?.at ?? Date.now() }
    if (old && JSON.stringify(without(old)) === JSON.stringify(without(now))) return
    if (isMyTurn && !old?.isMyTurn && id !== this.open) notify(now)
    this.store([{ ...now, at: Date.now() }, ...this.games.filter((other) => other.id !== id)].slice(0, KEPT))
  }

  forget(id: string): void {
    this.store(this.games.filter((game) => game.id !== id))
  }

  /** Looks at the running games from time to time; returns how to stop. */
  watch(): () => void {
    const look = () => void this.look()
    const timer = setInterval(look, LOOK_EVERY)
    look()
    return () => clearInterval(timer)
  }

  private async look(): Promise<void> {
    for (const { id } of this.running.slice(0, LOOKED_AT)) {
      if (id === this.open) continue
      try {
        this.keep(await getRoom(id), null)
      } catch (error) {
        if (error instanceof Refusal && error.error?.id === 'no-room') this.forget(id)
        else return // the server does not answer, or is asked too much
      }
    }
  }

  private store(games: Game[]): void {
    this.games = games
    localStorage.setItem(STORED, JSON.stringify(games))
  }
}

/** Clocks and who is there change all the time: they are no news. */
const without = ({ at: _at, seats, ...rest }: Game) => ({ ...rest, who: seats.map((seat) => seat.who) })

function resultOf(room: Room, view: View | null): Game['result'] {
  if (!view?.outcome) return null
  if (view.outcome.winner === null) return 'drawn'
  if (room.mine.length !== 1) return 'over'
  return room.mine[0] === view.outcome.winner ? 'won' : 'lost'
}

export const mine = new Mine()
