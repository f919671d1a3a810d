// Short quiet tones for what happens; made here, so there is nothing to load.

import { settings } from './settings.svelte.ts'
import type { Line, Outcome, Show } from './view.ts'

type Tone = [hertz: number, seconds: number, wave: OscillatorType]

const VOLUME = 0.05
const TONES: Record<string, Tone> = {
  walk: [330, 0.06, 'sine'],
  new: [440, 0.08, 'sine'],
  shot: [220, 0.07, 'triangle'],
  hit: [150, 0.1, 'triangle'],
  gone: [98, 0.2, 'triangle'],
  die: [520, 0.05, 'square'],
}
/** What is worth hearing most comes first. */
const ORDER = ['gone', 'hit', 'die', 'shot', 'new', 'walk'] as const

let context: AudioContext | null = null

function play(tones: Tone[]): void {
  if (!settings.sound || document.hidden || !navigator.userActivation?.hasBeenActive) return
  context ??= new AudioContext()
  let at = context.currentTime
  for (const [hertz, seconds, wave] of tones) {
    const [tone, gain] = [new OscillatorNode(context, { type: wave, frequency: hertz }), new GainNode(context)]
    gain.gain.setValueAtTime(VOLUME, at)
    gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds)
    tone.connect(gain).connect(context.destination)
    tone.start(at)
    tone.stop((at += seconds))
  }
}

/** One tone for what these lines tell: the gravest of it. */
export function soundOf(lines: readonly Line[]): void {
  const kinds = new Set(lines.flatMap((line) => line.show ?? []).flatMap((show: Show) => Object.keys(show)))
  const found = ORDER.find((kind) => kinds.has(kind))
  if (found) play([TONES[found] as Tone])
}

export function soundOfEnd(outcome: Outcome, mine: readonly number[]): void {
  const isWon = outcome.winner !== null && (mine.length === 0 || mine.includes(outcome.winner))
  const notes = isWon ? [392, 494, 587, 784] : outcome.winner === null ? [392, 392] : [392, 330, 262]
  play(notes.map((hertz) => [hertz, 0.14, 'sine']))
}

/** It is one's own turn. */
export const soundOfTurn = () => play([[660, 0.07, 'sine'], [880, 0.09, 'sine']])
