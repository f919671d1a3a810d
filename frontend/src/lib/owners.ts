// A player is told by a colour and, for those who do not see it, by a shape.

/** Outlines in a square from −1 to 1, one a seat; the last is nobody's. */
const OUTLINES = [
  'M0-1A1 1 0 0 1 0 1A1 1 0 0 1 0-1Z',
  'M-.86-.86H.86V.86H-.86Z',
  'M-.55-.95H.55L1.1 0 .55.95H-.55L-1.1 0Z',
  'M0-1.15 1.15 0 0 1.15-1.15 0Z',
]
const NOBODYS = 'M-.6-.9H.6L.9-.6V.6L.6.9H-.6L-.9.6V-.6Z'

export function outlineOf(owner: number | null): string {
  return owner === null ? NOBODYS : (OUTLINES[owner] ?? NOBODYS)
}

/** For text and signs beside it. */
export function colourOf(owner: number | null): string {
  return owner === null ? 'var(--nobody)' : `var(--owner-${owner})`
}

/** For pieces, which keep their colours in the dark. */
export function pieceColour(owner: number | null): string {
  return `var(--piece-${owner ?? 'nobody'})`
}
