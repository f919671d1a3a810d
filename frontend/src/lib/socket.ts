// One socket to a room that comes back by itself after the connection was lost.

import type { Order, ServerMessage } from './protocol.ts'

const FIRST_WAIT = 400 // ms; doubled after each failure
const LONGEST_WAIT = 5000
const PING_EVERY = 15000

const REFUSED = 4000 // the code of a socket that the server closed for good: coming again would not help

export interface Listener {
  heard(message: ServerMessage): void
  connected(isConnected: boolean): void
}

export class RoomSocket {
  private socket: WebSocket | null = null
  private wait = FIRST_WAIT
  private timer = 0
  private pinging = 0
  private counter = 0
  private closed = false
  private isAnswered = true // something was heard since the last ping
  private readonly room: string
  private readonly hello: () => object
  private readonly listener: Listener

  constructor(room: string, hello: () => object, listener: Listener) {
    this.room = room
    this.hello = hello
    this.listener = listener
    this.open()
    window.addEventListener('online', this.retryNow)
    window.addEventListener('offline', this.drop)
  }

  /** Sends an order and gives the id that the server will reply to; null while there is no connection. */
  send(order: Order): string | null {
    if (this.socket?.readyState !== WebSocket.OPEN) return null
    const id = String(++this.counter)
    this.socket.send(JSON.stringify({ ...order, id }))
    return id
  }

  close(): void {
    this.closed = true
    window.removeEventListener('online', this.retryNow)
    window.removeEventListener('offline', this.drop)
    clearTimeout(this.timer)
    clearInterval(this.pinging)
    this.socket?.close()
  }

  private open(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}/api/rooms/${this.room}/socket`)
    this.socket = socket
    socket.onopen = () => this.greet(socket)
    socket.onmessage = (event) => this.hear(JSON.parse(event.data as string) as ServerMessage)
    socket.onclose = (event) => (event.code === REFUSED ? this.close() : this.lost(socket))
  }

  /** Only a room that answers makes the next loss a first one: a server that refuses is not asked again and again. */
  private hear(message: ServerMessage): void {
    this.isAnswered = true
    if (message.type === 'room') this.wait = FIRST_WAIT
    this.listener.heard(message)
  }

  private greet(socket: WebSocket): void {
    socket.send(JSON.stringify({ type: 'hello', ...this.hello() }))
    this.isAnswered = true
    this.listener.connected(true)
    clearInterval(this.pinging)
    this.pinging = window.setInterval(() => socket.readyState === WebSocket.OPEN && this.ping(socket), PING_EVERY)
  }

  /** A server that has not answered the last one is gone, though nobody said so: another may be there. */
  private ping(socket: WebSocket): void {
    if (!this.isAnswered) return this.drop()
    this.isAnswered = false
    socket.send(JSON.stringify({ type: 'ping', id: String(++this.counter) }))
  }

  private lost(socket: WebSocket): void {
    if (this.closed || socket !== this.socket) return
    this.socket = null
    clearInterval(this.pinging)
    this.listener.connected(false)
    if (!navigator.onLine) return // `online` will wake us
    this.timer = window.setTimeout(() => this.open(), this.wait)
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT)
  }

  private retryNow = (): void => {
    clearTimeout(this.timer)
    if (!this.socket) this.open()
  }

  // A socket may look alive for minutes after the network went: do not wait for it to notice.
  private drop = (): void => {
    const socket = this.socket
    if (!socket) return
    socket.onclose = null
    socket.close()
    this.lost(socket)
  }
}
