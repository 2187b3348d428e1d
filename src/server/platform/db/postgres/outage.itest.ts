import { expect, onTestFinished, test } from 'vitest'
import { openTestApp } from '#test/app.ts'
import { waitForCrawlEnd } from '#test/crawls.ts'
import { startPostgresServer } from '#test/postgres-server.ts'
import { openWebsite } from '#test/website.ts'

const PAGES = 5

test(
  'answers 503 during a database outage, then continues the crawl and the sessions and makes open screens refetch [gone-and-back-1]',
  { timeout: 60_000 },
  async () => {
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

    const heldPage = site.hold('/3')
    const { body: crawl } = await person.post('/api/crawls', { url: `${site.origin}/`, maxPages: PAGES, maxDepth: 2 })
    await heldPage.asked
    const start = await postgres.interrupt()
    heldPage.release()

    const refused = await person.get(`/api/crawls/${crawl.id}`)
    expect(refused).toMatchObject({ status: 503, body: { error: { code: 'server.busy' } } })
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(await person.get('/api/me')).toMatchObject({ status: 503 })
    expect(await app.visitor.get('/readyz')).toMatchObject({ status: 503 })
    expect(await app.visitor.get('/healthz')).toMatchObject({ status: 200 })

    await start()
    expect(await waitForCrawlEnd(person, crawl.id, 45_000)).toMatchObject({
      status: 'finished',
      progress: { pagesCrawled: PAGES },
    })
    expect((await person.get('/api/credits')).body.credits_count).toBe(before - PAGES)
    expect(site.requests.filter(({ path }) => path === '/3').length).toBeLessThanOrEqual(2)
    // The event stream has ended, so the browser reconnects and refetches everything.
    await screen.text()
  },
)

function linked(pages: number): Record<string, string> {
  const links = Array.from({ length: pages - 1 }, (_, n) => `<a href="/${n + 1}">${n + 1}</a>`).join(' ')
  const page = (name: string) =>
    `<title>Page ${name}</title><main><p>Page ${name} of a site that is crawled during a database outage.</p>${links}</main>`
  return Object.fromEntries(
    ['', ...Array.from({ length: pages - 1 }, (_, n) => n + 1)].map((name) => [`/${name}`, page(String(name))]),
  )
}
