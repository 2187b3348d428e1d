import { afterEach, expect, it } from 'vitest'
import * as bad from '#test/faulty-responses.ts'
import { openWebsite, type SiteAnswer, type Website } from '#test/website.ts'
import { createEgress, type Egress } from '#server/fetching/egress.ts'
import { createTextFetcher } from './fetch-text.ts'
import { createRobots } from './robots.ts'

const userAgent = 'Readback/0.1 (+http://localhost/help/robots)'
const rules: SiteAnswer = { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /secret' }
let site: Website
let egress: Egress
afterEach(async () => {
  await egress.close()
  await site.close()
})

/** The verdict on /secret when /robots.txt responds with `answer`. */
async function checkSecret(answer: SiteAnswer, more: Record<string, SiteAnswer> = {}) {
  site = await openWebsite({ '/robots.txt': answer, ...more })
  egress = createEgress({ allowPrivateHosts: [site.host] })
  return createRobots({ fetchText: createTextFetcher({ egress, userAgent }), userAgent }).check(`${site.origin}/secret`)
}
const hops = (count: number): Record<string, SiteAnswer> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`/${at + 1}`, at + 1 === count ? rules : bad.redirectTo(`/${at + 2}`)]),
  )

it('robots.txt is followed over five redirects and counts as absent after more (RFC 9309, 2.3.1.2)', async () => {
  expect(await checkSecret(bad.redirectTo('/1'), hops(5))).toMatchObject({ ok: false, reason: 'robots' })
  await site.close()
  expect(await checkSecret(bad.redirectTo('/1'), hops(6))).toEqual({ ok: true })
})

it.each([
  ['gzip', bad.compressed('User-agent: *\nDisallow: /secret', 'gzip')],
  [
    'gzip with a bomb after the rules',
    bad.compressed(`User-agent: *\nDisallow: /secret\n${'#\n'.repeat(5e6)}`, 'gzip'),
  ],
])('robots.txt is obeyed when it is sent as %s', async (_, answer) => {
  expect(await checkSecret(answer)).toMatchObject({ ok: false, reason: 'robots' })
})

it.each([
  ['an error', { status: 500 }],
  ['too many requests', { status: 429 }],
  ['broken compression', { headers: { 'content-encoding': 'br' }, body: 'User-agent' }],
] satisfies [string, SiteAnswer][])('no page may be read while robots.txt returns %s', async (_, answer) => {
  expect(await checkSecret(answer)).toMatchObject({ ok: false, reason: 'robots-unreachable', retry: true })
})

it.each([404, 403, 410])('every page may be read when robots.txt returns %s', async (status) => {
  expect(await checkSecret({ status })).toEqual({ ok: true })
})
