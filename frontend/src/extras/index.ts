// Comfort for single games, chosen by the shape of the data and never by the name of a game.

import type { Component } from 'svelte'
import type { Message } from '../lib/view.ts'
import Faces from './Faces.svelte'
import { hasFaces } from './faces.ts'

interface AboutProps {
  about: Message
  face: string | undefined
  half: boolean
}

/** A drawing that says what a piece can do, where there is one. */
export function extraFor(about: Message): Component<AboutProps> | undefined {
  return hasFaces(about) ? Faces : undefined
}
