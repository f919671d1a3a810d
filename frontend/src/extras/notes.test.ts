import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lastWords } from './notes.ts'

test('of each player the newest words that were written by then are shown', () => {
  const notes: [number, number, string][] = [[0, 0, 'a'], [1, 1, 'b'], [2, 0, 'c'], [5, 1, 'd']]
  assert.deepEqual(lastWords(notes, 0), [])
  assert.deepEqual(lastWords(notes, 1), [[0, 0, 'a']])
  assert.deepEqual(lastWords(notes, 3), [[2, 0, 'c'], [1, 1, 'b']])
})
