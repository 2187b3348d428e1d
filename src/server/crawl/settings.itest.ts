import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { crawls, userSettings } from '#server/db/schema/index.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { crawlEnded, pageNamed } from '#test/crawls.ts'
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
