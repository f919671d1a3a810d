// How far one is in a game's campaign, and with which deck: kept in this browser.

import type { Cards } from '../extras/deck.ts'
import type { Battle, Campaign } from './protocol.ts'

export interface Progress {
  /** The names of won battles, by seat. */
  won: Record<string, string[]>
  /** The deck one has built; null: all one has. */
  deck: Cards | null
}

const PREFIX = 'tabor-campaign-'
const BATTLES = 'tabor-battles' // room → the name of its battle, the newest first
const KEPT = 60

const read = <T>(key: string, otherwise: T): T => JSON.parse(localStorage.getItem(key) ?? 'null') as T ?? otherwise
const write = (key: string, value: unknown) => localStorage.setItem(key, JSON.stringify(value))

export const progressOf = (game: string): Progress => read(PREFIX + game, { won: {}, deck: null })

export function keepDeck(game: string, deck: Cards | null): void {
  write(PREFIX + game, { ...progressOf(game), deck })
}

/** The battle that is fought in a room, if it is one of a campaign. */
export const battleIn = (room: string): string | undefined => new Map(read<[string, string][]>(BATTLES, [])).get(room)

export function keepBattle(room: string, battle: string): void {
  const others = read<[string, string][]>(BATTLES, []).filter(([other]) => other !== room)
  write(BATTLES, [[room, battle], ...others].slice(0, KEPT))
}

export function keepWin(game: string, seat: number, battle: string): void {
  const progress = progressOf(game)
  const before = progress.won[seat] ?? []
  if (before.includes(battle)) return
  write(PREFIX + game, { ...progress, won: { ...progress.won, [seat]: [...before, battle] } })
}

/** The battles that can be fought from a seat, in their order. */
export const battlesFor = (campaign: Campaign, seat: number): Battle[] =>
  campaign.battles.filter((battle) => battle.seats.includes(seat))

export type Standing = 'won' | 'open' | 'locked'

/** A battle is open once the one before it was won. */
export function standing(campaign: Campaign, progress: Progress, seat: number, battle: Battle): Standing {
  const won = progress.won[seat] ?? []
  if (won.includes(battle.name)) return 'won'
  const path = battlesFor(campaign, seat)
  const before = path[path.indexOf(battle) - 1]
  return !before || won.includes(before.name) ? 'open' : 'locked'
}

/** The cards one has: those of the first deck, and what was earned by winning from the first seat. */
export function collection(campaign: Campaign, progress: Progress): Cards {
  const cards: Cards = { ...campaign.cards }
  for (const battle of campaign.battles) {
    if (!progress.won[0]?.includes(battle.name)) continue
    for (const card of battle.earns) cards[card] = (cards[card] ?? 0) + 1
  }
  return cards
}
