import assert from 'node:assert/strict'
import { mock, test } from 'node:test'

import { RoomSocket } from './socket.ts'

/** A connection that says what it is told to say, and nothing by itself. */
class Line {
  static OPEN = 1
  static made: Line[] = []
  readyState = Line.OPEN
  sent: string[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null

  constructor() {
    Line.made.push(this)
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text).type)
  }

  close(): void {
    this.readyState = 3
  }
}

const window = {
  addEventListener: () => {},
  removeEventListener: () => {},
  setInterval: (work: () => void, wait: number) => setInterval(work, wait),
  setTimeout: (work: () => void, wait: number) => setTimeout(work, wait)
}
Object.assign(globalThis, { WebSocket: Line, location: { protocol: 'http:', host: 'here' }, window })
Object.defineProperty(globalThis, 'navigator', { value: { onLine: true }, configurable: true })

function come(): { heard: boolean[]; line: Line; socket: RoomSocket } {
  const heard: boolean[] = []
  Line.made = []
  const socket = new RoomSocket('room', () => ({}), { heard: () => {}, connected: (is) => heard.push(is) })
  const line = Line.made[0]!
  line.onopen!()
  return { heard, line, socket }
}

test('a server that answers pings keeps its socket', () => {
  mock.timers.enable({ apis: ['setInterval', 'setTimeout'] })
  const { line, socket } = come()
  for (let times = 0; times < 4; times++) {
    mock.timers.tick(15000)
    line.onmessage!({ data: '{"type":"pong"}' })
  }
  assert.equal(Line.made.length, 1)
  assert.deepEqual(line.sent, ['hello', 'ping', 'ping', 'ping', 'ping'])
  socket.close()
  mock.timers.reset()
})

test('a server that falls silent is left, and the page connects again', () => {
  mock.timers.enable({ apis: ['setInterval', 'setTimeout'] })
  const { heard, line, socket } = come()
  mock.timers.tick(15000)
  assert.equal(Line.made.length, 1)
  mock.timers.tick(15000)
  mock.timers.tick(400)
  assert.equal(Line.made.length, 2)
  assert.notEqual(line.readyState, Line.OPEN)
  Line.made[1]!.onopen!()
  assert.deepEqual(heard, [true, false, true])
  socket.close()
  mock.timers.reset()
})
