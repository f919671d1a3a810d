// What the server says and hears, as docs/protocol.md has it.

import type { Changes } from './changes.ts'
import type { Click, Message, View } from './view.ts'

export interface Option {
  name: string
  default: string
  values?: string[] | null
}

export interface Game {
  name: string
  title: string
  options: Option[]
  levels: number
  chance: boolean
  secrets: boolean
  seats: string[]
  /** It has a guided first game. */
  lesson?: boolean
  /** Battles one after the other, where it has such. */
  campaign: Campaign | null
  /** How many there are. */
  puzzles?: number
  /** Its rules are compiled. */
  ready: boolean
  /** They could not be: it is played in plain Python. Neither while they are being compiled or wait for their turn. */
  failed: boolean
}

/** A battle of a campaign: the game with these options, against a level of the computer. */
export interface Battle {
  name: string
  title: string
  options: Record<string, string>
  level: number
  /** That a person can take. */
  seats: number[]
  /** Cards that winning adds to those one has. */
  earns: string[]
  note: string
  /** The piece that stands for it, or nothing. */
  boss: string
}

export interface Campaign {
  battles: Battle[]
  /** What one begins with. */
  deck: string
  cards: Record<string, number>
}

export interface Seat {
  name: string
  kind: 'person' | 'open' | 'computer' | 'bot'
  who: string | null
  here: boolean
  clock: number | null
}

export type Offer = 'draw' | 'undo' | 'rematch'

export interface Dice {
  commitment: string
  seed: string | null
  numbers: string[]
  /** The commitment for a rematch, once the match is over. */
  next: string | null
}

export interface Room {
  id: string
  game: string
  options: Record<string, string>
  status: 'waiting' | 'compiling' | 'playing' | 'over'
  listed: boolean
  number: number
  seats: Seat[]
  mine: number[]
  spectators: number
  thinking: boolean
  can_undo: boolean
  offers: Record<Offer, number | null>
  rematch: string | null
  claim_after: number | null
  /** A seat of one's own has to decide now. */
  awaits_me: boolean
  dice: Dice | null
  /** Why a match does not go on: a computer does not answer, or the rules cannot be compiled. */
  trouble: { error: Message; text: string } | null
}

export type ViewUpdate = Omit<View, 'board'> & Partial<Pick<View, 'board'>>

export type ServerMessage =
  | { type: 'room'; number: number; room: Room; view: View | null }
  | { type: 'update'; number: number; since: number; room: Room; view: Changes }
  | { type: 'presence'; room: Room }
  | { type: 'refused'; error: Message; text: string; number: number; reply: string | null }
  | { type: 'done'; reply: string; number: number; played?: number }
  | { type: 'rematch'; room: string; secrets: Record<string, string> }
  | { type: 'hint'; reply: string; action: string; clicks: Click[] }
  | { type: 'talk'; said: Said[] }
  | { type: 'pong'; reply: string }

export type Order =
  | { type: 'act'; number: number; actions: string[]; sealed?: number }
  | { type: 'undo'; number: number; decision?: number }
  | { type: 'resign' | 'draw' | 'claim' | 'hint'; number: number }
  | { type: 'rematch'; number: number; share: string; sides: Sides }
  | { type: 'answer'; offer: Offer; yes: boolean; share?: string }
  | { type: 'name'; name: string }
  | { type: 'whole' }
  | { type: 'say'; text?: string; quick?: string }

/** Who sits where in a rematch: as before, or one seat on. */
export type Sides = 'same' | 'other'

/** What somebody said at the board: words, or the id of one of ours. */
export interface Said {
  seat: number
  text?: string
  quick?: string
}

export interface NewRoom {
  game: string
  options: Record<string, string>
  changes?: object
  seats: string[]
  name?: string
  listed?: boolean
  clock?: { seconds: number; increment: number; each_turn?: boolean }
  number?: string
  from?: { room: string; ply: number }
}

export interface Made {
  room: string
  secrets: Record<string, string>
}

/** What a bot wrote: the ply at which it decided, its seat, the text. */
export type Note = [ply: number, seat: number, text: string]

/** A view without choices; its log is that of its ply alone. */
export type Frame = Omit<ViewUpdate, 'choices'>

export interface Frames {
  plies: number
  frames: Frame[]
}
