// The secrets of one's seats, room by room, kept in the browser.

const PREFIX = 'tabor-seats-'
const KEPT = 60 // rooms; older ones are forgotten
const NAME = 'tabor-name'

type Secrets = Record<string, string>

export function secretsOf(room: string): Secrets {
  return JSON.parse(localStorage.getItem(PREFIX + room) ?? '{}') as Secrets
}

export function keepSecrets(room: string, secrets: Secrets): void {
  localStorage.setItem(PREFIX + room, JSON.stringify({ ...secretsOf(room), ...secrets }))
  const rooms = JSON.parse(localStorage.getItem('tabor-rooms') ?? '[]') as string[]
  const kept = [room, ...rooms.filter((other) => other !== room)]
  for (const old of kept.splice(KEPT)) localStorage.removeItem(PREFIX + old)
  localStorage.setItem('tabor-rooms', JSON.stringify(kept))
}

export const ownName = () => localStorage.getItem(NAME) ?? ''
export const keepName = (name: string) => localStorage.setItem(NAME, name)
