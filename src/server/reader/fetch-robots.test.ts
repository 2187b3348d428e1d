import { afterEach, expect, it } from 'vitest'
import * as bad from '#test/misbehaviour.ts'
import { openWebsite, type SiteAnswer, type Website } from '#test/website.ts'
import { createEgress, type Egress } from './address.ts'
import { textFetcher } from './fetch-text.ts'
import { createRobots } from './robots.ts'

const userAgent = 'Readback/0.1 (+http://localhost/help/robots)'
const rules: SiteAnswer = { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /secret' }
let site: Website
let egress: Egress
afterEach(async () => {
  await egress.close()
  await site.close()
})

/** What is said of /secret where /robots.txt answers so. */
async function verdictWhere(answer: SiteAnswer, more: Record<string, SiteAnswer> = {}) {
  site = await openWebsite({ '/robots.txt': answer, ...more })
  egress = createEgress({ allowPrivateHosts: [site.host] })
  return createRobots({ fetchText: textFetcher({ egress, userAgent }), userAgent }).check(`${site.origin}/secret`)
}
const hops = (count: number): Record<string, SiteAnswer> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`/${at + 1}`, at + 1 === count ? rules : bad.redirectTo(`/${at + 2}`)]),
  )

it('robots.txt is followed over five redirects, and is none beyond (RFC 9309, 2.3.1.2)', async () => {
  expect(await verdictWhere(bad.redirectTo('/1'), hops(5))).toMatchObject({ ok: false, reason: 'robots' })
  await site.close()
  expect(await verdictWhere(bad.redirectTo('/1'), hops(6))).toEqual({ ok: true })
})

it.each([
  ['gzip', bad.compressed('User-agent: *\nDisallow: /secret', 'gzip')],
  ['a bomb of gzip after its rules', bad.compressed(`User-agent: *\nDisallow: /secret\n${'#\n'.repeat(5e6)}`, 'gzip')],
])('robots.txt is obeyed when it comes as %s', async (_, answer) => {
  expect(await verdictWhere(answer)).toMatchObject({ ok: false, reason: 'robots' })
})

it.each([
  ['an error', { status: 500 }],
  ['too many requests', { status: 429 }],
  ['broken compression', { headers: { 'content-encoding': 'br' }, body: 'User-agent' }],
] satisfies [string, SiteAnswer][])('nothing is read while robots.txt answers with %s', async (_, answer) => {
  expect(await verdictWhere(answer)).toMatchObject({ ok: false, reason: 'robots-unreachable', retry: true })
})

it.each([404, 403, 410])('everything may be read where robots.txt answers %s', async (status) => {
  expect(await verdictWhere({ status })).toEqual({ ok: true })
})
