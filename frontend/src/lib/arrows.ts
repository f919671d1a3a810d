// Arrows in texts point along the board; when the board is turned round, so are they.

const PAIRS = ['↑↓', '←→', '↖↘', '↗↙']
const OPPOSITE = new Map(PAIRS.flatMap(([one, other]) => [[one, other] as const, [other, one] as const]))

export function turned(text: string): string {
  return Array.from(text, (sign) => OPPOSITE.get(sign) ?? sign).join('')
}
