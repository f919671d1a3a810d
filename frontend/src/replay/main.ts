// A replay that is one file: all it shows lies in the page itself, compressed, and no server is asked.
//
// The page has a script element #tabor-replays of base64 of gzip of JSON (class Shelf), and one for each game,
// #tabor-replay-ID. `#ID` in the address opens a game; a page with a single game opens it at once.

import { mount, unmount } from 'svelte'
import { art } from '../board/art.svelte.ts'
import { answerFrom } from '../lib/api.ts'
import { texts } from '../lib/texts.svelte.ts'
import '../app.css'
import '../play.css'
import { follow, type Source } from './follow.svelte.ts'
import type { Game } from './game.ts'
import Viewer from './Viewer.svelte'

/** What all games of the page have in common. */
interface Shelf {
  game: string
  /** By language: the texts of the game and of Tabor. */
  texts: Record<string, string>
  art: Record<string, string>
  /** The game to be shown at once; null in a report, where one chooses. */
  only: string | null
  /** Where to ask how the game goes on; null where it is over. */
  follow: Source | null
}

async function unpack<T>(id: string): Promise<T | null> {
  const source = document.getElementById(id)?.textContent?.trim()
  if (!source) return null
  const packed = Uint8Array.from(atob(source), (letter) => letter.charCodeAt(0))
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))
  return (await new Response(stream).json()) as T
}

/** The calls that board and texts make, answered from the page. */
function answer(shelf: Shelf, path: string): Response {
  const language = /^\/api\/texts\/(\w+)/.exec(path)?.[1]
  if (language) return new Response(shelf.texts[language] ?? shelf.texts['en'] ?? '')
  return new Response(JSON.stringify(shelf.art))
}

let shown: Record<string, unknown> | null = null

function close(): void {
  if (!shown) return
  void unmount(shown)
  shown = null
  document.documentElement.classList.remove('watching')
  history.replaceState(null, '', location.pathname + location.search)
}

async function open(id: string, onclose: (() => void) | null, source: Source | null = null): Promise<void> {
  const game = await unpack<Game>(`tabor-replay-${id}`)
  if (!game) return
  if (shown) close()
  document.documentElement.classList.add('watching')
  const props = source ? follow(game, source) : { game, onclose }
  shown = mount(Viewer, { target: document.body, props })
}

async function begin(): Promise<void> {
  const shelf = await unpack<Shelf>('tabor-replays')
  if (!shelf) return
  answerFrom((path) => Promise.resolve(answer(shelf, path)))
  await Promise.all([texts.load(), texts.load(shelf.game), art.load(shelf.game)])
  if (shelf.only !== null) return open(shelf.only, null, shelf.follow)
  const openChosen = () => (location.hash.length > 1 ? void open(location.hash.slice(1), close) : close())
  window.addEventListener('hashchange', openChosen)
  openChosen()
}

void begin()
