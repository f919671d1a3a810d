// The deck that one has built for a game, kept in this browser.

import type { Cards } from './deck.ts'

const PREFIX = 'tabor-deck-'

export const deckOf = (game: string) => JSON.parse(localStorage.getItem(PREFIX + game) ?? 'null') as Cards | null

/** null: one plays with one of the game's decks again. */
export function keepOwnDeck(game: string, cards: Cards | null): void {
  if (cards) localStorage.setItem(PREFIX + game, JSON.stringify(cards))
  else localStorage.removeItem(PREFIX + game)
}
