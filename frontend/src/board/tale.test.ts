import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Line, Piece, Show } from '../lib/view.ts'
import { identify, type Token } from './identity.ts'
import { tell, timeline } from './tale.ts'

const message = { id: 'x', args: {} }
const line = (...show: Show[]): Line => ({ ply: 1, turn: 1, by: 0, message, show })

function piece(kind: string, owner: number, cell: string, layer = 0): Piece {
  return { kind, sign: 'X', owner, cells: [cell], layer, badges: [] }
}

function keysAfter(before: Token[], now: Piece[], ...show: Show[]): (number | undefined)[] {
  const { journeys } = tell(before.map((token) => token.piece), [line(...show)])
  return identify(before, now, journeys).map((token) => token.key)
}

test('alike things are drawn together, others after them', () => {
  const timed = timeline([line({ walk: ['a1', 'a2'] }), line({ walk: ['b1', 'b2'] }, { hit: 'b2', text: '−1' })])
  assert.deepEqual(timed.map((one) => one.at), [0, 0, 340])
})

test('many things are drawn faster', () => {
  const many = Array.from({ length: 50 }, (_, i) => (i % 2 ? line({ gone: 'a1' }) : line({ new: 'a1' })))
  assert.ok(Math.max(...timeline(many).map((one) => one.at + one.length)) <= 2801)
})

test('a piece that walked keeps its key, also when it turned over', () => {
  const before = identify([], [piece('Archer', 0, 'a1'), piece('Archer', 0, 'b1')], [])
  const now = [piece('Archer', 0, 'b1'), piece('Veteran', 0, 'a3')]
  assert.deepEqual(keysAfter(before, now, { walk: ['a1', 'a2', 'a3'] }), [before[1]?.key, before[0]?.key])
})

test('pieces that change places keep their keys', () => {
  const before = identify([], [piece('robot', 0, 'a1'), piece('robot', 0, 'a2')], [])
  const now = [piece('robot', 0, 'a1'), piece('robot', 0, 'a2')]
  const keys = keysAfter(before, now, { walk: ['a1', 'a2'] }, { walk: ['a2', 'a1'] })
  assert.deepEqual(keys, [before[1]?.key, before[0]?.key])
})

test('walks of one piece are joined', () => {
  const shows: Show[] = [{ walk: ['a6', 'a5'] }, { new: 'b1' }, { walk: ['a5', 'a4'] }]
  const { journeys } = tell([piece('wolf', 1, 'a6')], [line(...shows)])
  assert.deepEqual(journeys.map((journey) => journey.path), [['a6', 'a5', 'a4']])
})

test('a captured piece leaves, and gives its key to nobody', () => {
  const before = identify([], [piece('Archer', 0, 'a1'), piece('Archer', 1, 'a2')], [])
  const shows: Show[] = [{ walk: ['a1', 'a2'] }, { gone: 'a2' }]
  assert.deepEqual(keysAfter(before, [piece('Archer', 0, 'a2')], ...shows), [before[0]?.key])
  assert.equal(tell(before.map((token) => token.piece), [line(...shows)]).timed[1]?.origin, 'a2')
})

test('one who walked and fell is remembered by where it stood', () => {
  const { timed } = tell([piece('robot', 0, 'a1')], [line({ walk: ['a1', 'a2'] }), line({ gone: 'a2' })])
  assert.equal(timed[1]?.origin, 'a1')
})

test('a wall stays when the unit on it goes onto a gate', () => {
  const before = identify([], [piece('wall', 0, 'a1'), piece('gate', 0, 'a2'), piece('archers', 0, 'a1', 2)], [])
  const now = [piece('wall', 0, 'a1'), piece('gate', 0, 'a2'), piece('archers', 0, 'a2', 2)]
  assert.deepEqual(keysAfter(before, now, { walk: ['a1', 'a2'] }), before.map((token) => token.key))
})
