// The secrets of one's seats, room by room, kept in the browser.

const PREFIX = 'tabor-seats-'
const KEPT = 60 // rooms; older ones are forgotten
const NAME = 'tabor-name'
const DICE = 'tabor-dice-'

type Secrets = Record<string, string>

export function secretsOf(room: string): Secrets {
  return JSON.parse(localStorage.getItem(PREFIX + room) ?? '{}') as Secrets
}

export function keepSecrets(room: string, secrets: Secrets): void {
  localStorage.setItem(PREFIX + room, JSON.stringify({ ...secretsOf(room), ...secrets }))
  const rooms = JSON.parse(localStorage.getItem('tabor-rooms') ?? '[]') as string[]
  const kept = [room, ...rooms.filter((other) => other !== room)]
  for (const old of kept.splice(KEPT)) {
    localStorage.removeItem(PREFIX + old)
    localStorage.removeItem(DICE + old)
  }
  localStorage.setItem('tabor-rooms', JSON.stringify(kept))
}

/** What this browser knows of a room's dice from the beginning: what it was promised, and what it gave. */
export interface KeptDice {
  commitment?: string
  number?: string
}

export function diceOf(room: string): KeptDice {
  return JSON.parse(localStorage.getItem(DICE + room) ?? '{}') as KeptDice
}

/** What was kept first stays: a later word of the server's proves nothing. */
export function keepDice(room: string, dice: KeptDice): void {
  localStorage.setItem(DICE + room, JSON.stringify({ ...dice, ...diceOf(room) }))
}

export const ownName = () => localStorage.getItem(NAME) ?? ''
export const keepName = (name: string) => localStorage.setItem(NAME, name)
