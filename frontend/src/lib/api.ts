// The HTTP calls of docs/protocol.md.

import type { Analysed } from './analysis.svelte.ts'
import type { Lesson } from './guide.svelte.ts'
import type { Frames, Game, Made, NewRoom, Note, Room } from './protocol.ts'
import type { PuzzleData, PuzzleFacts } from './puzzling.svelte.ts'
import { keepDice, secretsOf } from './seats.ts'
import type { Tried } from './trying.svelte.ts'
import type { Message } from './view.ts'
import { refusalInWords } from './words.ts'

/** The server refused: `message` says why, in the reader's language. */
export class Refusal extends Error {
  readonly error: Message | undefined

  constructor(text: string, error?: Message) {
    super(text)
    this.error = error
  }
}

let ask: (path: string, init: RequestInit) => Promise<Response> = (path, init) => fetch(path, init)

/** For pages without a server, which carry the answers with them. */
export function answerFrom(source: typeof ask): void {
  ask = source
}

const MOST_TRIES = 6 // to meet a process that has the rules of a room, while old and new ones run beside each other
const PAUSE = 300 // ms

async function call(path: string, init: RequestInit = {}, tries = MOST_TRIES): Promise<Response> {
  const answer = await ask(path, init)
  if (answer.ok) return answer
  const told: { text?: string; error?: Message } = await answer.json().catch(() => ({}))
  if (told.error?.id === 'elsewhere' && tries > 1) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
    return call(path, init, tries - 1)
  }
  throw new Refusal(refusalInWords(told.error, told.text ?? `${answer.status} ${answer.statusText}`), told.error)
}

async function getJson<T>(path: string, init?: RequestInit): Promise<T> {
  return (await (await call(path, init)).json()) as T
}

function postJson<T>(path: string, body: unknown): Promise<T> {
  const headers = { 'Content-Type': 'application/json' }
  return getJson<T>(path, { method: 'POST', headers, body: JSON.stringify(body) })
}

/** With the secret of one's seat, if one has it. */
function as(room: string, seat: number | null = null): RequestInit {
  const secrets = secretsOf(room)
  const secret = seat === null ? Object.values(secrets)[0] : secrets[seat]
  return secret ? { headers: { Authorization: `Bearer ${secret}` } } : {}
}

export async function getText(path: string): Promise<string> {
  return (await call(path)).text()
}

export const getGames = async () => (await getJson<{ games: Game[] }>('/api/games')).games
export const getRooms = async () => (await getJson<{ rooms: Room[] }>('/api/rooms')).rooms
/** The room as one's own seat sees it, where one has one. */
export const getRoom = (room: string) => getJson<Room>(`/api/rooms/${room}`, as(room))
export const getArt = (game: string) => getJson<Record<string, string>>(`/api/art/${game}`)
export const getRules = (game: string, language: string) => getText(`/api/rules/${game}?language=${language}`)
export const getLesson = (game: string) => getJson<Lesson>(`/api/lessons/${game}`)

export const getPuzzles = (game: string) => getJson<PuzzleFacts[]>(`/api/puzzles/${game}`)
export const getPuzzle = (game: string, number: number) => getJson<PuzzleData>(`/api/puzzles/${game}/${number}`)
/** Some decisions of a match that is over, from a number on. */
export const getAnalysis = (room: string, from: number) => getJson<Analysed>(`/api/rooms/${room}/analysis?from=${from}`)

/** What comes of actions that are tried out from a point of such a match, as a seat or a spectator sees it. */
export const tryOut = (room: string, ply: number, actions: string[], seat: number | null) =>
  postJson<Tried>(`/api/rooms/${room}/analysis`, { ply, actions, seat })

/** The server promises its dice before it learns our share in them. */
export async function makeRoom(room: NewRoom): Promise<Made> {
  const { commitment } = await postJson<{ commitment: string }>('/api/dice', {})
  const number = randomNumber()
  const made = await postJson<Made>('/api/rooms', { ...room, commitment, number })
  keepDice(made.room, { commitment, number })
  return made
}

/** The seats of a game with these options; refused, with a reason, where they cannot be played. */
export const getSeats = (game: string, options: Record<string, string>, changes: object) =>
  postJson<{ seats: string[] }>('/api/seats', { game, options, changes })

/** The game's own numbers and tables. */
export const getData = <T>(game: string) => getJson<T>(`/api/data/${game}`)

/** The commitment was seen, and kept, when the page was opened. */
export async function sit(room: string, name: string): Promise<{ seat: number; secret: string }> {
  const number = randomNumber()
  const told = await postJson<{ seat: number; secret: string }>(`/api/rooms/${room}/sit`, { name, number })
  keepDice(room, { number })
  return told
}

export async function openReplay(text: string): Promise<{ room: string }> {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8' }
  return getJson('/api/replays', { method: 'POST', headers, body: text })
}

/** What bots wrote in a match that is over. */
export const getNotes = async (room: string) => (await getJson<{ notes: Note[] }>(`/api/rooms/${room}/notes`)).notes

/** Some plies of a match, and how many it has. */
export function getFrames(room: string, from: number, to: number, seat: number | null): Promise<Frames> {
  const whose = seat === null ? '' : `&seat=${seat}`
  return getJson<Frames>(`/api/rooms/${room}/frames?from=${from}&to=${to}${whose}`, as(room, seat))
}

/** This client's share in the dice: 256 random bits as hex digits. */
export function randomNumber(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
