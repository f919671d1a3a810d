// The shape of a view, as docs/view.md and docs/view.schema.json say it.

export type Argument = string | number | Message | Message[]

export interface Message {
  id: string
  args: Record<string, Argument>
}

export interface Cell {
  cell: string
  x: number
  y: number
  ground: string
}

export interface BoardData {
  width: number
  height: number
  columns: string[]
  rows: string[]
  grounds: Record<string, string>
  cells: Cell[]
}

export interface Badge {
  kind: string
  text: string
  label: Message
}

export interface Piece {
  kind: string
  sign: string
  owner: number | null
  cells: string[]
  layer: number
  badges: Badge[]
  face?: string
  about?: Message
}

export interface Item {
  id?: string
  kind: string
  sign: string
  count: number
  badges?: Badge[]
  about?: Message
}

export interface Fact {
  label: Message
  value: string | number
}

export interface Panel {
  id: string
  title: Message
  owner: number | null
  items: Item[]
  facts: Fact[]
  repeats?: true
}

export interface CellClick {
  cell: string
}

export interface PanelClick {
  panel: string
  item?: string
}

export interface ButtonClick {
  button: string
  label: Message
}

export type Click = CellClick | PanelClick | ButtonClick

export interface Choice {
  click: Click
  action?: string
  /** What it costs or does, and why one should be asked once more. */
  note?: Message
  warning?: Message
  then?: Choice[]
}

export type Show =
  | { walk: string[] }
  | { shot: [string, string] }
  | { hit: string; text: string }
  | { gone: string }
  | { new: string }
  | { die: number; cell?: string }

export interface Line {
  ply: number
  /** The ply with which the turn began: the same for all lines of one turn. */
  turn: number
  /** Who decided it. */
  by: number
  message: Message
  show?: Show[]
}

export interface Outcome {
  winner: number | null
  result: Message
  reason: Message
}

/** A decision of one's own that nobody else sees yet; it can be taken back by its number. */
export interface Sealed {
  number: number
  action: string
  clicks: Click[]
}

/** Where several choose at the same time, in secret. */
export interface Secret {
  players: number[]
  sealed: Sealed[]
  /** A text that is all decisions of a player, where there is such a thing. */
  example?: string
}

export interface View {
  game: string
  title: string
  seat: number | null
  seats: string[]
  turn: number | null
  ply: number
  status: Message
  board: BoardData
  pieces: Piece[]
  panels: Panel[]
  outcome: Outcome | null
  choices: Choice[]
  log: Line[]
  secret?: Secret
}
