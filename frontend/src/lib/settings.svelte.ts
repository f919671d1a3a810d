// How one likes it: the pace at which others' actions are shown, sound, talk. Kept in this browser.

export type Pace = 'calm' | 'normal' | 'quick' | 'none'

/** How long things take, compared with the normal pace. */
export const PACES: Record<Pace, number> = { calm: 1.8, normal: 1, quick: 0.4, none: 0 }

interface Kept {
  pace: Pace
  sound: boolean
  talk: boolean
  notify: boolean
  /** What is the only choice is played by itself. */
  only: boolean
}

const STORED = 'tabor-settings'

function first(): Kept {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const usual: Kept = { pace: isCalm ? 'none' : 'normal', sound: true, talk: true, notify: false, only: true }
  return { ...usual, ...(JSON.parse(localStorage.getItem(STORED) ?? '{}') as Partial<Kept>) }
}

class Settings {
  private kept: Kept = $state(first())

  get pace(): Pace {
    return this.kept.pace in PACES ? this.kept.pace : 'normal'
  }

  get sound(): boolean {
    return this.kept.sound
  }

  get talk(): boolean {
    return this.kept.talk
  }

  get notify(): boolean {
    return this.kept.notify
  }

  get only(): boolean {
    return this.kept.only
  }

  keep(change: Partial<Kept>): void {
    this.kept = { ...this.kept, ...change }
    localStorage.setItem(STORED, JSON.stringify(this.kept))
  }
}

export const settings = new Settings()
