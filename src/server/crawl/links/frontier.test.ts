import { expect, it } from 'vitest'
import { crawlScope } from './links.ts'
import { linkRows } from './frontier.ts'
import { NO_RULES } from './link-rules.ts'

const url = 'https://example.org/app'
const reach = { maxDepth: 1, scope: crawlScope('https://example.org/'), rules: NO_RULES, room: 10 }

it.each([
  [{ links: 0, text: false, scripts: true as const }, { code: 'scripts-not-loaded' }],
  [{ links: 0, text: true }, { code: 'not-stored-text' }],
  [
    { links: 2, text: false, scripts: true as const },
    { code: 'not-stored-links', values: { n: 2 } },
  ],
])('lists a page with %j left out as not read completely, with %j [frontier-1]', (leftOut, detail) => {
  const [cut, link, ...others] = linkRows(reach, {
    url,
    depth: 0,
    links: [{ url: 'https://example.org/next', nofollow: false }],
    leftOut,
  })
  expect(cut).toMatchObject({ url: `${url}#cut`, state: 'skipped', reason: 'cut', detail })
  expect([link?.url, others]).toEqual(['https://example.org/next', []])
})

it('lists nothing for a page that was read completely', () => {
  expect(linkRows(reach, { url, depth: 0, links: [] })).toEqual([])
})
