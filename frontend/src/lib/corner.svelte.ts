// Games that are played in plain Python so far: looked at until there is nothing to wait for.

import { getGames } from './api.ts'
import type { Game } from './protocol.ts'

const LOOK_EVERY = 5000

const isWaited = (game: Game) => !game.ready && !game.failed

class Corner {
  private games = $state.raw<Game[]>([])
  readonly waited = $derived(this.games.filter(isWaited))
  readonly failed = $derived(this.games.filter((game) => game.failed))

  /** The games of a page, as they stand; returns how to leave them. */
  follow(games: Game[]): () => void {
    this.games = games
    if (!games.some(isWaited)) return () => (this.games = [])
    const names = new Set(games.map((game) => game.name))
    const timer = setInterval(() => void look(), LOOK_EVERY)
    let isLeft = false

    const look = async () => {
      const all = await getGames().catch(() => null)
      if (isLeft || !all) return
      this.games = all.filter((game) => names.has(game.name))
      if (!this.games.some(isWaited)) clearInterval(timer)
    }

    return () => {
      isLeft = true
      clearInterval(timer)
      this.games = []
    }
  }
}

export const corner = new Corner()
