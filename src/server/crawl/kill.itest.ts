import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD } from '#test/app.ts'
import { createClient } from '#test/client.ts'
import { newTestDatabase } from '#test/database.ts'
import { type RunningServer, startServer } from '#test/running-server.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'

const PAGES = 60
const KILLS = [7, 20, 41]

let site: Website
let server: RunningServer

beforeAll(async () => {
  const path = (index: number) => `/page/${index}`
  const links = Array.from({ length: PAGES }, (_, index) => `<a href="${path(index + 1)}">${index + 1}</a>`).join(' ')
  const pages = Array.from({ length: PAGES }, (_, index) => [
    path(index + 1),
    `<title>Page ${index + 1}</title><main><p>This is page number ${index + 1} of a site that is read under fire.</p></main>`,
  ])
  site = await openWebsite({ '/page': `<title>All</title><main><p>All the pages of this site.</p>${links}</main>`, ...Object.fromEntries(pages) })
  const { databaseUrl } = await newTestDatabase()
  server = await startServer({ ALLOW_PRIVATE_HOSTS: site.host, ...(databaseUrl && { DATABASE_URL: databaseUrl }) })
})

afterAll(async () => {
  await server?.close()
  await site?.close()
})

describe('killed without warning in the middle of a crawl', () => {
  it('goes on by itself; every page is stored and charged exactly once, and at most the page in hand is fetched again', async () => {
    const email = 'reader@example.org'
    const person = createClient(server.url)
    await person.post('/api/auth/sign-up/email', { email, password: PASSWORD })
    await person.post('/api/auth/email-otp/verify-email', { email, otp: await server.codeFor(email) })
    await server.admin(['tier', email, 'enterprise'])

    const { body } = await person.post('/api/crawls', { url: `${site.origin}/page`, maxPages: PAGES, maxDepth: 2 })
    const look = async () => (await person.get(`/api/crawls/${body.id}`)).body
    for (const stored of KILLS) {
      await waitFor(`${stored} pages`, async () => (await look()).pages.length >= stored, 60_000)
      await server.restart('SIGKILL')
    }
    const crawl = await waitFor('the crawl to end', async () => {
      const now = await look()
      return now.finishedAt && now
    }, 60_000)

    expect(crawl).toMatchObject({ status: 'finished', progress: { pagesCrawled: PAGES } })
    expect(new Set(crawl.pages.map((page: { url: string }) => page.url)).size).toBe(PAGES)
    expect(crawl.pages).toHaveLength(PAGES)
    expect((await person.get('/api/credits')).body.credits_count).toBe(3000 - PAGES)
    const fetched = site.requests.filter(({ path }) => path.startsWith('/page'))
    expect(fetched.length).toBeLessThanOrEqual(PAGES + KILLS.length)
  }, 180_000)
})
