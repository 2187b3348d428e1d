import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chatShares, users } from '#server/platform/db/schema/index.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'

type StoredPage = { id: string; url: string; title: string; content: string }

let app: TestApp
let site: Website
let person: Person
let pages: StoredPage[]

const UNCITED = 'This sentence of the page is not cited in the chat.'

beforeAll(async () => {
  site = await openWebsite({
    '/': `<title>Hook Head</title><main><p>Its walls are up to four metres thick and rise firmly.</p>
      <p>${UNCITED}</p><p><a href="/other">Other</a></p></main>`,
    '/other':
      '<title>Another page</title><main><p>The other page is about lamps and oil, and is in the chat as well.</p></main>',
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

async function saveChat(title = 'About walls') {
  const [page] = pages
  const citation = { marker: 1, pageId: page?.id, url: page?.url, title: page?.title, passageId: '' }
  const { body } = await person.post('/api/chats', {
    title,
    crawled_pages: pages.map(({ id }) => id),
    selected_pages: pages.map(({ id }) => id),
    chat_history: [
      { role: 'user', content: 'How thick are they?' },
      {
        role: 'assistant',
        content: 'Its walls are up to four metres thick and rise firmly. [1]',
        citations: [{ ...citation, sentence: 'Its walls are up to four metres thick and rise firmly.' }],
      },
    ],
  })
  return `/api/chats/${body.id}`
}
async function share(path: string) {
  const { status, body } = await person.post(`${path}/share`)
  expect(status).toBe(201)
  return { url: new URL(body.url), token: body.url.slice(-43) as string } // 43 characters are 32 bytes.
}
const read = (token: string) => app.visitor.get(`/api/shares/${token}`)

describe('a share link', () => {
  it('shows a visitor the messages and the cited sentences with address and date', async () => {
    const { url, token } = await share(await saveChat())
    expect(url.origin + url.pathname).toBe(`${app.config.appUrl}/share/${token}`)
    const { status, body } = await read(token)
    expect(status).toBe(200)
    expect(body.title).toBe('About walls')
    expect(body.messages).toMatchObject([
      { role: 'user', content: 'How thick are they?' },
      {
        role: 'assistant',
        citations: [
          {
            marker: 1,
            state: 'quoted',
            url: pages[0]?.url,
            sentence: 'Its walls are up to four metres thick and rise firmly.',
          },
        ],
      },
    ])
    expect(body.messages[1].citations[0].crawled_at).toMatch(/^\d{4}-/)
  })

  it('reveals no owner, no id and no other text of the pages', async () => {
    const path = await saveChat()
    const { token } = await share(path)
    const shown = JSON.stringify((await read(token)).body)
    const me = (await person.get('/api/me')).body.user
    for (const secret of [
      person.userId,
      person.email,
      me.name,
      path.split('/').at(-1),
      UNCITED,
      'Another page',
      ...pages.map(({ id }) => id),
    ]) {
      expect(shown).not.toContain(secret)
    }
  })

  it('gives no access to pages or to anything that needs a sign-in', async () => {
    const path = await saveChat()
    const { token } = await share(path)
    for (const subpath of [`/api/shares/${token}/pages`, `/api/shares/${token}/pages/${pages[0]?.id}`]) {
      expect((await app.visitor.get(subpath)).status).toBe(404)
    }
    for (const [method, ownerPath] of [
      ['GET', path],
      ['GET', `/api/pages/${pages[0]?.id}`],
      ['PATCH', path],
      ['DELETE', `${path}/share`],
      ['POST', `${path}/messages`],
    ] as const) {
      expect(
        (await app.visitor.request(method, ownerPath, method === 'GET' ? undefined : { question: 'x' })).status,
      ).toBe(401)
    }
    for (const method of ['PUT', 'PATCH', 'DELETE', 'POST']) {
      expect((await app.visitor.request(method, `/api/shares/${token}`, {})).status).toBe(404)
    }
  })

  it('can be seen again by its owner, and is stored encrypted [share-again]', async () => {
    const path = await saveChat()
    const { url, token } = await share(path)
    const again = () => person.get(`${path}/share`).then(({ body }) => body.share)
    expect(await again()).toEqual({ created_at: expect.stringMatching(/^\d{4}-/), url: String(url) })
    const { db } = app.services
    expect(JSON.stringify(await db.select().from(chatShares))).not.toContain(token)
    // As an earlier version stored it: it works, and its address is gone.
    await db.update(chatShares).set({ sealedToken: null })
    expect(await again()).toMatchObject({ url: null })
    expect((await read(token)).status).toBe(200)
  })

  it('stops working when it is revoked, replaced, or its chat is deleted', async () => {
    const path = await saveChat()
    const first = await share(path)
    const second = await share(path)
    expect((await read(first.token)).status).toBe(404)
    expect((await read(second.token)).status).toBe(200)
    await person.delete(`${path}/share`)
    expect((await read(second.token)).body.error).toEqual({
      code: 'share.not-found',
      message: 'This link no longer works.',
    })
    expect((await person.get(`${path}/share`)).body).toEqual({ share: null })
    const third = await share(path)
    await person.delete(path)
    expect((await read(third.token)).status).toBe(404)
    await person.post(`${path}/restore`)
    expect((await read(third.token)).status).toBe(200)
  })

  it('stops working while its owner is suspended', async () => {
    const other = await app.signUp()
    const { body } = await other.post('/api/chats', {
      title: 'Theirs',
      crawled_pages: [],
      selected_pages: [],
      chat_history: [],
    })
    const { body: created } = await other.post(`/api/chats/${body.id}/share`)
    expect((await read(created.url.slice(-43))).status).toBe(200)
    await app.services.db.update(users).set({ suspendedAt: new Date() }).where(eq(users.id, other.userId))
    expect((await read(created.url.slice(-43))).status).toBe(404)
  })

  it('cannot be guessed or read from the database [share-1]', async () => {
    const path = await saveChat()
    const tokens = [(await share(path)).token, (await share(path)).token]
    expect(new Set(tokens).size).toBe(2)
    // 256 bits in base 64.
    for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/)
    const rows = await app.services.db.select().from(chatShares)
    for (const { tokenHash } of rows) {
      expect(tokens).not.toContain(tokenHash)
      expect((await read(tokenHash)).status).toBe(404)
    }
    expect((await read(`${tokens[1]?.slice(0, -1)}${tokens[1]?.endsWith('A') ? 'B' : 'A'}`)).status).toBe(404)
    for (const malformed of ['x', '%00', `${'a'.repeat(5000)}`]) expect((await read(malformed)).status).toBe(404)
  })

  it('is hidden from search engines and from sites that the page links to', async () => {
    const path = await saveChat()
    const { token } = await share(path)
    for (const address of [`/share/${token}`, `/api/shares/${token}`, '/share/unknown', '/api/shares/unknown']) {
      const { headers } = await app.visitor.get(address)
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cache-control')).toBe('no-store')
      if (!address.endsWith('unknown')) expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
    }
  })
})
