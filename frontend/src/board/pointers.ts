// Fingers and mice on the board: a press, a drag that pans, two fingers that zoom.

import type { Camera } from './camera.svelte.ts'

const SLACK = 7 // px; a press may tremble so much

interface Held {
  x: number
  y: number
}

export class Pointers {
  private readonly held = new Map<number, Held>()
  private readonly camera: Camera
  private readonly frame: () => DOMRect
  private start: Held = { x: 0, y: 0 }
  private isDrag = false

  constructor(camera: Camera, frame: () => DOMRect) {
    this.camera = camera
    this.frame = frame
  }

  down(event: PointerEvent, target: Element): void {
    if (this.held.size === 0) {
      this.isDrag = false
      this.start = { x: event.clientX, y: event.clientY }
    } else this.isDrag = true
    this.held.set(event.pointerId, { x: event.clientX, y: event.clientY })
    target.setPointerCapture(event.pointerId)
  }

  move(event: PointerEvent): void {
    const old = this.held.get(event.pointerId)
    if (!old) return
    const now = { x: event.clientX, y: event.clientY }
    if (Math.hypot(now.x - this.start.x, now.y - this.start.y) > SLACK) this.isDrag = true
    if (this.held.size === 2) this.pinch(event.pointerId, old, now)
    else if (this.isDrag) this.camera.pan(now.x - old.x, now.y - old.y)
    this.held.set(event.pointerId, now)
  }

  /** True when it was a press, not a drag. */
  up(event: PointerEvent): boolean {
    const wasHeld = this.held.delete(event.pointerId)
    return wasHeld && !this.isDrag
  }

  cancel(event: PointerEvent): void {
    this.held.delete(event.pointerId)
    this.isDrag = true
  }

  private pinch(moving: number, old: Held, now: Held): void {
    const [, other] = [...this.held].find(([id]) => id !== moving) ?? []
    if (!other) return
    const rect = this.frame()
    const middle = { x: (now.x + other.x) / 2 - rect.left, y: (now.y + other.y) / 2 - rect.top }
    const ratio = Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1, Math.hypot(old.x - other.x, old.y - other.y))
    this.camera.zoomBy(ratio, middle)
    this.camera.pan((now.x - old.x) / 2, (now.y - old.y) / 2)
  }
}
