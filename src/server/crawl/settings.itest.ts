import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { crawls, userSettings } from '#server/db/schema/index.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { crawlEnded, pageNamed, pageWith, pathsOf, reasonsOf, startWalk, walk } from '#test/crawls.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'

let app: TestApp
let site: Website

beforeAll(async () => {
  site = await openWebsite({
    '/': pageNamed('Home', '/blog/a', '/blog/drafts/b', '/shop/c'),
    '/blog/a': pageNamed('A'),
    '/blog/drafts/b': pageNamed('B'),
    '/shop/c': pageNamed('C'),
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
  it('need a plan that has them; the plain ones, branches and a mail do not', async () => {
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
    expect((await crawlEnded(person, body.id)).skippedByReason).toEqual({ 'not-chosen': 1 })
  })

  it('are stored and shown again, and limit what is read', async () => {
    const person = await onPro()
    const settings = { include: ['/blog/*'], exclude: ['/blog/drafts/*'], delayMs: 1, sitemap: true }
    const { body } = await person.post('/api/crawls', { url: site.origin, settings })
    expect(body.settings).toEqual({ ...settings, reader: 'auto', country: null, keepQuery: false })
    const crawl = await crawlEnded(person, body.id)
    expect(crawl.pages.map(({ title }: { title: string }) => title)).toEqual(['Home', 'A'])
    expect(crawl.skippedByReason).toEqual({ 'excluded-pattern': 2 })
  })

  it('limit a crawl to the patterns and the ticked parts; the start page is read in any case', async () => {
    const links = ['/in/blog/a', '/in/blog/old/b', '/in/news/c', '/in/docs/d']
    site.set('/in', pageWith('Start', { links }))
    for (const link of links) site.set(link, pageWith(link))
    const person = await onPro()
    const settings = { include: ['/in/blog/*', '/in/news/*'], exclude: ['/*/old/*'] }
    const crawl = await walk(person, site, '/in', { settings, branches: [{ path: '/in/blog', exact: false }] })
    expect(pathsOf(site, crawl)).toEqual(['/in', '/in/blog/a'])
    expect(reasonsOf(site, crawl)).toEqual({
      '/in/blog/old/b': 'excluded-pattern',
      '/in/docs/d': 'excluded-pattern',
      '/in/news/c': 'not-chosen',
    })
  })

  it('keep queries apart when asked to, and drop what only tracks', async () => {
    const answer = (_: { url?: string }, response: { setHeader(name: string, value: string): void; end(body: string): void }) => {
      response.setHeader('content-type', 'text/html')
      response.end(pageWith(`List ${_.url}`, { links: ['/list?page=2&utm_source=x', '/list?utm_medium=y', '/list?page=2'] }))
    }
    site.set('/list', answer)
    const person = await onPro()
    expect(pathsOf(site, await walk(person, site, '/list', { settings: { keepQuery: true } }))).toEqual(['/list', '/list?page=2'])
    expect(pathsOf(site, await walk(person, site, '/list'))).toEqual(['/list'])
  })

  it('make the pause longer, never shorter', async () => {
    site.set('/slow', pageWith('Slow', { links: ['/slow/a'] }))
    site.set('/slow/a', pageWith('Slow a'))
    const person = await onPro()
    const id = await startWalk(person, site, '/slow', { settings: { delayMs: 60_000 } })
    const crawl = await waitFor('the first page', async () => {
      const [row] = await app.services.db.select().from(crawls).where(and(eq(crawls.id, id), eq(crawls.pagesCrawled, 1)))
      return row
    })
    expect((crawl.nextStepAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(50_000)
    await person.post(`/api/crawls/${id}/stop`)
    await crawlEnded(person, id)
  })

  it('keep the query of the start address when queries are kept, and drop it otherwise', async () => {
    const person = await onPro()
    const url = `${site.origin}/?page=2`
    const kept = await person.post('/api/crawls', { url, maxPages: 1, settings: { keepQuery: true } })
    expect((await crawlEnded(person, kept.body.id)).pages[0].url).toBe(`${site.origin}?page=2`)
    const dropped = await person.post('/api/crawls', { url, maxPages: 1 })
    expect((await crawlEnded(person, dropped.body.id)).pages[0].url).toBe(site.origin)
  })

  it('with a reader that this server has not are refused with what would set it up', async () => {
    const person = await onPro()
    const answer = await person.post('/api/crawls', { url: site.origin, settings: { reader: 'scrapingbee' } })
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'crawl.reader-missing' } } })
    expect(answer.body.error.message).toContain('SCRAPINGBEE_API_KEY')
  })

  it('cannot set what belongs to the request itself', async () => {
    const person = await onPro()
    const headers = [{ name: 'Host', value: 'evil.example' }]
    const answer = await person.post('/api/crawls', { url: site.origin, settings: { headers } })
    expect(answer).toMatchObject({ status: 400, body: { error: { message: 'The header Host is set by the reader itself.' } } })
  })
})

describe('headers for pages behind a sign-in', () => {
  it('reach the site, and are in no answer and in no row as they are', async () => {
    const person = await onPro()
    const headers = [{ name: 'Cookie', value: SECRET }]
    const { body } = await person.post('/api/crawls', { url: site.origin, maxPages: 2, settings: { headers } })
    const crawl = await crawlEnded(person, body.id)
    expect(crawl.pages).toHaveLength(2)
    const asked = site.requests.filter(({ headers }) => headers.cookie === SECRET).map(({ path }) => path)
    expect(asked).toEqual(expect.arrayContaining(['/', '/blog/a']))

    const answers = [body, crawl, (await person.get('/api/crawls')).body, (await person.get('/api/account/export')).body]
    const [row] = await app.services.db.select().from(crawls).where(eq(crawls.id, body.id))
    expect(row?.sealedHeaders).toEqual(expect.any(String))
    for (const text of [answers, row].map((each) => JSON.stringify(each))) expect(text).not.toContain(SECRET)
  })

  it('that are none are refused without being repeated', async () => {
    const person = await onPro()
    const headers = [{ name: 'Cookie', value: `${SECRET}\nX-More: 1` }]
    const answer = await person.post('/api/crawls', { url: site.origin, settings: { headers } })
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).not.toContain('not-for-anybody-else')
  })
})

describe('a crawl that asks for the sitemap', () => {
  it('reads what the site lists of its own, behind the start page and its links', async () => {
    const pages = ['/map/linked', '/map/listed', '/map/private-login/login', '/elsewhere/x', '/map/llms']
    site.set('/map', pageWith('Map', { links: ['/map/linked'] }))
    for (const path of pages) site.set(path, pageWith(path))
    const list = pages.slice(0, 4).map((path) => `<url><loc>${site.origin}${path}</loc></url>`)
    site.set('/sitemap.xml', { headers: { 'content-type': 'application/xml' }, body: `<urlset>${list.join('')}</urlset>` })
    site.set('/llms.txt', '# Site\n- [LLMs](/map/llms)\n')
    const person = await onPro()
    const id = await startWalk(person, site, '/map', { settings: { sitemap: true } })
    const crawl = await crawlEnded(person, id)
    expect(pathsOf(site, crawl)).toEqual(['/map', '/map/linked', '/map/llms', '/map/listed'])
    expect(crawl.progress.pagesFound).toBe(4)
    const [row] = await app.services.db.select().from(crawls).where(eq(crawls.id, id))
    expect(row?.seedsPending).toBe(false)
    expect(pathsOf(site, await walk(person, site, '/map'))).toEqual(['/map', '/map/linked'])
  })

  it('is also one whose parts were ticked, on every plan: a part may stand in the sitemap alone', async () => {
    site.set('/ticked', pageWith('Ticked'))
    site.set('/ticked/only-listed', pageWith('Only listed'))
    site.set('/sitemap.xml', {
      headers: { 'content-type': 'application/xml' },
      body: `<urlset><url><loc>${site.origin}/ticked/only-listed</loc></url></urlset>`,
    })
    const crawl = await walk(await onPro(), site, '/ticked', { branches: [{ path: '/ticked/only-listed', exact: true }] })
    expect(pathsOf(site, crawl)).toEqual(['/ticked', '/ticked/only-listed'])
  })
})
