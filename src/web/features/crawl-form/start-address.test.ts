import { describe, expect, it } from 'vitest'
import { startAddress } from './start-address.ts'

describe('completing the address of a crawl', () => {
  it.each([
    ['https://example.org/docs', 'https://example.org/docs'],
    [' example.org ', 'https://example.org'],
    ['example.org:8080/a', 'https://example.org:8080/a'],
    ['http://localhost:3000/help', 'http://localhost:3000/help'],
    ['localhost:8080/docs', 'http://localhost:8080/docs'],
    ['127.0.0.1:4320/docs', 'http://127.0.0.1:4320/docs'],
    ['[::1]:4320', 'http://[::1]:4320'],
    ['localhost.example.org', 'https://localhost.example.org'],
    ['not-a-url', null],
    ['two words', null],
    ['ftp://example.org', null],
    ['javascript:alert(1)', null],
  ])('parses %j as %j', (typed, address) => {
    expect(startAddress(typed)).toBe(address)
  })
})
