import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { Sequence } from './sequence.ts'

function recorder(length: number, longest = 10_000) {
  const shown: [string, number][] = []
  const sequence = new Sequence<string>((thing, time) => shown.push([thing, time]), () => length, () => longest)
  return { shown, sequence, names: () => shown.map(([name]) => name).join('') }
}

test('the first is shown at once, the next when it has been seen', () => {
  mock.timers.enable()
  const { sequence, names } = recorder(100)
  for (const thing of 'abc') sequence.add(thing)
  assert.equal(names(), 'a')
  mock.timers.tick(99)
  assert.equal(names(), 'a')
  mock.timers.tick(1)
  assert.equal(names(), 'ab')
  mock.timers.tick(100)
  assert.equal(names(), 'abc')
  assert.ok(sequence.isRunning)
  mock.timers.tick(100)
  assert.ok(!sequence.isRunning)
  mock.timers.reset()
})

test('nothing waits where nothing takes time', () => {
  const { sequence, names } = recorder(0)
  for (const thing of 'abc') sequence.add(thing)
  assert.equal(names(), 'abc')
})

test('many together take no longer than they may', () => {
  mock.timers.enable()
  const { sequence, shown } = recorder(100, 300)
  for (const thing of 'abcdefg') sequence.add(thing)
  for (let i = 0; i < 20; i++) mock.timers.tick(100)
  assert.equal(shown.length, 7)
  assert.ok(shown.slice(1).every(([, time]) => time === 50)) // six waited at once
  mock.timers.reset()
})

test('whoever does not want to wait sees all of it', () => {
  mock.timers.enable()
  const { sequence, names } = recorder(100)
  for (const thing of 'abc') sequence.add(thing)
  sequence.finish()
  assert.equal(names(), 'abc')
  mock.timers.tick(1000)
  assert.equal(names(), 'abc')
  mock.timers.reset()
})
