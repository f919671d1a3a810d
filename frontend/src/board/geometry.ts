// Where cells lie in the drawing: 48 units a cell, the first row at the bottom, or at the top when turned round.

import type { BoardData, Cell } from '../lib/view.ts'

export const SIZE = 48
export const MARGIN = 20 // for the names along the edges

export interface Spot {
  x: number
  y: number
}

export interface Box extends Spot {
  width: number
  height: number
}

export class Geometry {
  readonly width: number
  readonly height: number
  private readonly board: BoardData
  private readonly flipped: boolean
  private readonly byName: Map<string, Cell>
  private readonly byPlace: Map<string, string>

  constructor(board: BoardData, flipped: boolean) {
    this.board = board
    this.flipped = flipped
    this.width = board.width * SIZE + 2 * MARGIN
    this.height = board.height * SIZE + 2 * MARGIN
    this.byName = new Map(board.cells.map((cell) => [cell.cell, cell]))
    this.byPlace = new Map(board.cells.map((cell) => [`${cell.x},${cell.y}`, cell.cell]))
  }

  /** The top left corner of a cell. */
  corner(name: string): Spot {
    const cell = this.byName.get(name)
    return cell ? this.cornerAt(cell.x, cell.y) : { x: 0, y: 0 }
  }

  cornerAt(x: number, y: number): Spot {
    const column = this.flipped ? this.board.width - 1 - x : x
    const row = this.flipped ? y : this.board.height - 1 - y
    return { x: MARGIN + column * SIZE, y: MARGIN + row * SIZE }
  }

  centre(name: string): Spot {
    const { x, y } = this.corner(name)
    return { x: x + SIZE / 2, y: y + SIZE / 2 }
  }

  /** The rectangle round some cells. */
  box(names: string[]): Box {
    const corners = names.map((name) => this.corner(name))
    const x = Math.min(...corners.map((corner) => corner.x))
    const y = Math.min(...corners.map((corner) => corner.y))
    const width = Math.max(...corners.map((corner) => corner.x)) + SIZE - x
    const height = Math.max(...corners.map((corner) => corner.y)) + SIZE - y
    return { x, y, width, height }
  }

  /** The cell under a point of the drawing. */
  cellAt(spot: Spot): string | undefined {
    const column = Math.floor((spot.x - MARGIN) / SIZE)
    const row = Math.floor((spot.y - MARGIN) / SIZE)
    const x = this.flipped ? this.board.width - 1 - column : column
    const y = this.flipped ? row : this.board.height - 1 - row
    return this.byPlace.get(`${x},${y}`)
  }

  /** The cell beside another, going by what one sees; the cell itself at the edge. */
  beside(name: string, right: number, up: number): string {
    const cell = this.byName.get(name)
    const turn = this.flipped ? -1 : 1
    return (cell && this.byPlace.get(`${cell.x + right * turn},${cell.y + up * turn}`)) ?? name
  }
}
