import type { Note } from '../lib/protocol.ts'

/** The newest note of each player that was written before this ply was reached, in the order of seats. */
export function lastWords(notes: Note[], ply: number): Note[] {
  const newest = new Map<number, Note>()
  for (const note of notes) if (note[0] < ply) newest.set(note[1], note)
  return [...newest.values()].sort((one, other) => one[1] - other[1])
}
