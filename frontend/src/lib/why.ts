// Why a click does nothing, in a sentence.

import type { Room } from './protocol.ts'
import { texts, ui } from './texts.svelte.ts'
import type { Choice, Click, View } from './view.ts'
import { clickInWords } from './words.ts'

/** What has to be known of a room to say why. */
interface Situation {
  view: View | null
  room: Room | null
  path: Choice[]
  sent: string | null
  isMine: boolean
}

export function whyNot({ view, room, path, sent, isMine }: Situation, click: Click): string {
  if (!view || !room) return ''
  if (view.outcome) return ui('why-over')
  if (room.mine.length === 0) return ui('why-watching')
  if (sent !== null) return ui('why-sent')
  if (!isMine && view.secret?.players.includes(view.seat ?? -1)) return texts.say(view.status, view.game)
  if (!isMine) return ui('why-turn', { player: texts.name(view.seats[view.turn ?? 0] ?? '', view.game) })
  const what = clickInWords(view, click)
  const chosen = path.at(-1)
  if (!chosen) return ui('why-not-now', { what, status: texts.say(view.status, view.game) })
  return ui('why-not-from', { what, from: clickInWords(view, chosen.click), about: aboutOf(view, chosen.click) })
}

/** What the chosen thing can do, as the game says it. */
function aboutOf(view: View, click: Click): string {
  const piece = 'cell' in click ? view.pieces.findLast((other) => other.cells.includes(click.cell)) : undefined
  return piece?.about ? texts.say(piece.about, view.game) : ''
}
