// Dice that anyone can check: what docs/protocol.md says under that name, computed here.

import type { Dice } from './protocol.ts'
import type { KeptDice } from './seats.ts'

/**
 * kept: the dice are those of the promise that this browser saw before the match, and its own number is in them.
 * unproven: they fit what the server says now, but this browser did not see the beginning.
 * other-promise, other-bits, no-number: they are not.
 */
export type Verdict = 'kept' | 'unproven' | 'other-promise' | 'other-bits' | 'no-number'

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export async function verify(dice: Dice, own: KeptDice): Promise<Verdict> {
  if ((await sha256(bytesOf(dice.seed ?? ''))) !== dice.commitment) return 'other-bits'
  if (own.commitment !== undefined && own.commitment !== dice.commitment) return 'other-promise'
  if (own.number !== undefined && !dice.numbers.includes(own.number)) return 'no-number'
  return own.commitment === undefined || own.number === undefined ? 'unproven' : 'kept'
}
