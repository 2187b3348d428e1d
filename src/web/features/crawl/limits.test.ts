import { describe, expect, it } from 'vitest'
import { whenLeft, whileTyping } from './limits.ts'
import { startAddress } from './start-address.ts'

describe('the limits of the crawl form', () => {
  it.each([
    ['5', '5', false],
    ['10', '10', false],
    ['11', '10', true],
    ['500', '10', true],
    ['0', '1', false],
    ['-3', '1', false],
    ['abc', '1', false],
    ['2.9', '2', false],
  ])('%j becomes %j on a plan of ten', (typed, shown, exceeded) => {
    expect(whileTyping(typed, 10)).toEqual({ shown, exceeded })
    expect(whenLeft(typed, 10)).toEqual({ shown, exceeded })
  })

  it('let the field be empty while typing and make it 1 when it is left', () => {
    expect(whileTyping('', 10).shown).toBe('')
    expect(whenLeft('', 10).shown).toBe('1')
  })
})

describe('the start address', () => {
  it.each([
    ['https://example.org/docs', 'https://example.org/docs'],
    [' example.org ', 'https://example.org'],
    ['example.org:8080/a', 'https://example.org:8080/a'],
    ['http://localhost:3000/help', 'http://localhost:3000/help'],
    ['localhost:8080/docs', 'http://localhost:8080/docs'],
    ['localhost.example.org', 'https://localhost.example.org'],
    ['not-a-url', null],
    ['two words', null],
    ['ftp://example.org', null],
    ['javascript:alert(1)', null],
  ])('%j is read as %j', (typed, address) => {
    expect(startAddress(typed)).toBe(address)
  })
})
