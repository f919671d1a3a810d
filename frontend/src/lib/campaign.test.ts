import assert from 'node:assert/strict'
import { test } from 'node:test'
import { battlesFor, collection, standing } from './campaign.ts'
import type { Battle, Campaign } from './protocol.ts'

const battle = (name: string, seats: number[], earns: string[]): Battle =>
  ({ name, title: name, options: {}, level: 1, seats, earns, note: '', boss: '' })
const campaign: Campaign = {
  battles: [battle('a', [0, 1], ['Boar']), battle('b', [0], ['Boar', 'Bear']), battle('c', [0, 1], [])],
  deck: 'first', cards: { Guard: 2 },
}
const at = (seat: number, won: Record<string, string[]>) =>
  battlesFor(campaign, seat).map((one) => standing(campaign, { won, deck: null }, seat, one))

test('winning a battle opens the next one of the same side', () => {
  assert.deepEqual(at(0, {}), ['open', 'locked', 'locked'])
  assert.deepEqual(at(0, { 0: ['a'] }), ['won', 'open', 'locked'])
  assert.deepEqual(at(1, { 0: ['a'] }), ['open', 'locked'])
  assert.deepEqual(at(1, { 1: ['a'] }), ['won', 'open'])
})

test('wins of the first seat earn cards', () => {
  assert.deepEqual(collection(campaign, { won: { 1: ['a'] }, deck: null }), { Guard: 2 })
  assert.deepEqual(collection(campaign, { won: { 0: ['a', 'b'] }, deck: null }), { Guard: 2, Boar: 2, Bear: 1 })
})
