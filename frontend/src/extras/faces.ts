// Two faces of a piece, each a list of ways with arrows: `strike ↑↑← ↑↑→` reaches two cells far away.

import { turned } from '../lib/arrows.ts'
import type { Argument, Message } from '../lib/view.ts'

export interface Reach {
  dx: number
  dy: number // upwards
  way: string
}

const STEPS: Record<string, [number, number]> = {
  '↑': [0, 1], '↓': [0, -1], '←': [-1, 0], '→': [1, 0],
  '↖': [-1, 1], '↗': [1, 1], '↘': [1, -1], '↙': [-1, -1],
}

function isFace(value: Argument | undefined): value is Message[] {
  return Array.isArray(value)
}

export function hasFaces(about: Message): boolean {
  return isFace(about.args.front) && isFace(about.args.back)
}

/** The cells that a face reaches, each by its way; `half` when the board is turned round. */
export function reaches(face: Argument | undefined, half: boolean): Reach[] {
  if (!isFace(face)) return []
  return face.flatMap(({ id, args }) => {
    const text = String(args.arrows ?? '')
    const targets = (half ? turned(text) : text).split(' ').filter((target) => target !== '')
    return targets.map((target) => ({ ...sum(target), way: id }))
  })
}

function sum(target: string): { dx: number; dy: number } {
  const steps = Array.from(target, (arrow): [number, number] => STEPS[arrow] ?? [0, 0])
  return { dx: steps.reduce((x, step) => x + step[0], 0), dy: steps.reduce((y, step) => y + step[1], 0) }
}
