// Begins a battle of a campaign: a room with the battle's options, the computer in the other seats.

import { changesFor, OWN } from '../extras/deck.ts'
import { makeRoom } from './api.ts'
import { collection, keepBattle, progressOf } from './campaign.ts'
import type { Battle, Game } from './protocol.ts'
import { router } from './router.svelte.ts'
import { keepSecrets, ownName } from './seats.ts'

/** What a page shows while a battle is being begun. */
export class Fighting {
  isBusy = $state(false)
  problem = $state('')

  async begin(game: Game, battle: Battle, seat: number): Promise<void> {
    this.isBusy = true
    try {
      await fight(game, battle, seat)
    } catch (error) {
      this.problem = (error as Error).message
      this.isBusy = false
    }
  }
}

async function fight(game: Game, battle: Battle, seat: number): Promise<void> {
  const seats = game.seats.map((_, i) => (i === seat ? 'me' : `level${battle.level}`))
  const made = await makeRoom({ game: game.name, seats, name: ownName(), ...deckFor(game, battle, seat) })
  keepSecrets(made.room, made.secrets)
  keepBattle(made.room, battle.name)
  router.go(`/play/${made.room}`)
}

/** One's own side fights with what one has earned, or with the deck built from it; the other with the game's. */
function deckFor(game: Game, battle: Battle, seat: number) {
  const campaign = game.campaign
  if (!campaign?.deck || seat !== 0) return { options: battle.options }
  const progress = progressOf(game.name)
  const cards = progress.deck ?? collection(campaign, progress)
  return { options: { ...battle.options, deck: OWN }, changes: changesFor(cards) }
}
