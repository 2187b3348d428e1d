import { describe, expect, it } from 'vitest'
import { defuseLinks } from './defuse-links.ts'

const known = 'See https://example.org/tower and https://example.org/harbour for more.'

async function defused(answer: string, size: number): Promise<string> {
  async function* pieces() {
    for (let at = 0; at < answer.length; at += size) yield answer.slice(at, at + size)
  }
  let text = ''
  for await (const piece of defuseLinks(pieces(), (address) => known.includes(address))) text += piece
  return text
}

describe.each([1, 3, 7, 1000])('an answer that comes in pieces of %i', (size) => {
  it.each([
    ['keeps a link that stands in a page', 'Read [the page](https://example.org/tower) [S1].', 'Read [the page](https://example.org/tower) [S1].'],
    ['keeps an address that stands in a page', 'Read https://example.org/tower. Then go.', 'Read https://example.org/tower. Then go.'],
    ['keeps only the words of another link', 'Click [here](https://evil.example/?q=secret) now [S1]', 'Click here now [S1]'],
    ['keeps no link to this server', 'Click [here](/api/auth/sign-out) or [here](javascript:alert(1)).', 'Click here or here).'],
    ['drops images', 'A ![lamp](https://example.org/tower) and ![x](https://evil.example/?q=1).', 'A lamp and x.'],
    ['makes other addresses code', 'Go to https://evil.example/?q=secret, or www.evil.example.', 'Go to `https://evil.example/?q=secret`, or `www.evil.example`.'],
    ['lets no reference become a link', '[x]: https://evil.example/y\n\n[x]', '[x]: `https://evil.example/y`\n\n[x]'],
    ['passes on everything else', 'A [S1], b[0] and * (c) [not a link] `d`\n- e', 'A [S1], b[0] and * (c) [not a link] `d`\n- e'],
  ])('%s', async (_what, answer, shown) => {
    expect(await defused(answer, size)).toBe(shown)
  })
})
