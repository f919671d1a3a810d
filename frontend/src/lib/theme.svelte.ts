// Light or dark: as the system has it, or as chosen.

type Choice = 'auto' | 'light' | 'dark'

const STORED = 'tabor-theme'
const NEXT: Record<Choice, Choice> = { auto: 'light', light: 'dark', dark: 'auto' }

class Theme {
  choice: Choice = $state((localStorage.getItem(STORED) as Choice | null) ?? 'auto')

  constructor() {
    this.show()
  }

  next(): void {
    this.choice = NEXT[this.choice]
    localStorage.setItem(STORED, this.choice)
    this.show()
  }

  private show(): void {
    if (this.choice === 'auto') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = this.choice
  }
}

export const theme = new Theme()
