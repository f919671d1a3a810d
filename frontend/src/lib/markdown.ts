// As much Markdown as the pages of rules use, read into blocks that a component draws.

export interface Span {
  text: string
  /** A picture is named by its text, and said by its words. */
  style: 'plain' | 'strong' | 'em' | 'code' | 'picture'
  words?: string
}

export type Block =
  | { kind: 'heading'; level: number; spans: Span[] }
  | { kind: 'text'; spans: Span[] }
  | { kind: 'list'; items: Span[][] }
  | { kind: 'table'; rows: Span[][][] }
  | { kind: 'code'; text: string }
  | { kind: 'picture'; name: string; words: string }

const INLINE = /!\[(.*?)\]\((.+?)\)|\*\*(.+?)\*\*|`(.+?)`|\*(.+?)\*|\[(.+?)\]\([^)]*\)/g

export function spans(text: string): Span[] {
  const found: Span[] = []
  let end = 0
  for (const match of text.matchAll(INLINE)) {
    const [whole, words, picture, strong, code, em, link] = match
    if (match.index > end) found.push({ text: text.slice(end, match.index), style: 'plain' })
    end = match.index + whole.length
    if (picture) {
      found.push({ text: picture, style: 'picture', words: words ?? '' })
      continue
    }
    const style = strong ? 'strong' : code ? 'code' : em ? 'em' : 'plain'
    found.push({ text: strong ?? code ?? em ?? link ?? '', style })
  }
  if (end < text.length) found.push({ text: text.slice(end), style: 'plain' })
  return found
}

export function blocks(source: string): Block[] {
  const parts = source.replace(/<!--.*?-->\n?/gs, '').split(/(^```.*\n[\s\S]*?^```$)/m)
  return parts.flatMap((part) => (part.startsWith('```') ? [code(part)] : part.split(/\n\s*\n/).flatMap(block)))
}

function code(part: string): Block {
  return { kind: 'code', text: part.split('\n').slice(1, -1).join('\n') }
}

function block(source: string): Block[] {
  const text = source.trim()
  const heading = /^(#+) (.*)$/.exec(text)
  if (text === '') return []
  if (heading) return [{ kind: 'heading', level: heading[1]?.length ?? 1, spans: spans(heading[2] ?? '') }]
  const picture = /^!\[(.*)\]\((.+)\)$/s.exec(text)
  if (picture) return [{ kind: 'picture', name: picture[2] ?? '', words: (picture[1] ?? '').replaceAll('\n', ' ') }]
  if (text.startsWith('|')) return [{ kind: 'table', rows: text.split('\n').filter(isRow).map(row) }]
  if (/^(- |\d+\. )/.test(text)) return [{ kind: 'list', items: text.split(/\n(?=- |\d+\. )/).map(item) }]
  return [{ kind: 'text', spans: spans(text.replaceAll('\n', ' ')) }]
}

const isRow = (line: string) => !/^\|[\s|:-]+$/.test(line)
const row = (line: string) => line.replace(/^\||\|$/g, '').split('|').map((cell) => spans(cell.trim()))
const item = (text: string) => spans(text.replace(/^(- |\d+\. )/, '').replaceAll(/\n\s*/g, ' '))
