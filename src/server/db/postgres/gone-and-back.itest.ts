import { expect, onTestFinished, test } from 'vitest'
import { openTestApp } from '#test/app.ts'
import { crawlEnded } from '#test/crawls.ts'
import { startPostgresServer } from '#test/postgres-server.ts'
import { openWebsite } from '#test/website.ts'

const PAGES = 5

test('a database that is gone and back costs a refusal with words: nobody is signed out, the crawl goes on, open screens are told', { timeout: 60_000 }, async () => {
  const postgres = await startPostgresServer()
  onTestFinished(() => postgres.stop())
  const site = await openWebsite(linked(PAGES))
  onTestFinished(() => site.close())
  const app = await openTestApp({ databaseUrl: postgres.url, allowPrivateHosts: [site.host] })
  onTestFinished(() => app.close())
  const person = await app.signUp()
  const cookie = [...person.cookies].map((pair) => pair.join('=')).join('; ')
  const screen = await fetch(`${app.origin}/api/events`, { headers: { cookie } })
  const before = (await person.get('/api/credits')).body.credits_count

  const inHand = site.hold('/3')
  const { body: crawl } = await person.post('/api/crawls', { url: `${site.origin}/`, maxPages: PAGES, maxDepth: 2 })
  await inHand.asked
  const start = await postgres.interrupt()
  inHand.release()

  const refused = await person.get(`/api/crawls/${crawl.id}`)
  expect(refused).toMatchObject({ status: 503, body: { error: { code: 'server.busy' } } })
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(await person.get('/api/me')).toMatchObject({ status: 503 })
  expect(await app.visitor.get('/readyz')).toMatchObject({ status: 503 })
  expect(await app.visitor.get('/healthz')).toMatchObject({ status: 200 })

  await start()
  expect(await crawlEnded(person, crawl.id, 45_000)).toMatchObject({ status: 'finished', progress: { pagesCrawled: PAGES } })
  expect((await person.get('/api/credits')).body.credits_count).toBe(before - PAGES)
  expect(site.requests.filter(({ path }) => path === '/3').length).toBeLessThanOrEqual(2)
  // Its stream has ended, so the browser opens another and asks for everything anew.
  await screen.text()
})

function linked(pages: number): Record<string, string> {
  const links = Array.from({ length: pages - 1 }, (_, n) => `<a href="/${n + 1}">${n + 1}</a>`).join(' ')
  const page = (name: string) => `<title>Page ${name}</title><main><p>Page ${name} of a site whose reader loses its database.</p>${links}</main>`
  return Object.fromEntries(['', ...Array.from({ length: pages - 1 }, (_, n) => n + 1)].map((name) => [`/${name}`, page(String(name))]))
}
