import { describe, expect, it } from 'vitest'
import { findSentence, rehypeMarkSentence } from './mark-sentence.ts'
import type { RenderedNode } from './mark-sentence.ts'

const text = (value: string): RenderedNode => ({ type: 'text', value })
const element = (tagName: string, ...children: RenderedNode[]): RenderedNode => ({ type: 'element', tagName, children })
const html = (node: RenderedNode): string =>
  node.type === 'text'
    ? (node.value ?? '')
    : `<${node.tagName}${node.properties?.['dataOther'] === '' ? ' data-other' : ''}>${node.children?.map(html).join('') ?? ''}</${node.tagName}>`

function marked(page: RenderedNode, sentence: string, others: string[] = []) {
  rehypeMarkSentence({ sentence, others })(page)
  return html(page)
}

describe('rehypeMarkSentence', () => {
  it('marks a sentence with its full stop', () => {
    const page = element('p', text('First. It is kept for 30 days. Last.'))
    expect(marked(page, 'It is kept for 30 days.')).toBe('<p>First. <mark>It is kept for 30 days.</mark> Last.</p>')
  })

  it('marks a sentence with the quotation marks and brackets around it', () => {
    const page = element('p', text('He said: (“Keep the lamp lit!”) Then he left.'))
    expect(marked(page, 'Keep the lamp lit!')).toBe('<p>He said: <mark>(“Keep the lamp lit!”)</mark> Then he left.</p>')
  })

  it('marks across links and code that are Markdown syntax in the sentence', () => {
    const page = element('p', text('See '), element('a', text('the manual')), text(' for '), element('code', text('x')))
    expect(marked(page, 'See [the manual](https://a.test/m) for `x`')).toBe(
      '<p><mark>See </mark><a><mark>the manual</mark></a><mark> for </mark><code><mark>x</mark></code></p>',
    )
  })

  it('marks other sentences differently, but not what overlaps a marked one [source-marks-2]', () => {
    const page = element('p', text('First one. It is kept for 30 days. Last.'))
    expect(marked(page, 'It is kept for 30 days.', ['for 30 days. Last.', 'First one.', 'Missing.', 'Last.'])).toBe(
      '<p><mark data-other>First one.</mark> <mark>It is kept for 30 days.</mark> <mark data-other>Last.</mark></p>',
    )
  })

  it('ignores line breaks', () => {
    const page = element('p', text('It is\n kept.'))
    expect(marked(page, 'It is kept.')).toBe('<p><mark>It is\n kept.</mark></p>')
  })

  it('leaves a page without the sentence unchanged', () => {
    expect(marked(element('p', text('Other words.')), 'Not there.')).toBe('<p>Other words.</p>')
    expect(marked(element('p', text('Other words.')), '…')).toBe('<p>Other words.</p>')
  })

  it('finds sentences in other scripts', () => {
    expect(findSentence(['前。', '保存されます。後'], '保存されます。')).toEqual({ from: 2, to: 9 })
  })
})
