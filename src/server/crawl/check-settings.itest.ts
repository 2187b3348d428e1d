import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { crawls, userSettings } from '#server/platform/db/schema/index.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import {
  type EndedCrawl,
  waitForCrawlEnd,
  articlePage,
  customPage,
  pathsOf,
  reasonsOf,
  startSiteCrawl,
  runCrawl,
} from '#test/crawls.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'

let app: TestApp
let site: Website

beforeAll(async () => {
  site = await openWebsite({
    '/': articlePage('Home', '/blog/a', '/blog/drafts/b', '/shop/c'),
    '/blog/a': articlePage('A'),
    '/blog/drafts/b': articlePage('B'),
    '/shop/c': articlePage('C'),
  })
  app = await openTestApp({ allowPrivateHosts: [site.host] })
})

afterAll(async () => {
  await app?.close()
  await site?.close()
})

async function onPro(): Promise<Person> {
  const person = await app.signUp()
  await app.services.db.update(userSettings).set({ tier: 'pro' }).where(eq(userSettings.userId, person.userId))
  return person
}

const SECRET = 'session=not-for-anybody-else'

describe('custom crawler settings', () => {
  it('refuses custom settings on the free plan, but not default settings, selected parts or a mail at the end', async () => {
    const person = await app.signUp()
    for (const settings of [{ exclude: ['/x'] }, { delayMs: 5 }, { headers: [{ name: 'Cookie', value: SECRET }] }]) {
      const refused = await person.post('/api/crawls', { url: site.origin, settings })
      expect(refused).toMatchObject({ status: 403, body: { error: { code: 'crawl.needs-plan' } } })
    }
    const plain = { include: [], delayMs: 0, reader: 'auto' }
    const branches = [{ path: '/blog', exact: false }]
    const { status, body } = await person.post('/api/crawls', {
      url: site.origin,
      settings: plain,
      branches,
      mailAtEnd: true,
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ branches, mailAtEnd: true, settings: { reader: 'auto', keepQuery: false } })
    expect((await waitForCrawlEnd(person, body.id)).skippedByReason).toEqual({ 'not-chosen': 1 })
  })

  it('selects the pages of parts that were selected in the preview, not its start page, and none of other crawls [check-settings-1]', async () => {
    site.set('/chosen', customPage('Start', { links: ['/chosen/guide'] }))
    site.set('/chosen/guide', customPage('Guide'))
    const person = await onPro()
    const selectedOf = ({ pages }: EndedCrawl) => pages.map(({ selected }) => selected)
    const inParts = await runCrawl(person, site, '/chosen', { branches: [{ path: '/chosen/guide', exact: false }] })
    expect(selectedOf(inParts)).toEqual([false, true])
    expect(selectedOf(await runCrawl(person, site, '/chosen', {}))).toEqual([false, false])
  })

  it('stores the settings, returns them, and applies the patterns', async () => {
    const person = await onPro()
    const settings = { include: ['/blog/*'], exclude: ['/blog/drafts/*'], delayMs: 1, sitemap: true }
    const { body } = await person.post('/api/crawls', { url: site.origin, settings })
    expect(body.settings).toEqual({ ...settings, reader: 'auto', country: null, keepQuery: false })
    const crawl = await waitForCrawlEnd(person, body.id)
    expect(crawl.pages.map(({ title }: { title: string }) => title)).toEqual(['Home', 'A'])
    expect(crawl.skippedByReason).toEqual({ 'excluded-pattern': 2 })
  })

  it('limits a crawl to its patterns and selected parts, but always fetches the start page', async () => {
    const links = ['/in/blog/a', '/in/blog/old/b', '/in/news/c', '/in/docs/d']
    site.set('/in', customPage('Start', { links }))
    for (const link of links) site.set(link, customPage(link))
    const person = await onPro()
    const settings = { include: ['/in/blog/*', '/in/news/*'], exclude: ['/*/old/*'] }
    const crawl = await runCrawl(person, site, '/in', { settings, branches: [{ path: '/in/blog', exact: false }] })
    expect(pathsOf(site, crawl)).toEqual(['/in', '/in/blog/a'])
    expect(reasonsOf(site, crawl)).toEqual({
      '/in/blog/old/b': 'excluded-pattern',
      '/in/docs/d': 'excluded-pattern',
      '/in/news/c': 'not-chosen',
    })
  })

  it('treats queries as separate pages with keepQuery and drops tracking parameters', async () => {
    const answer = (
      _: { url?: string },
      response: { setHeader(name: string, value: string): void; end(body: string): void },
    ) => {
      response.setHeader('content-type', 'text/html')
      response.end(
        customPage(`List ${_.url}`, { links: ['/list?page=2&utm_source=x', '/list?utm_medium=y', '/list?page=2'] }),
      )
    }
    site.set('/list', answer)
    const person = await onPro()
    expect(pathsOf(site, await runCrawl(person, site, '/list', { settings: { keepQuery: true } }))).toEqual([
      '/list',
      '/list?page=2',
    ])
    expect(pathsOf(site, await runCrawl(person, site, '/list'))).toEqual(['/list'])
  })

  it('waits for delayMs between two pages when it is longer than the default delay', async () => {
    site.set('/slow', customPage('Slow', { links: ['/slow/a'] }))
    site.set('/slow/a', customPage('Slow a'))
    const person = await onPro()
    const id = await startSiteCrawl(person, site, '/slow', { settings: { delayMs: 60_000 } })
    const crawl = await waitFor('the first page', async () => {
      const [row] = await app.services.db
        .select()
        .from(crawls)
        .where(and(eq(crawls.id, id), eq(crawls.pagesCrawled, 1)))
      return row
    })
    expect((crawl.nextStepAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(50_000)
    await person.post(`/api/crawls/${id}/stop`)
    await waitForCrawlEnd(person, id)
  })

  it('keeps the query of the start address only with keepQuery', async () => {
    const person = await onPro()
    const url = `${site.origin}/?page=2`
    const kept = await person.post('/api/crawls', { url, maxPages: 1, settings: { keepQuery: true } })
    expect((await waitForCrawlEnd(person, kept.body.id)).pages[0].url).toBe(`${site.origin}?page=2`)
    const dropped = await person.post('/api/crawls', { url, maxPages: 1 })
    expect((await waitForCrawlEnd(person, dropped.body.id)).pages[0].url).toBe(site.origin)
  })

  it('refuses a reader that is not available and names the setting that enables it', async () => {
    const person = await onPro()
    const answer = await person.post('/api/crawls', { url: site.origin, settings: { reader: 'scrapingbee' } })
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'crawl.reader-missing' } } })
    expect(answer.body.error.message).toContain('SCRAPINGBEE_API_KEY')
  })

  it('refuses headers that belong to the request itself', async () => {
    const person = await onPro()
    const headers = [{ name: 'Host', value: 'evil.example' }]
    const answer = await person.post('/api/crawls', { url: site.origin, settings: { headers } })
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { message: 'The Host header is set automatically and can’t be changed.' } },
    })
  })
})

describe('extra headers', () => {
  it('sends extra headers to the site and never returns or stores them in plain text', async () => {
    const person = await onPro()
    const headers = [{ name: 'Cookie', value: SECRET }]
    const { body } = await person.post('/api/crawls', { url: site.origin, maxPages: 2, settings: { headers } })
    const crawl = await waitForCrawlEnd(person, body.id)
    expect(crawl.pages).toHaveLength(2)
    const asked = site.requests.filter(({ headers }) => headers.cookie === SECRET).map(({ path }) => path)
    expect(asked).toEqual(expect.arrayContaining(['/', '/blog/a']))

    const answers = [
      body,
      crawl,
      (await person.get('/api/crawls')).body,
      (await person.get('/api/account/export')).body,
    ]
    const [row] = await app.services.db.select().from(crawls).where(eq(crawls.id, body.id))
    expect(row?.sealedHeaders).toEqual(expect.any(String))
    for (const text of [answers, row].map((each) => JSON.stringify(each))) expect(text).not.toContain(SECRET)
  })

  it('refuses an invalid header without repeating its value', async () => {
    const person = await onPro()
    const headers = [{ name: 'Cookie', value: `${SECRET}\nX-More: 1` }]
    const answer = await person.post('/api/crawls', { url: site.origin, settings: { headers } })
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).not.toContain('not-for-anybody-else')
  })
})

describe('a crawl with the sitemap', () => {
  it('fetches the addresses of the sitemap and llms.txt after the start page and its links', async () => {
    const pages = ['/map/linked', '/map/listed', '/map/private-login/login', '/elsewhere/x', '/map/llms']
    site.set('/map', customPage('Map', { links: ['/map/linked'] }))
    for (const path of pages) site.set(path, customPage(path))
    const list = pages.slice(0, 4).map((path) => `<url><loc>${site.origin}${path}</loc></url>`)
    site.set('/sitemap.xml', {
      headers: { 'content-type': 'application/xml' },
      body: `<urlset>${list.join('')}</urlset>`,
    })
    site.set('/llms.txt', '# Site\n- [LLMs](/map/llms)\n')
    const person = await onPro()
    const id = await startSiteCrawl(person, site, '/map', { settings: { sitemap: true } })
    const crawl = await waitForCrawlEnd(person, id)
    expect(pathsOf(site, crawl)).toEqual(['/map', '/map/linked', '/map/llms', '/map/listed'])
    expect(crawl.progress.pagesFound).toBe(4)
    const [row] = await app.services.db.select().from(crawls).where(eq(crawls.id, id))
    expect(row?.seedsPending).toBe(false)
    expect(pathsOf(site, await runCrawl(person, site, '/map'))).toEqual(['/map', '/map/linked'])
  })

  it('reads the sitemap when parts were selected, because a part may be listed there only', async () => {
    site.set('/ticked', customPage('Ticked'))
    site.set('/ticked/only-listed', customPage('Only listed'))
    site.set('/sitemap.xml', {
      headers: { 'content-type': 'application/xml' },
      body: `<urlset><url><loc>${site.origin}/ticked/only-listed</loc></url></urlset>`,
    })
    const crawl = await runCrawl(await onPro(), site, '/ticked', {
      branches: [{ path: '/ticked/only-listed', exact: true }],
    })
    expect(pathsOf(site, crawl)).toEqual(['/ticked', '/ticked/only-listed'])
  })
})
