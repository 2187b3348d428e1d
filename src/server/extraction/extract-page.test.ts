import { describe, expect, it } from 'vitest'
import { extractPage } from './extract-page.ts'

const url = 'https://example.org/book.txt'

describe('extractPage with plain text', () => {
  it('keeps the whole text when it fits into one page', () => {
    const page = extractPage({
      bytes: new Uint8Array(Buffer.from('A line of words.\r\n'.repeat(500_000))),
      kind: 'text',
      charset: 'utf-8',
      url,
    })
    expect(page.content).toHaveLength('A line of words.\n'.repeat(500_000).length - 1)
    expect(page.leftOut).toEqual({ links: 0, text: false })
  })

  it('truncates text that is too long in UTF-8 at a whole character and reports it', () => {
    // ä takes one byte in windows-1252 and two in UTF-8.
    const page = extractPage({
      bytes: new Uint8Array(9_000_001).fill(0xe4),
      kind: 'text',
      charset: 'windows-1252',
      url,
    })
    expect(Buffer.byteLength(page.content)).toBeLessThanOrEqual(9_500_000)
    expect(page.content.endsWith('ä')).toBe(true)
    expect(page.leftOut).toEqual({ links: 0, text: true })
  })

  it('takes title and language from front matter, which is no part of the text, and follows Markdown links', () => {
    const read = (text: string) =>
      extractPage({ bytes: new Uint8Array(Buffer.from(text)), kind: 'text', charset: 'utf-8', url })
    const page = read(
      '---\ntitle: "Ports: a list"\nlanguage: de\n---\n\nSee [ports](/ports.md#a) and <https://b.example/>.\n',
    )
    expect(page).toMatchObject({
      title: 'Ports: a list',
      language: 'de',
      content: 'See [ports](/ports.md#a) and <https://b.example/>.',
      links: [
        { url: 'https://example.org/ports.md', nofollow: false },
        { url: 'https://b.example/', nofollow: false },
      ],
    })
    expect(read('# Harbour\n\nText')).toMatchObject({ title: 'Harbour', content: '# Harbour\n\nText' })
    for (const text of ['---\nnot: [closed\n---\nText', '---\nA line.\n---\nText', '---\nopen: yes\nText']) {
      expect(read(text)).toMatchObject({ title: '', content: text })
    }
  })
})
