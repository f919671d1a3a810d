// Where we are: the address bar, and nothing else, says it.

export type Place = { page: 'home' } | { page: 'learn' | 'puzzle-list'; game: string } | { page: 'puzzles'; game: string; number?: number } | { page: 'campaign'; game: string } | { page: 'play'; room: string } | { page: 'replay'; room: string; ply: number }

function read(): Place {
  const [, page, room, more] = location.pathname.split('/')
  if (room && (page === 'play' || page === 'watch')) return { page: 'play', room }
  if (room && page === 'puzzles' && more === 'all') return { page: 'puzzle-list', game: room }
  if (room && page === 'puzzles') return { page, game: room, number: Number(more) || undefined }
  if (room && page === 'learn') return { page: 'learn', game: room }
  if (room && page === 'campaign') return { page: 'campaign', game: room }
  if (room && page === 'replay') return { page: 'replay', room, ply: Number(location.hash.slice(1)) || 0 }
  return { page: 'home' }
}

class Router {
  place: Place = $state.raw(read())

  constructor() {
    window.addEventListener('popstate', () => (this.place = read()))
  }

  go(path: string): void {
    history.pushState(null, '', path)
    this.place = read()
    scrollTo(0, 0)
  }

  /** What is shown gets another address; the page does not change. */
  rename(path: string): void {
    history.replaceState(null, '', path)
  }
}

export const router = new Router()

/** Follows a link inside the page without loading the page anew. */
export function follow(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  router.go(link.getAttribute('href') ?? '/')
}
