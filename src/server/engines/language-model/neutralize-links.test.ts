import { describe, expect, it } from 'vitest'
import { neutralizeLinks } from './neutralize-links.ts'

const pageText = 'See https://example.org/tower and https://example.org/harbour for more.'

async function neutralize(answer: string, chunkSize: number): Promise<string> {
  async function* chunks() {
    for (let start = 0; start < answer.length; start += chunkSize) yield answer.slice(start, start + chunkSize)
  }
  let text = ''
  for await (const chunk of neutralizeLinks(chunks(), (address) => pageText.includes(address))) {
    if (typeof chunk === 'string') text += chunk
  }
  return text
}

describe.each([1, 3, 7, 1000])('neutralizeLinks with chunks of %i characters [defuse-links-1]', (chunkSize) => {
  it.each([
    [
      'keeps a link to an address from a page',
      'Read [the page](https://example.org/tower) [S1].',
      'Read [the page](https://example.org/tower) [S1].',
    ],
    [
      'keeps a bare address from a page',
      'Read https://example.org/tower. Then go.',
      'Read https://example.org/tower. Then go.',
    ],
    [
      'keeps only the text of any other link',
      'Click [here](https://evil.example/?q=secret) or [right there](https://evil.example/) [S1]',
      'Click here or right there [S1]',
    ],
    [
      'removes links to this server',
      'Click [here](/api/auth/sign-out) or [here](javascript:alert(1)).',
      'Click here or here).',
    ],
    [
      'keeps only the text of a link whose text has brackets',
      'Click [here [now]](https://evil.example/?q=secret) or [[x]](https://evil.example/).',
      'Click here [now] or [x].',
    ],
    [
      'keeps a citation that was made a link, and the quote around a link',
      'High [S1: "it is high"](https://evil.example/) [S2](https://example.org/tower) [S3: "see [it](/x) there"].',
      'High [S1: "it is high"] [S2] [S3: "see it there"].',
    ],
    ['removes images', 'A ![lamp](https://example.org/tower) and ![x](https://evil.example/?q=1).', 'A lamp and x.'],
    [
      'turns other addresses into code',
      'Go to https://evil.example/?q=secret, or www.evil.example.',
      'Go to `https://evil.example/?q=secret`, or `www.evil.example`.',
    ],
    [
      'turns addresses into code that follow a parenthesis, an underscore, a digit, a slash or a code tick without end',
      'Go (https://evil.example/?a) or _https://evil.example/?b_ or 1https://evil.example/?c or /https://evil.example/?d or `https://evil.example/?e now.',
      'Go (`https://evil.example/?a`) or _`https://evil.example/?b_` or 1`https://evil.example/?c` or /`https://evil.example/?d` or `https://evil.example/?e` now.',
    ],
    [
      'keeps addresses from a page and in code',
      'Go (https://example.org/tower) or [the\npage](https://example.org/tower) or `https://local.example/x`.',
      'Go (https://example.org/tower) or [the\npage](https://example.org/tower) or `https://local.example/x`.',
    ],
    [
      'breaks a link whose text has a line break or many brackets',
      'Click [right\nhere](https://evil.example/?q=secret) or [a [b [c]]](//evil.example/x) or [d\ne](javascript:f) now.',
      'Click [right\nhere] (`https://evil.example/?q=secret`) or [a [b [c]]] (//evil.example/x) or [d\ne] (javascript:f) now.',
    ],
    [
      'turns addresses without a scheme into code',
      '![x][y] <img src="//evil.example/z">\n\n[y]: //evil.example/p.png',
      '![x][y] <img src="`//evil.example/z`">\n\n[y]: `//evil.example/p.png`',
    ],
    ['breaks reference links', '[x]: https://evil.example/y\n\n[x]', '[x]: `https://evil.example/y`\n\n[x]'],
    [
      'leaves everything else unchanged',
      'A [S1], b[0] and * (c) [not a link] `d`\n- e',
      'A [S1], b[0] and * (c) [not a link] `d`\n- e',
    ],
  ])('%s', async (_title, answer, expected) => {
    expect(await neutralize(answer, chunkSize)).toBe(expected)
  })
})
