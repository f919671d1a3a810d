// Decks in a game's data: an option `deck` names one of the table `decks`, which counts cards by name.

export type Cards = Record<string, number>

export interface Deck {
  cards: Cards
  bonuses?: string[]
}

/** How many cards a deck has, and how many of one kind. */
export interface Limits {
  least: number
  most: number
  copies: number
}

const NO_LIMITS: Limits = { least: 0, most: Infinity, copies: Infinity }

export function limitsOf(data: GameData): Limits {
  return data.rules?.deck ?? NO_LIMITS
}

interface Unit {
  sign?: string
  foe?: boolean
  tags?: string[]
  flavour?: string
  [number: string]: unknown
}

export interface GameData {
  decks?: Record<string, Deck>
  units?: Record<string, Unit>
  rules?: { pawn?: string; deck?: Limits }
}

export interface Card {
  name: string
  sign: string
  unit: Unit
}

/** The name that a player's own deck has in the room's changes. */
export const OWN = 'yours'

export function hasDecks(data: GameData): data is Required<Pick<GameData, 'decks' | 'units'>> & GameData {
  return Object.values(data.decks ?? {}).some((deck) => typeof deck.cards === 'object') && data.units !== undefined
}

/** What a deck may hold, by class and name. */
export function cardsOf(data: GameData): Card[] {
  const known = Object.entries(data.units ?? {}).filter(([name, unit]) => !unit.foe && name !== data.rules?.pawn)
  const order = ({ unit, name }: Card) => `${unit.tags?.[0] ?? ''} ${name}`
  return known
    .map(([name, unit]) => ({ name, sign: unit.sign ?? '?', unit }))
    .sort((one, other) => order(one).localeCompare(order(other)))
}

/** The numbers of a card in a line: "power 1 · health 2". */
export function numbersOf(card: Card, say: (word: string) => string): string {
  const shown = ['power', 'health', 'range', 'difficulty']
  return shown.filter((name) => name in card.unit).map((name) => `${say(name)} ${String(card.unit[name])}`).join(' · ')
}

export function total(cards: Cards): number {
  return Object.values(cards).reduce((sum, count) => sum + count, 0)
}

export function withCount(cards: Cards, name: string, count: number): Cards {
  const { [name]: _, ...rest } = cards
  return count > 0 ? { ...rest, [name]: count } : rest
}

/** The changes of the rules that bring a deck of one's own. */
export function changesFor(cards: Cards): { decks: Record<string, Deck> } {
  return { decks: { [OWN]: { cards } } }
}

