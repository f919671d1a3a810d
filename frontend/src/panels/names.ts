import type { Room, Seat } from '../lib/protocol.ts'
import { texts, ui } from '../lib/texts.svelte.ts'

/** Who sits there: a name, "you", or the computer and its level. */
export function playerName(seat: Seat, isMine: boolean): string {
  const level = /^level(\d+)$/.exec(seat.who ?? '')
  if (level) return ui('computer-level', { level: Number(level[1]) })
  if (isMine) return seat.who ? ui('you-as', { name: seat.who }) : ui('you')
  return seat.who || ui(seat.kind === 'open' ? 'nobody-yet' : 'somebody')
}

/** What seats are called in sentences: by who sits there, where that tells them apart; else by their own names. */
export function peopleOf(room: Room): Record<string, string> {
  const called = room.seats.map((seat) => (seat.kind === 'computer' ? ui('computer') : (seat.who ?? '')))
  const isTold = called.map((who, i) => who !== '' && called.indexOf(who) === i && called.lastIndexOf(who) === i)
  return Object.fromEntries(room.seats.flatMap((seat, i) => (isTold[i] ? [[seat.name, called[i] as string]] : [])))
}

/** A seat as a reader calls it: "you", or a name. */
export function calledBy(room: Room | null, name: string, seat: number): string {
  return room?.mine.length === 1 && room.mine[0] === seat ? ui('you') : texts.name(name, room?.game)
}

const [MINUTE, HOUR, DAY] = [60, 3600, 86400]

export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds))
  if (whole >= 2 * DAY) return ui('clock-days', { days: Math.floor(whole / DAY) })
  if (whole >= 2 * HOUR) return ui('clock-hours', { hours: Math.floor(whole / HOUR), minutes: Math.floor((whole % HOUR) / MINUTE) })
  return `${Math.floor(whole / MINUTE)}:${String(whole % MINUTE).padStart(2, '0')}`
}
