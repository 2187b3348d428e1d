import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chatShares, users } from '#server/db/schema/index.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'

type Stored = { id: string; url: string; title: string; content: string }

let app: TestApp
let site: Website
let person: Person
let pages: Stored[]

const SECRET = 'Nobody was ever asked about this sentence of the page.'

beforeAll(async () => {
  site = await openWebsite({
    '/': `<title>Hook Head</title><main><p>Its walls are up to four metres thick and stand firmly.</p>
      <p>${SECRET}</p><p><a href="/other">Other</a></p></main>`,
    '/other': '<title>Another page</title><main><p>The other page is about lamps and oil, and is in the chat as well.</p></main>',
  })
  app = await openTestApp({ allowPrivateHosts: [site.host] })
  person = await app.signUp('secret-address@example.org')
  await app.services.db.update(users).set({ name: 'Wilhelmina Ownername' }).where(eq(users.id, person.userId))
  const { body } = await person.post('/api/crawls', { url: site.origin, maxPages: 2 })
  const crawl = await waitFor('the crawl', async () => {
    const answer = await person.get(`/api/crawls/${body.id}`)
    return answer.body.status === 'finished' && answer.body
  })
  pages = crawl.pages
})

afterAll(async () => {
  await app?.close()
  await site?.close()
})

async function saved(title = 'About walls') {
  const [home] = pages
  const citation = { marker: 1, pageId: home?.id, url: home?.url, title: home?.title, passageId: '', verified: true }
  const { body } = await person.post('/api/chats', {
    title,
    crawled_pages: pages.map(({ id }) => id),
    selected_pages: pages.map(({ id }) => id),
    chat_history: [
      { role: 'user', content: 'How thick are they?' },
      { role: 'assistant', content: 'Four metres [1].', citations: [{ ...citation, sentence: 'Its walls are up to four metres thick and stand firmly.' }] },
    ],
  })
  return `/api/chats/${body.id}`
}
async function shared(path: string) {
  const { status, body } = await person.post(`${path}/share`)
  expect(status).toBe(201)
  return { url: new URL(body.url), token: body.url.slice(-43) as string } // 43 characters are 32 bytes.
}
const read = (token: string) => app.visitor.get(`/api/shares/${token}`)

describe('a share link', () => {
  it('shows a visitor the chat: its messages, and the sentences they cite with address and day', async () => {
    const { url, token } = await shared(await saved())
    expect(url.origin + url.pathname).toBe(`${app.config.appUrl}/share/${token}`)
    const { status, body } = await read(token)
    expect(status).toBe(200)
    expect(body.title).toBe('About walls')
    expect(body.messages).toMatchObject([
      { role: 'user', content: 'How thick are they?' },
      {
        role: 'assistant',
        citations: [{ marker: 1, verified: true, url: pages[0]?.url, sentence: 'Its walls are up to four metres thick and stand firmly.' }],
      },
    ])
    expect(body.messages[1].citations[0].crawled_at).toMatch(/^\d{4}-/)
  })

  it("shows nothing else: neither whose it is, nor an id, nor the pages' other text", async () => {
    const path = await saved()
    const { token } = await shared(path)
    const told = JSON.stringify((await read(token)).body)
    const me = (await person.get('/api/me')).body.user
    for (const secret of [person.userId, person.email, me.name, path.split('/').at(-1), SECRET, 'Another page', ...pages.map(({ id }) => id)]) {
      expect(told).not.toContain(secret)
    }
  })

  it('gives no way to a page or to anything else that needs a sign-in', async () => {
    const path = await saved()
    const { token } = await shared(path)
    for (const elsewhere of [`/api/shares/${token}/pages`, `/api/shares/${token}/pages/${pages[0]?.id}`]) {
      expect((await app.visitor.get(elsewhere)).status).toBe(404)
    }
    for (const [method, own] of [['GET', path], ['GET', `/api/pages/${pages[0]?.id}`], ['PATCH', path], ['DELETE', `${path}/share`], ['POST', `${path}/messages`]] as const) {
      expect((await app.visitor.request(method, own, method === 'GET' ? undefined : { question: 'x' })).status).toBe(401)
    }
    for (const method of ['PUT', 'PATCH', 'DELETE', 'POST']) {
      expect((await app.visitor.request(method, `/api/shares/${token}`, {})).status).toBe(404)
    }
  })

  it('ends when it is revoked, when a new one is made, and when the chat is deleted', async () => {
    const path = await saved()
    const first = await shared(path)
    expect((await person.get(`${path}/share`)).body.share.created_at).toMatch(/^\d{4}-/)
    const second = await shared(path)
    expect((await read(first.token)).status).toBe(404)
    expect((await read(second.token)).status).toBe(200)
    await person.delete(`${path}/share`)
    expect((await read(second.token)).body.error).toEqual({
      code: 'share.not-found',
      message: 'This chat is not shared, or not any more.',
    })
    expect((await person.get(`${path}/share`)).body).toEqual({ share: null })
    const third = await shared(path)
    await person.delete(path)
    expect((await read(third.token)).status).toBe(404)
    await person.post(`${path}/restore`)
    expect((await read(third.token)).status).toBe(200)
  })

  it('does not show what a suspended person has shared', async () => {
    const other = await app.signUp()
    const { body } = await other.post('/api/chats', { title: 'Theirs', crawled_pages: [], selected_pages: [], chat_history: [] })
    const { body: share } = await other.post(`/api/chats/${body.id}/share`)
    expect((await read(share.url.slice(-43))).status).toBe(200)
    await app.services.db.update(users).set({ suspendedAt: new Date() }).where(eq(users.id, other.userId))
    expect((await read(share.url.slice(-43))).status).toBe(404)
  })

  it('cannot be guessed, nor be had from the database', async () => {
    const path = await saved()
    const tokens = [(await shared(path)).token, (await shared(path)).token]
    expect(new Set(tokens).size).toBe(2)
    const rows = await app.services.db.select().from(chatShares)
    for (const { tokenHash } of rows) {
      expect(tokens).not.toContain(tokenHash)
      expect((await read(tokenHash)).status).toBe(404)
    }
    expect((await read(`${tokens[1]?.slice(0, -1)}${tokens[1]?.endsWith('A') ? 'B' : 'A'}`)).status).toBe(404)
    for (const none of ['x', '%00', `${'a'.repeat(5000)}`]) expect((await read(none)).status).toBe(404)
  })

  it('is no business of search engines, and no site that it links to learns it', async () => {
    const path = await saved()
    const { token } = await shared(path)
    for (const address of [`/share/${token}`, `/api/shares/${token}`, '/share/unknown', '/api/shares/unknown']) {
      const { headers } = await app.visitor.get(address)
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cache-control')).toBe('no-store')
      if (!address.endsWith('unknown')) expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
    }
  })
})
