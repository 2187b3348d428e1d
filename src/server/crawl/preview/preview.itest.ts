import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { crawls, frontier, hostLocks, pages, userSettings } from '#server/platform/db/schema/index.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'

let app: TestApp
let site: Website

const page = (title: string, ...links: string[]) =>
  `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1>
   <p>${title} is described here in a sentence that is long enough to be kept.</p>
   ${links.map((link) => `<a href="${link}">${link}</a>`).join(' ')}</main></html>`

beforeAll(async () => {
  site = await openWebsite({
    '/robots.txt': 'User-agent: *\nDisallow: /docs/secret\nCrawl-delay: 1\n',
    '/docs/': page('Docs', '/docs/a', '/docs/b', '/elsewhere', '/docs/file.pdf', '/docs/secret', '/docs/gone'),
    '/docs/a': page('A', '/docs/a/deep'),
    '/docs/b': page('B'),
  })
  app = await openTestApp({ allowPrivateHosts: [site.host] })
})

afterAll(async () => {
  await app?.close()
  await site?.close()
})

type Shown = { url: string; title: string; from: string; reason: string }
const pathsOf = (list: Shown[]) => list.map(({ url }) => new URL(url).pathname)

describe('a preview', () => {
  it('lists what a crawl would fetch and skip, charges nothing and stores nothing', async () => {
    const quiet = await openWebsite({
      '/docs/': page('Docs', '/docs/a', '/docs/b', '/elsewhere', '/docs/file.pdf', '/docs/gone'),
      '/docs/a': page('A', '/docs/a/deep'),
      '/docs/b': page('B'),
    })
    const here = await openTestApp({ allowPrivateHosts: [quiet.host] })
    try {
      const person = await here.signUp()
      const { status, body } = await person.post('/api/previews', { url: `${quiet.origin}/docs/` })
      expect(status).toBe(200)
      expect(body).toMatchObject({ url: `${quiet.origin}/docs/`, title: 'Docs', total: 4, sitemaps: [], pauseMs: 0 })
      expect(pathsOf(body.addresses)).toEqual(['/docs', '/docs/a', '/docs/b', '/docs/a/deep'])
      expect(body.addresses.map(({ title, from }: Shown) => [title, from])).toEqual([
        ['Docs', 'start'],
        ['A', 'link'],
        ['B', 'link'],
        ['', 'link'],
      ])
      expect(body.skipped.map(({ url, reason }: Shown) => [new URL(url).pathname, reason])).toEqual([
        ['/elsewhere', 'outside-path'],
        ['/docs/file.pdf', 'excluded-type'],
        ['/docs/gone', 'http-status'],
      ])
      expect((await person.get('/api/credits')).body.credits_count).toBe(30)
      for (const table of [crawls, frontier, pages]) expect(await here.services.db.select().from(table)).toEqual([])
    } finally {
      await here.close()
      await quiet.close()
    }
  })

  it('lists the addresses of sitemaps and llms.txt with their titles, and then fetches no further page', async () => {
    const quiet = await openWebsite({
      '/docs/': page('Docs', '/docs/a'),
      '/docs/a': page('A'),
    })
    const urls = ['/docs/a', '/docs/b', '/docs/old/1', '/elsewhere'].map(
      (path) => `<url><loc>${quiet.origin}${path}</loc></url>`,
    )
    quiet.set('/sitemap.xml', {
      headers: { 'content-type': 'application/xml' },
      body: `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`,
    })
    quiet.set('/llms.txt', `# Docs\n\n- [The guide](${quiet.origin}/docs/guide): how to begin\n`)
    const here = await openTestApp({ allowPrivateHosts: [quiet.host] })
    try {
      const person = await here.signUp()
      await here.services.db.update(userSettings).set({ tier: 'pro' }).where(eq(userSettings.userId, person.userId))
      const ask = { url: `${quiet.origin}/docs/`, settings: { exclude: ['/docs/old/*'], delayMs: 1234 } }
      const { body } = await person.post('/api/previews', ask)
      expect(body.addresses).toEqual([
        { url: `${quiet.origin}/docs`, title: 'Docs', from: 'start' },
        { url: `${quiet.origin}/docs/a`, title: '', from: 'link' },
        { url: `${quiet.origin}/docs/guide`, title: 'The guide', from: 'llms.txt' },
        { url: `${quiet.origin}/docs/b`, title: '', from: 'sitemap' },
      ])
      expect(body.skipped.map(({ url, reason }: Shown) => [new URL(url).pathname, reason])).toEqual([
        ['/docs/old/1', 'excluded-pattern'],
        ['/elsewhere', 'outside-path'],
      ])
      expect(body).toMatchObject({ total: 4, sitemaps: [`${quiet.origin}/sitemap.xml`], pauseMs: 1234 })
      expect(quiet.requests.map(({ path }) => path)).not.toContain('/docs/a')
    } finally {
      await here.close()
      await quiet.close()
    }
  })

  it('obeys robots.txt and reports the delay between two pages', async () => {
    const person = await app.signUp()
    const { body } = await person.post('/api/previews', { url: `${site.origin}/docs/` })
    expect(body.pauseMs).toBe(1000)
    expect(pathsOf(body.addresses)).not.toContain('/docs/secret')
    expect(body.skipped).toContainEqual({
      url: `${site.origin}/docs/secret`,
      reason: 'robots',
      detail: expect.any(String),
    })
    expect(site.requests.map(({ path }) => path)).not.toContain('/docs/secret')
  })

  it.each([
    ['', 400, 'No URL provided for crawling'],
    ['http://', 400, 'Invalid URL provided'],
    ['http://10.0.0.1/', 400, 'ALLOW_PRIVATE_HOSTS'],
    ['/missing', 502, 'Couldn’t preview the site: The site returned an error'],
    ['/docs/secret', 502, 'Couldn’t preview the site: Blocked by the site’s robots.txt'],
  ])('refuses to preview %j with %i and the reason', async (path, status, words) => {
    const person = await app.signUp()
    const answer = await person.post('/api/previews', { url: path.startsWith('/') ? site.origin + path : path })
    expect(answer.status).toBe(status)
    expect(answer.body.error.message).toContain(words)
  })

  it('is limited to ten a minute per user', async () => {
    const person = await app.signUp()
    const ask = () => person.post('/api/previews', { url: `${site.origin}/missing` })
    for (let times = 0; times < 10; times++) expect((await ask()).status).toBe(502)
    const refused = await ask()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(60)
  })

  it('waits for the host lock and fails when the host stays busy', async () => {
    const person = await app.signUp()
    const gate = site.hold('/docs/')
    await person.post('/api/crawls', { url: `${site.origin}/docs/`, maxPages: 1 })
    await gate.asked
    const preview = await person.post('/api/previews', { url: `${site.origin}/docs/` })
    gate.release()
    expect(preview.status).toBe(429)
    expect(preview.body.error.message).toBe(`${site.host} is busy with another crawl. Please try again in a moment.`)
    expect(preview.headers.get('Retry-After')).toBe('5')
    await waitFor('the host to be free again', async () => {
      const again = await person.post('/api/previews', { url: `${site.origin}/docs/` })
      return again.status === 200
    })
  })

  it('ends and releases its host locks when the client disconnects', async () => {
    const person = await app.signUp()
    const gate = site.hold('/docs/')
    const gone = new AbortController()
    const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const asking = fetch(`${app.origin}/api/previews`, {
      method: 'POST',
      signal: gone.signal,
      headers: { Cookie: cookie, Origin: app.origin, 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: `${site.origin}/docs/` }),
    }).catch(() => 'gone')
    await gate.asked
    gone.abort()
    expect(await asking).toBe('gone')
    // The site has still not responded.
    await waitFor(
      'the host lock to be released',
      async () => {
        return (await app.services.db.select().from(hostLocks)).length === 0
      },
      5_000,
    )
    gate.release()
  })

  it('refuses custom settings on the free plan', async () => {
    const person = await app.signUp()
    const ask = { url: `${site.origin}/docs/`, settings: { exclude: ['/docs/b'] } }
    expect(await person.post('/api/previews', ask)).toMatchObject({
      status: 403,
      body: { error: { code: 'crawl.needs-plan' } },
    })
    await app.services.db.update(userSettings).set({ tier: 'pro' }).where(eq(userSettings.userId, person.userId))
    expect((await person.post('/api/previews', ask)).status).toBe(200)
  })
})
