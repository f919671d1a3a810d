// How much of the board one sees: 1 shows all of it, more is nearer. The drawing is moved by a CSS transform, which
// browsers do without drawing it anew.

const NEAREST = 8
// px; a cell smaller than a fingertip is hard to hit
const LEAST_CELL = typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches ? 40 : 24

interface Point {
  x: number
  y: number
}

export class Camera {
  zoom = $state(1)
  x = $state(0)
  y = $state(0)
  private frame = $state({ width: 1, height: 1 })
  private drawing = $state({ width: 1, height: 1, cell: 48 })

  /** Pixels for one unit of the drawing when all of it is seen. */
  readonly fit = $derived(Math.min(this.frame.width / this.drawing.width, this.frame.height / this.drawing.height))
  readonly width = $derived(this.drawing.width * this.fit * this.zoom)
  readonly height = $derived(this.drawing.height * this.fit * this.zoom)

  setFrame(width: number, height: number): void {
    this.frame = { width, height }
    this.clamp()
  }

  setDrawing(width: number, height: number, cell: number): void {
    this.drawing = { width, height, cell }
  }

  /** Near enough to hit a cell, about the middle of some point of the drawing. */
  reset(about: Point): void {
    this.zoom = Math.max(1, LEAST_CELL / (this.fit * this.drawing.cell))
    this.look(about)
  }

  look(at: Point): void {
    const scale = this.fit * this.zoom
    this.x = this.frame.width / 2 - at.x * scale
    this.y = this.frame.height / 2 - at.y * scale
    this.clamp()
  }

  /** Moves as little as needed for a point to be well inside. */
  reveal(at: Point): void {
    const scale = this.fit * this.zoom
    const edge = this.drawing.cell * scale
    const [left, top] = [this.x + at.x * scale, this.y + at.y * scale]
    this.x += Math.max(0, edge - left) - Math.max(0, left - (this.frame.width - edge))
    this.y += Math.max(0, edge - top) - Math.max(0, top - (this.frame.height - edge))
    this.clamp()
  }

  sees(at: Point): boolean {
    const scale = this.fit * this.zoom
    const [left, top] = [this.x + at.x * scale, this.y + at.y * scale]
    return left >= 0 && top >= 0 && left <= this.frame.width && top <= this.frame.height
  }

  pan(dx: number, dy: number): void {
    this.x += dx
    this.y += dy
    this.clamp()
  }

  /** Nearer or farther, about a point of the frame that stays where it is. */
  zoomBy(factor: number, about: Point = { x: this.frame.width / 2, y: this.frame.height / 2 }): void {
    const zoom = Math.min(NEAREST, Math.max(1, this.zoom * factor))
    const ratio = zoom / this.zoom
    this.x = about.x - (about.x - this.x) * ratio
    this.y = about.y - (about.y - this.y) * ratio
    this.zoom = zoom
    this.clamp()
  }

  private clamp(): void {
    this.x = inside(this.x, this.frame.width, this.width)
    this.y = inside(this.y, this.frame.height, this.height)
  }
}

function inside(place: number, frame: number, drawing: number): number {
  if (drawing <= frame) return (frame - drawing) / 2
  return Math.min(0, Math.max(frame - drawing, place))
}
