// The keys of the play page, everywhere but in fields where one writes.

export interface KeyOrders {
  back: () => void
  skip: () => void
  last: () => void
  /** Back or on, while one looks back. */
  step: (by: number) => void
  undo: () => void
  flip: () => void
  list: () => void
  help: () => void
  hint: () => void
  zoom: (factor: number) => void
  whole: () => void
  board: () => void
  next: (by: number) => void
}

export class Keys {
  private readonly byKey: Record<string, () => void>

  constructor(orders: KeyOrders) {
    this.byKey = {
      Escape: orders.back,
      s: orders.skip,
      r: orders.last,
      ',': () => orders.step(-1),
      '.': () => orders.step(1),
      u: orders.undo,
      f: orders.flip,
      l: orders.list,
      h: orders.hint,
      b: orders.board,
      '?': orders.help,
      '+': () => orders.zoom(1.3),
      '-': () => orders.zoom(1 / 1.3),
      '0': orders.whole,
      n: () => orders.next(1),
      p: () => orders.next(-1),
    }
  }

  pressed(event: KeyboardEvent): void {
    const target = event.target as Element
    const isElsewhere = target.matches('input:not([type="checkbox"]), textarea, select') || target.closest('dialog')
    const order = this.byKey[event.key]
    if (!order || isElsewhere || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    order()
  }
}
