import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrowOf, groupOrders, orderable } from './group.ts'
import type { Choice } from './view.ts'

const strike = { button: 'strike', label: { id: 'strike', args: {} } }
const wait = { button: 'wait', label: { id: 'wait', args: {} } }

function unit(cell: string, up: string | null): Choice {
  const steps = up ? [{ click: { cell: up }, action: `${cell}-${up}` }] : []
  const strikes = up ? [{ click: strike, then: [{ click: { cell: up }, action: `${cell}x${up}` }] }] : []
  return { click: { cell }, then: [...steps, ...strikes, { click: wait, action: `${cell}=` }] }
}

const choices = [unit('a1', 'a2'), unit('b1', 'b2'), unit('c9', null), { click: wait, action: 'all' }]
const placeOf = (cell: string) => ({ x: cell.charCodeAt(0) - 97, y: Number(cell.slice(1)) })

test('whoever is chosen first and told then can be ordered together', () => {
  assert.deepEqual(orderable(choices), ['a1', 'b1', 'c9'])
})

test('the same direction is one order, for all who can', () => {
  const orders = groupOrders(choices, ['a1', 'b1', 'c9'], placeOf)
  assert.deepEqual(orders.map((order) => order.actions), [['a1-a2', 'b1-b2'], ['a1xa2', 'b1xb2'], ['a1=', 'b1=', 'c9=']])
  assert.deepEqual(orders.map((order) => order.button?.button ?? null), [null, 'strike', 'wait'])
})

test('arrows are as one sees the board', () => {
  assert.equal(arrowOf({ x: 0, y: 1 }, false), '↑')
  assert.equal(arrowOf({ x: 0, y: 1 }, true), '↓')
  assert.equal(arrowOf({ x: 1, y: -1 }, false), '↘')
})
