import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blocks, spans } from './markdown.ts'

test('words inside a line', () => {
  assert.deepEqual(spans('**S1** a *cell* of `a1`, see [more](x.md)').map((span) => [span.style, span.text]), [
    ['strong', 'S1'], ['plain', ' a '], ['em', 'cell'], ['plain', ' of '], ['code', 'a1'], ['plain', ', see '],
    ['plain', 'more'],
  ])
})

test('blocks of a page', () => {
  const source = '<!-- table: x -->\n| a | b |\n|---|--:|\n| 1 | 2 |\n<!-- end -->'
  const page = `# Title\n\nOne\nline.\n\n${source}\n\n- one\n  more\n- two\n\n\`\`\`\nx  y\n\nz\n\`\`\`\n`
  const found = blocks(page)
  assert.deepEqual(found.map((block) => block.kind), ['heading', 'text', 'table', 'list', 'code'])
  const [, text, table, list, code] = found
  assert.equal(text?.kind === 'text' && text.spans[0]?.text, 'One line.')
  assert.equal(table?.kind === 'table' && table.rows.length, 2)
  assert.equal(list?.kind === 'list' && list.items[0]?.[0]?.text, 'one more')
  assert.equal(code?.kind === 'code' && code.text, 'x  y\n\nz')
})

test('pictures, in a line and by themselves', () => {
  const found = blocks('![the board](start)\n\nThis ![an archer](archer) shoots.')
  assert.deepEqual(found[0], { kind: 'picture', name: 'start', words: 'the board' })
  assert.deepEqual(found[1]?.kind === 'text' && found[1].spans[1], { text: 'archer', style: 'picture', words: 'an archer' })
})
