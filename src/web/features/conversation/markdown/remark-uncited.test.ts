import { expect, it } from 'vitest'
import { remarkUncited } from './remark-uncited.ts'

const text = (value: string, offset: number) => ({
  type: 'text',
  value,
  position: { start: { offset }, end: { offset: offset + value.length } },
})

function markedOf(node: { type: string; value?: string; children?: object[] }): string[] {
  // Children are nodes of the same kind.
  const children = (node.children ?? []) as (typeof node)[]
  return node.type === 'uncited' ? [children[0]?.value ?? ''] : children.flatMap(markedOf)
}

it('marks an uncited sentence that contains emphasis and keeps all text', () => {
  // The source: One [1]. It is **very** old. Three [2].
  const strong = { type: 'strong', children: [text('very', 16)] }
  const paragraph = { type: 'paragraph', children: [text('One [1]. It is ', 0), strong, text(' old. Three [2].', 22)] }
  const root = { type: 'root', children: [paragraph] }
  remarkUncited({ uncited: [{ start: 9, end: 27 }] })(root)
  expect(markedOf(root)).toEqual(['It is ', 'very', ' old.'])
  expect(JSON.stringify(root)).toContain(' Three [2].')
})

it('marks an uncited code block and inline code, and no other', () => {
  const code = (type: string, value: string, offset: number) => ({ ...text(value, offset), type })
  const root = {
    type: 'root',
    children: [code('code', 'npm start', 0), code('inlineCode', 'x', 20), code('code', 'y', 30)],
  }
  remarkUncited({
    uncited: [
      { start: 0, end: 9 },
      { start: 18, end: 25 },
    ],
  })(root)
  const isMarked = (node: object) => JSON.stringify(node).includes('data-uncited')
  expect(root.children.map(isMarked)).toEqual([true, true, false])
})

it('marks a paragraph, list item or table row without any citation once, as a whole [uncited-1]', () => {
  const block = (type: string, value: string, offset: number, more: object = {}) => ({
    type,
    ...more,
    children: [text(value, offset)],
  })
  const item = { type: 'listItem', spread: false, children: [block('paragraph', 'It has a bell.', 40)] }
  const row = { type: 'tableRow', children: [block('tableCell', 'Oil', 60), block('tableCell', '2 litres', 64)] }
  const header = { type: 'tableRow', children: [block('tableCell', 'What', 55)] }
  const root = {
    type: 'root',
    children: [block('paragraph', 'So: It is old. It is red.', 0), item, { type: 'table', children: [header, row] }],
  }
  remarkUncited({
    uncited: [
      { start: 4, end: 14 },
      { start: 15, end: 25 },
      { start: 40, end: 54 },
      { start: 60, end: 72 },
    ],
  })(root)
  expect(JSON.stringify(root).match(/data-uncited/g)).toHaveLength(3)
  expect(markedOf(root)).toEqual([])
  const [paragraph, listItem, table] = root.children as { data?: object; children: { data?: object }[] }[]
  expect([paragraph?.data, listItem?.data, table?.children[1]?.data].every(Boolean)).toBe(true)
})

it('marks no formula', () => {
  const root = { type: 'root', children: [{ ...text('x^2', 5), type: 'inlineCode' }] }
  remarkUncited({ uncited: [{ start: 0, end: 20 }], formulas: [{ start: 5 }] })(root)
  expect(JSON.stringify(root)).not.toContain('data-uncited')
})

it('leaves an answer unchanged if every sentence is cited', () => {
  const root = { type: 'root', children: [text('One [1].', 0)] }
  remarkUncited({ uncited: [] })(root)
  expect(root.children).toEqual([text('One [1].', 0)])
})
