import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changed } from './changes.ts'
import type { View } from './view.ts'

const piece = (kind: string) => ({ kind, sign: kind, owner: 0, cells: ['a1'], layer: 0, badges: [] })
const before = { turn: 0, ply: 3, pieces: [piece('a'), piece('b')], panels: [], choices: [], log: [], secret: {} }
const view = before as unknown as View

test('what is left out stays as it was', () => {
  const after = changed(view, { turn: 1, log: [] })
  assert.equal(after.turn, 1)
  assert.equal(after.ply, 3)
  assert.equal(after.pieces, view.pieces)
})

test('a number is the place of an element that was there before', () => {
  const after = changed(view, { pieces: [1, piece('c'), 0] as never, log: [] })
  assert.deepEqual(after.pieces.map((one) => one.kind), ['b', 'c', 'a'])
  assert.equal(after.pieces[0], view.pieces[1])
})

test('what is gone is not there any more', () => {
  assert.equal('secret' in changed(view, { log: [], gone: ['secret'] }), false)
  assert.equal('secret' in view, true)
})
