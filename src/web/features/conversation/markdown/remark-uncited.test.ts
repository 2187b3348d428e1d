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

it('leaves an answer unchanged if every sentence is cited', () => {
  const root = { type: 'root', children: [text('One [1].', 0)] }
  remarkUncited({ uncited: [] })(root)
  expect(root.children).toEqual([{ type: 'text', value: 'One [1].' }])
})
