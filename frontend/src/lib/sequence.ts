// What arrives faster than one can read is shown one after the other, each as long as it takes.

export class Sequence<T> {
  private waiting: T[] = []
  private timer = 0
  private most = 0 // that waited at once since the last time nothing did
  private readonly show: (thing: T, time: number) => void
  private readonly length: (thing: T) => number
  private readonly longest: () => number

  /**
   * `length` says how many milliseconds a thing should be seen, `longest` how many all that wait may take together;
   * `show` is told how many it got.
   */
  constructor(show: (thing: T, time: number) => void, length: (thing: T) => number, longest: () => number) {
    this.show = show
    this.length = length
    this.longest = longest
  }

  get isRunning(): boolean {
    return this.timer !== 0
  }

  /** How many wait. */
  get size(): number {
    return this.waiting.length
  }

  /** The newest of those that wait. */
  get last(): T | undefined {
    return this.waiting.at(-1)
  }

  add(thing: T): void {
    this.waiting.push(thing)
    this.most = Math.max(this.most, this.waiting.length)
    if (!this.isRunning) this.next()
  }

  /** Everything that waits, now. */
  finish(): void {
    clearTimeout(this.timer)
    this.timer = 0
    this.most = 0
    for (const thing of this.waiting.splice(0)) this.show(thing, 0)
  }

  /** Nothing that waits is worth showing any more. */
  drop(): void {
    this.waiting = []
    this.finish()
  }

  private next = (): void => {
    this.timer = 0
    const thing = this.waiting.shift()
    if (thing === undefined) {
      this.most = 0
      return
    }
    const time = Math.min(this.length(thing), this.longest() / this.most)
    if (time > 0) this.timer = setTimeout(this.next, time) as unknown as number
    this.show(thing, time)
    if (time === 0) this.next()
  }
}
