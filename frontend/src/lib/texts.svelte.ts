// Everything said to people: Fluent texts in the chosen language, English where a language lacks one.

import { FluentBundle, FluentResource } from '@fluent/bundle'
import { getText } from './api.ts'
import { turned } from './arrows.ts'
import type { Argument, Message } from './view.ts'

export const LANGUAGES: Record<string, string> = { en: 'English', pl: 'Polski', cs: 'Čeština', ru: 'Русский' }

const STORED = 'tabor-language'

function firstLanguage(): string {
  const wished = [localStorage.getItem(STORED), ...navigator.languages.map((name) => name.slice(0, 2))]
  return wished.find((name) => name && name in LANGUAGES) ?? 'en'
}

/** The texts of one game, or of the pages without a game (''), in one language and in English. */
type Bundles = FluentBundle[]

class Texts {
  language = $state(firstLanguage())
  private bundles: Record<string, Bundles> = $state.raw({})
  /** Who sits where, by the name of the seat: said instead of it. */
  people: Record<string, string> = $state.raw({})

  constructor() {
    document.documentElement.lang = this.language
  }

  async load(game = ''): Promise<void> {
    const languages = this.language === 'en' ? ['en'] : [this.language, 'en']
    const loaded = await Promise.all(languages.map((language) => loadBundle(language, game)))
    this.bundles = { ...this.bundles, [game]: loaded }
  }

  async choose(language: string): Promise<void> {
    localStorage.setItem(STORED, language)
    this.language = language
    document.documentElement.lang = language
    await Promise.all(Object.keys(this.bundles).map((game) => this.load(game)))
  }

  isLoaded(game: string): boolean {
    return game in this.bundles
  }

  has(id: string, game = ''): boolean {
    return this.find(id, game) !== undefined
  }

  title(game: string, otherwise = game): string {
    return this.has('title', game) ? this.say({ id: 'title', args: {} }, game) : otherwise
  }

  /** A message of a game (or of the pages) in words. `half` is true where the board is turned round. */
  say(message: Message, game = '', half = false): string {
    const found = this.find(message.id, game)
    if (!found) return message.id
    const args = Object.fromEntries(
      Object.entries(message.args).map(([name, value]) => [name, this.argument(value, game, half)]),
    )
    const errors: Error[] = []
    const text = found.bundle.formatPattern(found.value, args, errors)
    for (const error of errors) console.error(`${game}: ${message.id}: ${error.message}`)
    return text
  }

  /** A name (of a piece, a map …) in the chosen language, or as it is; a seat by who sits there. */
  name(word: string, game = ''): string {
    return this.people[word] ?? this.word(word, game)
  }

  /** A name, also of a seat, whoever sits there. */
  word(word: string, game = ''): string {
    const found = this.find(`name-${slug(word)}`, game)
    return found ? found.bundle.formatPattern(found.value) : word
  }

  /** What a game says of its options, such as how a variant differs from the usual rules. */
  about(options: Record<string, string>, game: string): string[] {
    const ids = Object.entries(options).map(([name, value]) => `about-${name}-${value}`)
    return ids.filter((id) => this.has(id, game)).map((id) => this.say({ id, args: {} }, game))
  }

  private argument(value: Argument, game: string, half: boolean): string | number {
    if (typeof value === 'number') return value
    if (typeof value === 'string') return this.name(half ? turned(value) : value, game)
    if (Array.isArray(value)) return value.map((part) => this.say(part, game, half)).join(', ')
    return this.say(value, game, half)
  }

  private find(id: string, game: string) {
    for (const bundle of this.bundles[game] ?? this.bundles[''] ?? []) {
      const value = bundle.getMessage(id)?.value
      if (value) return { bundle, value }
    }
    return undefined
  }
}

async function loadBundle(language: string, game: string): Promise<FluentBundle> {
  const source = await getText(game ? `/api/texts/${language}/${game}` : `/api/texts/${language}`)
  const bundle = new FluentBundle(language, { useIsolating: false })
  bundle.addResource(new FluentResource(source), { allowOverrides: true })
  return bundle
}

export function slug(word: string): string {
  return word.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
}

export const texts = new Texts()

/** A text of the interface: `ui('play')` is the text `ui-play`. */
export function ui(id: string, args: Record<string, Argument> = {}): string {
  return texts.say({ id: `ui-${id}`, args })
}
