// One room as it is now: what the server told, where one stands in the tree of clicks, what was sent.

import { randomNumber } from './api.ts'
import { changed, type Changes } from './changes.ts'
import { find, keyOf, keysOffered, meantCell, offered, press } from './choices.ts'
import { router } from './router.svelte.ts'
import { diceOf, keepDice, keepSecrets, secretsOf } from './seats.ts'
import { RoomSocket } from './socket.ts'
import { texts, ui } from './texts.svelte.ts'
import type { Offer, Order, Room, ServerMessage } from './protocol.ts'
import type { Choice, Click, Line, Sealed, View } from './view.ts'
import { whyNot } from './why.ts'
import { clickInWords } from './words.ts'

const LOG_KEPT = 400

/** New lines of the log, to be drawn once. */
export interface News {
  serial: number
  lines: Line[]
}

export class Live {
  room: Room | null = $state.raw(null)
  view: View | null = $state.raw(null)
  path: Choice[] = $state.raw([])
  news: News = $state.raw({ serial: 0, lines: [] })
  connected = $state(false)
  /** The key of the click whose action was sent and not answered yet. */
  sent: string | null = $state(null)
  /** The key of a click that selected something by an action of its own. */
  selected: string | null = $state(null)
  /** What the player should hear now: a refusal, a hint, a lost connection. */
  notice = $state('')
  hinted: string[] = $state.raw([])
  /** Who must take the screen before the view is shown, where several share it and have secrets. */
  curtain: number | null = $state(null)
  /** Why there is nothing to see here: no such room, a seat that is not ours. */
  dead = $state('')

  readonly options = $derived(this.view && this.sent === null ? offered(this.view.choices, this.path) : [])
  readonly keys = $derived(keysOffered(this.options))
  /** Other people play too: they are asked before something is taken back. */
  readonly hasOpponents = $derived(
    this.room?.seats.some((seat, i) => seat.kind === 'person' && !this.room?.mine.includes(i)) ?? false,
  )
  readonly mayUndo = $derived((this.room?.can_undo ?? false) || this.hasOpponents)
  readonly isMine = $derived(this.view?.turn != null && (this.room?.mine.includes(this.view.turn) ?? false))

  private readonly socket: RoomSocket
  private ownActions = 0 // in a row, since it became one's turn
  private nextNumber: string | null = null // our share in the dice of a rematch
  private reopened: Click | null = null // a decision that is being taken back, to be made anew
  readonly id: string
  private readonly hasSecrets: (game: string) => boolean

  constructor(id: string, hasSecrets: (game: string) => boolean) {
    this.id = id
    this.hasSecrets = hasSecrets
    const hello = () => ({ secrets: Object.values(secretsOf(id)), language: texts.language })
    this.socket = new RoomSocket(id, hello, {
      heard: (message) => this.heard(message),
      connected: (is) => this.connection(is),
    })
  }

  close(): void {
    this.socket.close()
  }

  /** A click of the player, by whatever means. */
  press(click: Click): void {
    const view = this.view
    if (!view) return
    const meant = 'cell' in click ? { cell: meantCell(this.options, view.pieces, click.cell) } : click
    if (!this.hinted.includes(keyOf(meant))) this.hinted = []
    const step = this.sent === null ? press(view.choices, this.path, meant) : { kind: 'refuse' as const }
    this.notice = ''
    const sealed = step.kind === 'refuse' && this.sent === null ? this.sealedBy(click) : undefined
    if (sealed) this.reopen(sealed)
    else if (step.kind === 'refuse' && keyOf(meant) === this.selected) this.back()
    else if (step.kind === 'refuse') this.notice = whyNot(this, click)
    if (step.kind === 'go') this.path = step.path
    if (step.kind === 'act') this.act(step.action, keyOf(meant))
  }

  /** Back by one click; where the last click was an action of one's own in this turn, that is taken back. */
  back(): void {
    if (this.path.length > 0) this.path = this.path.slice(0, -1)
    else if (this.ownActions > 0 && this.room?.can_undo) this.undo()
  }

  undo(): void {
    if (this.room && this.mayUndo) this.order({ type: 'undo', number: this.room.number })
    else this.notice = ui('nothing-to-undo')
  }

  /** The sealed decision that began with this click, if there is exactly one. */
  private sealedBy(click: Click): Sealed | undefined {
    const begun = this.view?.secret?.sealed.filter((other) => other.clicks[0] && keyOf(other.clicks[0]) === keyOf(click))
    return begun?.length === 1 ? begun[0] : undefined
  }

  /** Take back a sealed decision: nobody else has seen it. */
  unseal(sealed: Sealed): void {
    if (this.room) this.order({ type: 'undo', number: this.room.number, decision: sealed.number })
  }

  private reopen(sealed: Sealed): void {
    this.reopened = sealed.clicks[0] ?? null
    this.unseal(sealed)
  }

  ask(type: 'resign' | 'draw' | 'claim' | 'hint'): void {
    if (this.room) this.order({ type, number: this.room.number })
  }

  rematch(): void {
    if (this.room) this.order({ type: 'rematch', number: this.room.number, share: this.shareOfNext() })
  }

  answer(offer: Offer, yes: boolean): void {
    const share = offer === 'rematch' && yes ? { share: this.shareOfNext() } : {}
    this.order({ type: 'answer', offer, yes, ...share })
  }

  private shareOfNext(): string {
    this.nextNumber ??= randomNumber()
    return this.nextNumber
  }

  rename(name: string): void {
    this.order({ type: 'name', name })
  }

  private act(action: string, key: string): void {
    const secret = this.view?.secret
    const sealed = secret ? { sealed: secret.sealed.length } : {}
    if (!this.room || !this.order({ type: 'act', number: this.room.number, action, ...sealed })) return
    this.sent = key
    this.ownActions += 1
  }

  private order(order: Order): boolean {
    const id = this.socket.send(order)
    if (id === null) this.notice = ui('not-connected')
    return id !== null
  }

  private connection(is: boolean): void {
    if (!is) this.notice = ui('connection-lost')
    else if (this.notice === ui('connection-lost')) this.notice = ''
    this.connected = is
    this.sent = null
  }

  private heard(message: ServerMessage): void {
    switch (message.type) {
      case 'room':
        this.room = message.room
        if (message.room.dice && !message.room.dice.seed) keepDice(this.id, { commitment: message.room.dice.commitment })
        if (message.view) this.show(message.view, [])
        break
      case 'update':
        this.update(message.room, message.since, message.view)
        break
      case 'presence':
        this.room = message.room
        break
      case 'refused':
        this.sent = null
        this.reopened = null
        if (this.room) this.notice = this.refusal(message)
        else this.dead = message.error.id === 'no-room' ? ui('no-room') : message.text
        break
      case 'rematch':
        keepSecrets(message.room, message.secrets)
        this.keepNextDice(message.room)
        router.go(`/play/${message.room}`)
        break
      case 'hint':
        this.hinted = message.clicks.map(keyOf)
        this.notice = ui('hint-is', { what: this.inWords(message.clicks) })
        break
    }
  }

  /** What was promised for the rematch when this match ended, and what we gave for it. */
  private keepNextDice(room: string): void {
    const number = this.nextNumber ?? diceOf(this.id).number
    const commitment = this.room?.dice?.next
    if (commitment && number) keepDice(room, { commitment, number })
  }

  private refusal(message: { error: { id: string; args: object }; text: string }): string {
    const game = this.room?.game ?? ''
    return texts.has(message.error.id, game) ? texts.say(message.error as never, game) : message.text
  }

  private update(room: Room, since: number, told: Changes): void {
    const before = this.view
    if (!before || since !== this.room?.number) {
      this.order({ type: 'whole' }) // something was lost
      return
    }
    this.room = room
    const log = [...before.log, ...told.log].slice(-LOG_KEPT)
    this.show({ ...changed(before, told), log }, told.log)
  }

  private show(view: View, lines: Line[]): void {
    const before = this.view
    const isSameTurn = before !== null && before.turn === view.turn
    if (!isSameTurn) this.ownActions = 0
    this.selected = isSameTurn && lines.length === 0 && !view.secret ? this.sent : null
    this.sent = null
    this.path = this.reopenedPath(view)
    this.reopened = null
    this.hinted = []
    if (before && before.seat !== view.seat && this.sharesSecrets(view)) this.curtain = view.seat
    this.view = view
    this.news = { serial: this.news.serial + 1, lines }
  }

  /** Where a decision was taken back to be made anew, its first click is made already. */
  private reopenedPath(view: View): Choice[] {
    const first = this.reopened && find(view.choices, this.reopened)
    return first?.then ? [first] : []
  }

  private sharesSecrets(view: View): boolean {
    return (this.room?.mine.length ?? 0) > 1 && view.turn !== null && this.hasSecrets(view.game)
  }

  /** What clicks mean, in words. */
  inWords(clicks: Click[]): string {
    return clicks.map((click) => clickInWords(this.view, click)).join(' → ')
  }
}
