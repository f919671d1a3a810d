import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyOf, meantCell, offered, onlyPath, press } from './choices.ts'
import type { Choice, Piece } from './view.ts'

const label = { id: 'attack', args: {} }
const tree: Choice[] = [
  {
    click: { cell: 'a1' },
    then: [
      { click: { cell: 'a2' }, action: 'a1-a2' },
      { click: { button: 'attack', label }, then: [{ click: { cell: 'a2' }, action: 'a1*a2' }] },
    ],
  },
  { click: { cell: 'c1' }, then: [{ click: { cell: 'c2' }, action: 'c1-c2' }] },
  { click: { panel: 'hand', item: '7' }, action: 'play 7' },
  { click: { button: 'end', label }, action: 'end' },
]

test('the only thing that can be done is found however many clicks it takes', () => {
  assert.deepEqual(onlyPath(tree), [])
  assert.deepEqual(onlyPath([tree[0] as Choice]), [])
  assert.deepEqual(onlyPath([]), [])
  assert.deepEqual(onlyPath([tree[1] as Choice]).map(({ action }) => action), [undefined, 'c1-c2'])
  assert.deepEqual(onlyPath([tree[3] as Choice]).map(({ action }) => action), ['end'])
})

test('a leaf gives its action', () => {
  const step = press(tree, [], { panel: 'hand', item: '7' })
  assert.equal(step.kind === 'act' && step.action, 'play 7')
})

test('the same cell means another action after a button', () => {
  const first = press(tree, [], { cell: 'a1' })
  assert.equal(first.kind, 'go')
  const second = press(tree, first.kind === 'go' ? first.path : [], { button: 'attack', label })
  assert.equal(second.kind, 'go')
  const third = press(tree, second.kind === 'go' ? second.path : [], { cell: 'a2' })
  assert.equal(third.kind === 'act' && third.action, 'a1*a2')
})

test('pressing the chosen thing again goes back', () => {
  const step = press(tree, [tree[0] as Choice], { cell: 'a1' })
  assert.deepEqual(step, { kind: 'go', path: [] })
})

test('something offered earlier is chosen instead', () => {
  const step = press(tree, [tree[0] as Choice], { cell: 'c1' })
  assert.deepEqual(step, { kind: 'go', path: [tree[1]] })
})

test('what is offered nowhere is refused', () => {
  assert.equal(press(tree, [tree[0] as Choice], { cell: 'h8' }).kind, 'refuse')
  assert.equal(press(tree, [], { panel: 'hand', item: '8' }).kind, 'refuse')
})

test('keys tell panels, items and buttons apart', () => {
  const other = { id: 'attack', args: { what: 'wall' } }
  const buttons = [{ button: 'a', label }, { button: 'a', label: other }]
  const clicks = [{ panel: 'a' }, { panel: 'a', item: 'b' }, ...buttons, { cell: 'a1' }]
  assert.equal(new Set(clicks.map(keyOf)).size, clicks.length)
  assert.equal(offered(tree, []).length, 4)
})

test('a large piece is pressed anywhere', () => {
  const ship: Piece = { kind: 'ship', sign: 'S', owner: 0, cells: ['c1', 'd1', 'e1'], layer: 0, badges: [] }
  assert.equal(meantCell(tree, [ship], 'e1'), 'c1')
  assert.equal(meantCell(tree, [ship], 'h8'), 'h8')
})
