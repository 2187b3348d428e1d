import { expect, it } from 'vitest'
import { citationOf, protectEscapedMarkers, remarkCitations } from './remark-citations.ts'

const text = (value: string) => ({ type: 'text', value })
const paragraph = (...children: object[]) => ({ type: 'root', children: [{ type: 'paragraph', children }] })

function linked(...children: { type: string }[]) {
  const root = { type: 'root', children: [{ type: 'paragraph', children }] }
  remarkCitations()(root)
  return root
}

const group = (...children: object[]) => ({
  type: 'citations',
  data: { hName: 'span', hProperties: { 'data-citations': '' } },
  children,
})
const cite = (marker: string) => ({ type: 'link', url: `#citation-${marker}`, children: [text(marker)] })

it('turns neighboring markers into links that stay with the word before them', () => {
  expect(linked(text('It is kept [1][12]. It is dry[3]'))).toEqual(
    paragraph(
      text('It is kept'),
      group(text('\u00a0'), cite('1'), cite('12'), text('.')),
      text(' It is dry'),
      group(text('\u2060'), cite('3')),
    ),
  )
  expect(linked({ type: 'strong' }, text(' [1] [2]'))).toEqual(
    paragraph({ type: 'strong' }, group(text('\u00a0'), cite('1'), text('\u00a0'), cite('2'))),
  )
  expect(citationOf('#citation-12')).toBe(12)
})

it('leaves code, links and other brackets unchanged', () => {
  const code = { type: 'inlineCode', value: 'a[1]' }
  const link = { type: 'link', url: 'https://a.test', children: [text('[1]')] }
  expect(linked(code, link, text('[x] [] [1234]'))).toEqual(paragraph(code, link, text('[x] [] [1234]')))
  expect(citationOf('https://a.test')).toBeNull()
})

it('leaves the escaped markers of a page as text', () => {
  const markdown = String.raw`Opened in 1890.\[3] Closed. [1]`
  const shown = protectEscapedMarkers(markdown)
  expect(shown).toHaveLength(markdown.length)
  expect(linked(text(shown))).toEqual(
    paragraph(text('Opened in 1890.[\u20603] Closed.'), group(text('\u00a0'), cite('1'))),
  )
})
