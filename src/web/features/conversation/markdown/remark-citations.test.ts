import { expect, it } from 'vitest'
import { citationOf, remarkCitations } from './remark-citations.ts'

const text = (value: string) => ({ type: 'text', value })
const paragraph = (...children: object[]) => ({ type: 'root', children: [{ type: 'paragraph', children }] })

function linked(...children: { type: string }[]) {
  const root = { type: 'root', children: [{ type: 'paragraph', children }] }
  remarkCitations()(root)
  return root
}

it('turns every marker into a link to its citation', () => {
  expect(linked(text('It is kept [1][12].'))).toEqual(
    paragraph(
      text('It is kept\u00a0'),
      { type: 'link', url: '#citation-1', children: [text('1')] },
      { type: 'link', url: '#citation-12', children: [text('12')] },
      text('.'),
    ),
  )
  expect(citationOf('#citation-12')).toBe(12)
})

it('leaves code, links and other brackets unchanged', () => {
  const code = { type: 'inlineCode', value: 'a[1]' }
  const link = { type: 'link', url: 'https://a.test', children: [text('[1]')] }
  expect(linked(code, link, text('[x] [] [1234]'))).toEqual(paragraph(code, link, text('[x] [] [1234]')))
  expect(citationOf('https://a.test')).toBeNull()
})
