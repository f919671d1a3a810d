// The log as a tale: when each thing is drawn, who goes where, who leaves. Alike things are drawn together, one kind
// after the other, faster when there are many.

import type { Line, Piece, Show } from '../lib/view.ts'

const BEAT = 340 // ms
const WHOLE = 2800 // ms; longer tales are told faster
/** What has to be read stays longer. */
const BEATS: Record<string, number> = { hit: 2, die: 3 }

export interface Timed {
  show: Show
  at: number
  length: number
  /** For those who leave: the cell on which they stood at the beginning. */
  origin?: string
}

/** The way of one piece, from where it stood at the beginning. */
export interface Journey {
  origin: string
  path: string[]
  at: number
  length: number
}

export interface Tale {
  timed: Timed[]
  journeys: Journey[]
}

export function tell(before: readonly Piece[], lines: readonly Line[], time = lengthOf(lines)): Tale {
  const timed = timeline(lines, time)
  const queues = new Map(before.flatMap((piece) => piece.cells).map((cell) => [cell, [cell]] as [string, string[]]))
  const journeys = new Map<string, Journey>()
  const queue = (cell: string): string[] => {
    if (!queues.has(cell)) queues.set(cell, [])
    return queues.get(cell) as string[]
  }
  for (const part of timed) {
    const { show } = part
    // Who stood on a cell first goes first.
    if ('gone' in show) part.origin = queue(show.gone).shift() ?? show.gone
    if ('new' in show) queue(show.new).push(`new ${show.new}`)
    if (!('walk' in show)) continue
    const [from, to] = [show.walk[0] as string, show.walk.at(-1) as string]
    const origin = queue(from).shift() ?? from
    queue(to).push(origin)
    journeys.set(origin, longer(journeys.get(origin), origin, part, show.walk))
  }
  return { timed, journeys: [...journeys.values()] }
}

function longer(journey: Journey | undefined, origin: string, part: Timed, walk: string[]): Journey {
  if (!journey) return { origin, path: walk, at: part.at, length: part.length }
  return { ...journey, path: [...journey.path, ...walk.slice(1)], length: part.at + part.length - journey.at }
}

/** How many milliseconds it takes to draw these lines so that one can follow. */
export function lengthOf(lines: readonly Line[]): number {
  const beats = beatsOf(lines).reduce((sum, beat) => sum + beatsFor(beat), 0)
  return Math.min(WHOLE, beats * BEAT)
}

export function timeline(lines: readonly Line[], time = lengthOf(lines)): Timed[] {
  const beats = beatsOf(lines)
  const one = time / Math.max(1, beats.reduce((sum, beat) => sum + beatsFor(beat), 0))
  let at = 0
  return beats.flatMap((beat) => {
    const [began, length] = [at, one * beatsFor(beat)]
    at += length
    return beat.map((show) => ({ show, at: began, length }))
  })
}

function beatsOf(lines: readonly Line[]): Show[][] {
  const beats: Show[][] = []
  for (const show of lines.flatMap((line) => line.show ?? [])) {
    const beat = beats.at(-1)
    if (beat?.[0] && kindOf(beat[0]) === kindOf(show)) beat.push(show)
    else beats.push([show])
  }
  return beats
}

function beatsFor(beat: Show[]): number {
  return beat[0] ? (BEATS[kindOf(beat[0])] ?? 1) : 0
}

function kindOf(show: Show): string {
  return Object.keys(show)[0] as string
}
