// The pictures of a game's pieces, as symbols that take the colour of their owner.

import { getArt } from '../lib/api.ts'
import { slug } from '../lib/texts.svelte.ts'

export interface Picture {
  id: string
  viewBox: string
  width: number
  height: number
  /** Fill, stroke and the like that stand on the picture as a whole. */
  style: Record<string, string>
  inside: string
}

class Art {
  private pictures: Record<string, Record<string, Picture>> = $state.raw({})

  async load(game: string): Promise<void> {
    if (this.pictures[game]) return
    const sources = await getArt(game)
    const read = Object.entries(sources).flatMap(([name, source]) => {
      const picture = readPicture(`art-${game}-${name}`, source)
      return picture ? [[name, picture] as const] : []
    })
    this.pictures = { ...this.pictures, [game]: Object.fromEntries(read) }
  }

  all(game: string): Picture[] {
    return Object.values(this.pictures[game] ?? {})
  }

  find(game: string, kind: string, face?: string): Picture | undefined {
    const known = this.pictures[game] ?? {}
    return known[slug(`${kind}-${face ?? ''}`)] ?? known[slug(kind)]
  }
}

function readPicture(id: string, source: string): Picture | undefined {
  const svg = new DOMParser().parseFromString(source, 'image/svg+xml').documentElement
  const viewBox = svg.getAttribute('viewBox')
  if (!viewBox) return undefined
  const [, , width = 48, height = 48] = viewBox.split(/[\s,]+/).map(Number)
  return { id, viewBox, width, height, style: styleOf(svg), inside: svg.innerHTML }
}

function styleOf(svg: Element): Record<string, string> {
  const given = [...svg.attributes].filter(({ name }) => /^(fill|stroke)/.test(name))
  return Object.fromEntries(given.map(({ name, value }) => [name, value]))
}

export const art = new Art()
