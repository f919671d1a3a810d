// Dice that anyone can check: what docs/protocol.md says under that name, computed here.

import type { Dice } from './protocol.ts'

export interface Verdict {
  kept: boolean // the bits shown after the match are those that were promised before it
  seed: string // the seed that follows from them and everybody's numbers
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export async function verify(dice: Dice): Promise<Verdict> {
  const bits = dice.seed ?? ''
  const kept = (await sha256(bytesOf(bits))) === dice.commitment
  const numbers = new TextEncoder().encode(dice.numbers.map((number) => `${number}\0`).join(''))
  const mixed = await sha256(Uint8Array.from([...bytesOf(bits), ...numbers]))
  return { kept, seed: (BigInt(`0x${mixed.slice(0, 16)}`) >> 1n).toString() }
}
