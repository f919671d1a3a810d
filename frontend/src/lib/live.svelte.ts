// One room as it is now: what the server told, where one stands in the tree of clicks, what was sent.

import { lengthOf } from '../board/tale.ts'
import { peopleOf } from '../panels/names.ts'
import { randomNumber } from './api.ts'
import { changed, type Changes } from './changes.ts'
import { find, keyOf, keysOffered, meantCell, offered, onlyPath, press } from './choices.ts'
import { type GroupOrder, groupOrders, orderable } from './group.ts'
import { mine } from './mine.svelte.ts'
import { notify } from './notify.ts'
import { router } from './router.svelte.ts'
import { diceOf, keepDice, keepSecrets, secretsOf } from './seats.ts'
import { Sequence } from './sequence.ts'
import { PACES, settings } from './settings.svelte.ts'
import { RoomSocket } from './socket.ts'
import { soundOf, soundOfEnd } from './sound.ts'
import { texts, ui } from './texts.svelte.ts'
import type { Offer, Order, Room, Said, ServerMessage, Sides } from './protocol.ts'
import type { Choice, Click, Line, Sealed, View } from './view.ts'
import { whyNot } from './why.ts'
import { clickInWords, refusalInWords as inWords, troubleInWords } from './words.ts'

const LOG_KEPT = 400
const PAUSE = 260 // ms between two actions at the normal pace, after what there is to see
const READING = 520 // ms for a line with nothing to see
const TAKE_BACK = 3000 // ms before an only choice is played, where one's last action could still be taken back
const LONGEST = 12_000 // ms for all that waits to be seen
const LONGEST_ON_THE_CLOCK = 1200 // ms where one's own time runs meanwhile

/** New lines of the log, to be drawn once, in so many milliseconds. */
export interface News {
  serial: number
  lines: Line[]
  time: number
}

/** What the page should say now: a refusal, or something good to know. */
export interface Notice {
  text: string
  isRefusal: boolean
}

/** The room after something happened; no view: only who is there, what is offered. */
interface Moment {
  room: Room
  view: View | null
  lines: Line[]
}

export class Live {
  room: Room | null = $state.raw(null)
  view: View | null = $state.raw(null)
  path: Choice[] = $state.raw([])
  news: News = $state.raw({ serial: 0, lines: [], time: 0 })
  connected = $state(false)
  /** The key of the click whose action was sent and not answered yet. */
  sent: string | null = $state(null)
  /** The cells of those who are to get one order together; null: one after the other. */
  group: string[] | null = $state.raw(null)
  /** The key of a click that selected something by an action of its own. */
  selected: string | null = $state(null)
  notice: Notice = $state.raw({ text: '', isRefusal: false })
  said: Said[] = $state.raw([])
  /** How many moments have arrived that are not shown yet. */
  behind = $state(0)
  hinted: string[] = $state.raw([])
  /** Milliseconds until the only choice is played by itself, where one may still click or take back; 0: none is. */
  soon = $state(0)
  /** Who must take the screen before the view is shown, where several share it and have secrets. */
  curtain: number | null = $state(null)
  /** Why there is nothing to see here: no such room, a seat that is not ours. */
  dead = $state('')

  readonly options = $derived(this.view && this.sent === null ? offered(this.view.choices, this.path) : [])
  readonly keys = $derived(keysOffered(this.options))
  /** Several can be ordered, in any sequence: so also together. */
  readonly canGroup = $derived(this.view?.secret !== undefined && this.path.length === 0 && orderable(this.options).length > 1)
  readonly groupOrders: GroupOrder[] = $derived(
    this.view && this.group ? groupOrders(this.view.choices, this.group, (cell) => this.placeOf(cell)) : [],
  )
  /** Other people play too: they are asked before something is taken back. */
  readonly hasOpponents = $derived(
    this.room?.seats.some((seat, i) => seat.kind === 'person' && !this.room?.mine.includes(i)) ?? false,
  )
  readonly mayUndo = $derived((this.room?.can_undo ?? false) || this.hasOpponents)
  readonly isMine = $derived(this.view?.turn != null && (this.room?.mine.includes(this.view.turn) ?? false))

  private readonly socket: RoomSocket
  private readonly sequence = new Sequence<Moment>(
    (moment, time) => this.show(moment, time),
    (moment) => this.lengthOf(moment),
    () => (this.isOnTheClock ? LONGEST_ON_THE_CLOCK : LONGEST * PACES[settings.pace]),
  )
  private newest: View | null = null // that has arrived, shown or not
  private newestNumber = -1
  private warned = '' // the action that was warned of
  private isLate = false // the rematch had been made when we came
  private ownActions = 0 // in a row, since it became one's turn
  private isTakenBack = false // the position is one to which something was taken back
  private timer = 0 // until the only choice is played
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
    clearTimeout(this.timer)
    this.sequence.drop()
    this.socket.close()
    texts.people = {}
  }

  /** Show at once what waits to be shown. */
  skip(): void {
    this.sequence.finish()
    this.behind = 0
  }

  /** A click of the player, by whatever means. */
  press(click: Click): void {
    if (this.behind > 0) return this.skip()
    const view = this.view
    if (!view) return
    if (this.group && 'cell' in click && this.chooseOne(click.cell)) return
    const meant = 'cell' in click ? { cell: meantCell(this.options, view.pieces, click.cell) } : click
    if (!this.hinted.includes(keyOf(meant))) this.hinted = []
    const step = this.sent === null ? press(view.choices, this.path, meant) : { kind: 'refuse' as const }
    this.tell('')
    const sealed = step.kind === 'refuse' && this.sent === null ? this.sealedBy(click) : undefined
    if (sealed) this.reopen(sealed)
    else if (step.kind === 'refuse' && keyOf(meant) === this.selected) this.back()
    else if (step.kind === 'refuse') this.tell(whyNot(this, click))
    if (step.kind === 'go') this.path = step.path
    if (step.kind === 'act' && !this.warns(step.path.at(-1))) {
      this.isTakenBack = false
      this.act([step.action], keyOf(meant))
    }
  }

  /** Says once what one should think of before this; true where it has to be clicked again. */
  private warns(choice: Choice | undefined): boolean {
    if (!choice?.warning || this.warned === choice.action) return false
    this.warned = choice.action ?? ''
    this.tell(ui('warning', { what: texts.say(choice.warning, this.view?.game) }), true)
    return true
  }

  /** Back by one click; where the last click was an action of one's own in this turn, that is taken back. */
  back(): void {
    if (this.behind > 0) this.skip()
    else if (this.group) this.toggleGroup()
    else if (this.path.length > 0) this.path = this.path.slice(0, -1)
    else if (this.ownActions > 0 && this.room?.can_undo) this.undo()
  }

  toggleGroup(): void {
    this.path = []
    this.group = this.group ? null : []
  }

  chooseAll(): void {
    if (this.view) this.group = orderable(this.view.choices)
  }

  /** Into the group or out of it; false for what cannot be ordered. */
  private chooseOne(cell: string): boolean {
    const { group, view } = this
    if (!group || !view || !orderable(view.choices).includes(cell)) return false
    this.group = group.includes(cell) ? group.filter((other) => other !== cell) : [...group, cell]
    return true
  }

  orderGroup(order: GroupOrder): void {
    this.act(order.actions, order.key)
  }

  private placeOf(name: string): { x: number; y: number } {
    return this.view?.board.cells.find(({ cell }) => cell === name) ?? { x: 0, y: 0 }
  }

  undo(): void {
    this.stay()
    if (this.room && this.mayUndo) this.order({ type: 'undo', number: this.room.number })
    else this.tell(ui('nothing-to-undo'))
  }

  tell(text: string, isRefusal = false): void {
    this.notice = { text, isRefusal }
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

  rematch(sides: Sides): void {
    if (this.room) this.order({ type: 'rematch', number: this.room.number, share: this.shareOfNext(), sides })
  }

  say(what: { text: string } | { quick: string }): void {
    this.order({ type: 'say', ...what })
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

  /** Plays actions of one's own, one after the other; `key` names the click that led there. */
  act(actions: string[], key: string): void {
    this.stay()
    const secret = this.view?.secret
    const sealed = secret ? { sealed: secret.sealed.length } : {}
    if (!this.room || !this.order({ type: 'act', number: this.room.number, actions, ...sealed })) return
    this.sent = key
    this.ownActions += actions.length
  }

  private order(order: Order): boolean {
    const id = this.socket.send(order)
    if (id === null) this.tell(ui('not-connected'), true)
    return id !== null
  }

  /**
   * An only choice is no choice: it is played by itself once one has seen what came before. One clicks oneself where
   * there is something to think of first: what it costs or how likely it is, a warning, something just selected or
   * taken back; and among people, whom one would have to ask to take it back, or who would learn from how fast it came.
   */
  private onlyAction(view: View): { path: Choice[]; action: string } | null {
    const path = onlyPath(view.choices)
    const last = path.at(-1)
    if (!last?.action || last.note || last.warning || view.secret || this.selected || this.curtain !== null) return null
    const isAmongPeople = this.hasOpponents && (this.ownActions > 0 || this.hasSecrets(view.game))
    return settings.only && this.isMine && !isAmongPeople ? { path, action: last.action } : null
  }

  private playOnly(view: View): void {
    this.stay()
    const only = this.behind === 0 ? this.onlyAction(view) : null
    if (!only) return
    if (this.isTakenBack) {
      if (this.room?.can_undo) this.undo() // to where there was a choice
      return
    }
    const clicks = only.path.map(({ click }) => click)
    const key = keyOf(clicks.at(-1) as Click)
    this.tell(ui('only-was', { what: this.inWords(clicks) }))
    if (this.ownActions > 0 && this.room?.can_undo) this.soon = TAKE_BACK
    else this.sent = key
    const time = this.soon || this.news.time + READING * PACES[settings.pace]
    this.timer = window.setTimeout(() => this.act([only.action], key), time)
  }

  /** What would be played by itself is not. */
  private stay(): void {
    clearTimeout(this.timer)
    this.soon = 0
  }

  private connection(is: boolean): void {
    if (!is) this.tell(ui('connection-lost'), true)
    else if (this.notice.text === ui('connection-lost')) this.tell('')
    this.connected = is
    this.sent = null
  }

  private heard(message: ServerMessage): void {
    switch (message.type) {
      case 'room':
        this.isLate = message.room.rematch !== null
        if (message.room.dice && !message.room.dice.seed) keepDice(this.id, { commitment: message.room.dice.commitment })
        this.begin(message.room, message.view)
        break
      case 'update':
        this.update(message.room, message.since, message.view)
        break
      case 'presence':
        this.presence(message.room)
        break
      case 'refused':
        this.refused(message)
        break
      case 'rematch':
        keepSecrets(message.room, message.secrets)
        this.keepNextDice(message.room)
        if (!this.isLate) router.go(`/play/${message.room}`) // whoever comes back to look is not sent away again
        break
      case 'talk':
        this.said = message.said
        break
      case 'hint':
        this.hinted = message.clicks.map(keyOf)
        this.tell(ui('hint-is', { what: this.inWords(message.clicks) }))
        break
    }
  }

  /** What was promised for the rematch when this match ended, and what we gave for it. */
  private keepNextDice(room: string): void {
    const number = this.nextNumber ?? diceOf(this.id).number
    const commitment = this.room?.dice?.next
    if (commitment && number) keepDice(room, { commitment, number })
  }

  private refused(message: Extract<ServerMessage, { type: 'refused' }>): void {
    this.sent = null
    this.reopened = null
    const words = inWords(message.error, message.text, this.room?.game)
    if (this.room) this.tell(words, true)
    else this.dead = words
  }

  /** The whole room: nothing that waited matters any more. What happened since is drawn where that is known. */
  private begin(room: Room, view: View | null): void {
    const before = this.newest
    this.sequence.drop()
    this.newest = view
    this.newestNumber = room.number
    const lines = before && view && view.ply > before.ply ? view.log.filter((line) => line.ply > before.ply) : []
    this.add({ room, view, lines })
  }

  private update(room: Room, since: number, told: Changes): void {
    const before = this.newest
    if (!before || since !== this.newestNumber) {
      this.order({ type: 'whole' }) // something was lost
      return
    }
    const log = [...before.log, ...told.log].slice(-LOG_KEPT)
    const view = (this.newest = { ...changed(before, told), log })
    this.newestNumber = room.number
    // One's own action is shown at once.
    if (before.secret || (before.turn !== null && room.mine.includes(before.turn))) this.sequence.finish()
    this.add({ room, view, lines: told.log })
  }

  /** Who is there and what is offered, at its place after what still waits to be shown. */
  private presence(room: Room): void {
    const last = this.sequence.last
    if (last) last.room = room
    else this.show({ room, view: null, lines: [] }, 0)
  }

  private add(moment: Moment): void {
    this.sequence.add(moment)
    this.behind = this.sequence.size
  }

  private lengthOf({ lines }: Moment): number {
    if (lines.length === 0 || document.hidden) return 0
    const seen = lengthOf(lines)
    return (seen === 0 ? READING : seen + PAUSE) * PACES[settings.pace]
  }

  private get isOnTheClock(): boolean {
    const { turn } = this.newest ?? {}
    return turn != null && this.room?.mine.includes(turn) === true && this.room.seats[turn]?.clock != null
  }

  private show({ room, view, lines }: Moment, time: number): void {
    if (room.trouble && !this.room?.trouble) this.tell(troubleInWords(room), true)
    this.room = room
    texts.people = peopleOf(room)
    mine.keep(room, view ?? this.view)
    this.behind = this.sequence.size
    if (!view) return
    this.settle(view, lines)
    this.sound(this.view, view, lines, time)
    this.view = view
    const seen = lengthOf(lines)
    this.news = { serial: this.news.serial + 1, lines, time: (time * seen) / (seen + PAUSE) }
    this.playOnly(view)
  }

  private sound(before: View | null, view: View, lines: Line[], time: number): void {
    if (time > 0) soundOf(lines)
    if (!before) return
    const own = this.room?.mine ?? []
    if (view.outcome && !before.outcome) soundOfEnd(view.outcome, own)
    else if (view.turn !== before.turn && view.turn !== null && own.includes(view.turn) && document.hidden) notify({ id: this.id, game: view.game })
  }

  /** What was begun, sent and chosen on the view before. */
  private settle(view: View, lines: Line[]): void {
    const before = this.view
    if (before && view.ply < before.ply) this.isTakenBack = true
    const isSameTurn = before !== null && before.turn === view.turn
    if (!isSameTurn) this.ownActions = 0
    this.selected = isSameTurn && lines.length === 0 && !view.secret ? this.sent : null
    this.sent = null
    this.warned = ''
    this.path = this.reopenedPath(view)
    this.reopened = null
    if (this.group) this.group = orderable(view.choices).length > 1 ? [] : null
    this.hinted = []
    if (before && before.seat !== view.seat && this.sharesSecrets(view)) this.curtain = view.seat
  }

  /** Where a decision was taken back to be made anew its first click is made already, and so is an only one. */
  private reopenedPath(view: View): Choice[] {
    const [only, ...others] = view.secret ? orderable(view.choices) : []
    const click = this.reopened ?? (only && others.length === 0 ? { cell: only } : null)
    const first = click && find(view.choices, click)
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
