// A word of the system's when it is one's turn and one looks elsewhere; only for those who asked for it.

import { settings } from './settings.svelte.ts'
import { soundOfTurn } from './sound.ts'
import { texts, ui } from './texts.svelte.ts'

export async function askToNotify(): Promise<boolean> {
  if (!('Notification' in window)) return false
  return (await Notification.requestPermission()) === 'granted'
}

export function notify({ id, game }: { id: string; game: string }): void {
  soundOfTurn()
  if (!settings.notify || !document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return
  const note = new Notification(ui('your-turn'), { body: texts.title(game), tag: `tabor-${id}`, icon: '/favicon.svg' })
  note.onclick = () => {
    window.focus()
    location.href = `/play/${id}`
  }
}
