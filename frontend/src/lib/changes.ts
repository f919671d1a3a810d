// What an update makes of the view that one has.

import type { View } from './view.ts'

type Lists = Pick<View, 'pieces' | 'panels' | 'choices'>

/** Fields that are others now. In a list a number is the place of an element that the list had before. */
export type Changes = Partial<Omit<View, keyof Lists>> & {
  [Name in keyof Lists]?: (Lists[Name][number] | number)[]
} & { log: View['log']; gone?: string[] }

/** The view as it is now; its log has the new lines alone. */
export function changed(before: View, told: Changes): View {
  const { pieces, panels, choices, gone, ...fields } = told
  const view: View = {
    ...before,
    ...fields,
    pieces: pieces ? merged(before.pieces, pieces) : before.pieces,
    panels: panels ? merged(before.panels, panels) : before.panels,
    choices: choices ? merged(before.choices, choices) : before.choices,
  }
  for (const name of gone ?? []) Reflect.deleteProperty(view, name)
  return view
}

function merged<T>(before: T[], told: (T | number)[]): T[] {
  return told.map((part) => (typeof part === 'number' ? (before[part] as T) : part))
}
