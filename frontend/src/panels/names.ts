import type { Seat } from '../lib/protocol.ts'
import { ui } from '../lib/texts.svelte.ts'

/** Who sits there: a name, "you", or the computer and its level. */
export function playerName(seat: Seat, isMine: boolean): string {
  const level = /^level(\d+)$/.exec(seat.who ?? '')
  if (level) return ui('computer-level', { level: Number(level[1]) })
  if (isMine) return seat.who ? ui('you-as', { name: seat.who }) : ui('you')
  return seat.who || ui(seat.kind === 'open' ? 'nobody-yet' : 'somebody')
}

export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
