import { describe, expect, it } from 'vitest'
import { readBody } from './read-body.ts'

const url = 'https://example.org/book.txt'

describe('a plain text', () => {
  it('is kept whole up to what one page may hold', () => {
    const page = readBody({ bytes: new Uint8Array(Buffer.from('A line of words.\r\n'.repeat(500_000))), kind: 'text', charset: 'utf-8', url })
    expect(page.content).toHaveLength('A line of words.\n'.repeat(500_000).length - 1)
    expect(page.leftOut).toEqual({ links: 0, text: false })
  })

  it('that grows beyond it in our encoding ends at a whole character, and it is said that text is missing', () => {
    // ä is one byte in this encoding and two in ours.
    const page = readBody({ bytes: new Uint8Array(9_000_001).fill(0xe4), kind: 'text', charset: 'windows-1252', url })
    expect(Buffer.byteLength(page.content)).toBeLessThanOrEqual(9_500_000)
    expect(page.content.endsWith('ä')).toBe(true)
    expect(page.leftOut).toEqual({ links: 0, text: true })
  })
})
