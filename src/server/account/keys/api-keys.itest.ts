/** Keys for programs, asked over HTTP as a program asks. Which route takes which scope stands in the route matrix. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { API_KEYS_MAX, API_REQUESTS_PER_MINUTE } from '#shared/api-keys.ts'
import { changeTier } from '#server/admin/change-tier.ts'
import { accountLimits, apiKeys, users } from '#server/db/schema/index.ts'
import { makeKey, withKey } from '#test/api-key.ts'
import { openTestApp, PASSWORD, type Person, type TestApp } from '#test/app.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'
import { findApiKey } from './find-api-key.ts'

let app: TestApp
let site: Website
let person: Person

beforeAll(async () => {
  site = await openWebsite({ '/': '<title>Ferry</title><main><p>The ferry to the island sails at nine every morning.</p></main>' })
  app = await openTestApp({ allowPrivateHosts: [site.host] })
})

afterAll(async () => {
  await app?.close()
  await site?.close()
})

beforeEach(async () => {
  person = await app.signUp()
  await changeTier(app.services.db, { email: person.email, tier: 'pro' })
})

const stored = async (id: string) => (await app.services.db.select().from(apiKeys).where(eq(apiKeys.id, id)))[0]

describe('a key', () => {
  it('is said once, and only its hash is stored', async () => {
    const made = await person.post('/api/keys', { name: '  Laptop ', scopes: ['crawl', 'read', 'read'] })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ name: 'Laptop', scopes: ['read', 'crawl'], last_used_at: null })
    expect(made.body.secret).toMatch(/^rb_[\w-]{43}$/)
    expect(made.body.secret.startsWith(made.body.prefix)).toBe(true)

    const { body } = await person.get('/api/keys')
    expect(body.keys).toHaveLength(1)
    expect(JSON.stringify(body)).not.toContain(made.body.secret)
    expect(JSON.stringify(await stored(made.body.id))).not.toContain(made.body.secret.slice(11))
  })

  it('does on the same routes what the browser does there: crawl, process, ask with citations, save', async () => {
    const ask = withKey(app.origin, (await makeKey(person, ['read', 'ask', 'crawl'])).secret)
    const crawl = await ask('POST', '/api/crawls', { url: site.origin, maxPages: 1 })
    expect(crawl.status).toBe(201)
    const { pages } = await waitFor('the crawl', async () => {
      const { body } = await ask('GET', `/api/crawls/${crawl.body.id}`)
      return body.status === 'finished' && body
    })
    expect((await ask('POST', '/api/knowledge', { pageIds: [pages[0].id] })).status).toBe(200)
    const question = 'When does the ferry to the island sail?'
    const answer = await ask('POST', '/api/answers', { question, pageIds: [pages[0].id] })
    expect(answer.body).toContain('The ferry to the island sails at nine every morning.')
    expect(answer.body).toContain('"verified":true')
    const chat = { title: 'Ferries', crawled_pages: [pages[0].id], selected_pages: [pages[0].id] }
    expect((await ask('POST', '/api/chats', chat)).status).toBe(201)
    expect((await ask('GET', '/api/credits')).body).toEqual({ credits_count: 299, tier: 'pro' })
    // What the key did is the person's, in the browser too.
    expect((await person.get('/api/chats')).body.chats).toMatchObject([{ title: 'Ferries' }])
  })

  it('searches the passages of a crawl', async () => {
    const { body } = await person.post('/api/crawls', { url: site.origin, maxPages: 1 })
    await waitFor('the crawl', async () => (await person.get(`/api/crawls/${body.id}`)).body.status === 'finished')
    const read = withKey(app.origin, (await makeKey(person, ['read'])).secret)
    const found = await read('GET', `/api/knowledge/passages?q=island%20ferry&crawlId=${body.id}`)
    expect(found.body.passages).toMatchObject([{ title: 'Ferry', text: expect.stringContaining('sails at nine') }])
    const stranger = await app.signUp()
    expect((await stranger.get(`/api/knowledge/passages?q=ferry&crawlId=${body.id}`)).status).toBe(404)
    expect((await read('GET', '/api/knowledge/passages?q=ferry')).status).toBe(400)
  })

  it('answers for its person alone, also beside the cookie of another', async () => {
    const other = await app.signUp()
    const { secret } = await makeKey(person, ['read'])
    const beside = await other.request('GET', '/api/credits', undefined, { Authorization: `Bearer ${secret}` })
    expect(beside.body).toMatchObject({ tier: 'pro' })
    const unknown = await other.request('GET', '/api/credits', undefined, { Authorization: 'Bearer rb_unknown' })
    expect(unknown.status).toBe(401)
    // A proxy's own token is no key.
    expect((await other.request('GET', '/api/credits', undefined, { Authorization: 'Bearer ey.of.a.proxy' })).status).toBe(200)
  })

  it('needs no origin, and takes whichever is sent', async () => {
    const crawl = withKey(app.origin, (await makeKey(person, ['crawl'])).secret)
    const wish = { url: site.origin, maxPages: 1 }
    expect((await crawl('POST', '/api/crawls', wish, { Origin: 'vscode-webview://editor' })).status).toBe(201)
  })

  it('remembers its last use, written at most once a minute', async () => {
    const { id, secret } = await makeKey(person, ['read'])
    const at = (time: string) => findApiKey(app.services.db, secret, new Date(time))
    await at('2026-03-01T10:00:00Z')
    await at('2026-03-01T10:00:59Z')
    expect((await stored(id))?.lastUsedAt?.toISOString()).toBe('2026-03-01T10:00:00.000Z')
    await at('2026-03-01T10:01:01Z')
    expect((await stored(id))?.lastUsedAt?.toISOString()).toBe('2026-03-01T10:01:01.000Z')
    expect((await person.get('/api/keys')).body.keys).toMatchObject([{ last_used_at: '2026-03-01T10:01:01.000Z' }])
  })
})

describe('a key is refused', () => {
  const refused = async (secret: string) => {
    const { status, body, headers } = await withKey(app.origin, secret)('GET', '/api/crawls')
    return { status, error: body.error, asks: headers.get('www-authenticate') }
  }

  it('when it is unknown or revoked, in the one failure shape', async () => {
    const { id, secret } = await makeKey(person, ['read'])
    const words = { code: 'key.unknown', message: 'This API key is not valid. It may be mistyped, or revoked.' }
    expect(await refused('rb_' + 'a'.repeat(43))).toMatchObject({ status: 401, error: words, asks: expect.stringContaining('Bearer') })
    expect((await withKey(app.origin, secret)('GET', '/api/crawls')).status).toBe(200)
    expect((await person.delete(`/api/keys/${id}`)).status).toBe(204)
    expect(await refused(secret)).toMatchObject({ status: 401, error: words })
    expect((await person.delete(`/api/keys/${id}`)).status).toBe(404)
  })

  it('on a plan without API access, and holds again once the plan has it', async () => {
    const { secret } = await makeKey(person, ['read'])
    await changeTier(app.services.db, { email: person.email, tier: 'free' })
    expect(await refused(secret)).toMatchObject({ status: 403, error: { code: 'key.needs-plan' } })
    const free = await person.post('/api/keys', { name: 'Another', scopes: ['read'] })
    expect(free.status).toBe(403)
    expect(free.body.error.message).toBe('API access is part of the Pro plan. Please upgrade to use API keys.')
    // Whoever left the plan can still look at the keys and revoke them.
    expect((await person.get('/api/keys')).body.keys).toHaveLength(1)
    await changeTier(app.services.db, { email: person.email, tier: 'enterprise' })
    expect((await withKey(app.origin, secret)('GET', '/api/crawls')).status).toBe(200)
  })

  it('while the account is suspended', async () => {
    const { secret } = await makeKey(person, ['read'])
    await app.services.db.update(users).set({ suspendedAt: new Date() }).where(eq(users.id, person.userId))
    expect(await refused(secret)).toMatchObject({ status: 403, error: { code: 'account.suspended' } })
  })

  it('once its account is deleted', async () => {
    const { secret } = await makeKey(person, ['read'])
    expect((await person.post('/api/account/delete', { password: PASSWORD })).status).toBe(204)
    expect(await refused(secret)).toMatchObject({ status: 401, error: { code: 'key.unknown' } })
  })

  it('where it lacks the scope, and says which', async () => {
    const { secret } = await makeKey(person, ['read'])
    const { status, body } = await withKey(app.origin, secret)('POST', '/api/crawls', { url: site.origin })
    expect({ status, message: body.error.message }).toEqual({
      status: 403,
      message: 'This API key may not do this: it needs the scope “crawl”.',
    })
  })

  it('at the account, its keys, sessions, payment and the admin area, whoever made it', async () => {
    const { secret } = await makeKey(person, ['read', 'ask', 'crawl'])
    const program = withKey(app.origin, secret)
    const places = [
      ['GET', '/api/me'],
      ['GET', '/api/account/export'],
      ['POST', '/api/account/delete'],
      ['GET', '/api/auth/get-session'],
      ['POST', '/api/auth/sign-in/email'],
      ['GET', '/api/keys'],
      ['POST', '/api/keys'],
      ['DELETE', '/api/keys/00000000-0000-4000-8000-000000000000'],
      ['POST', '/api/billing/checkout'],
      ['GET', '/api/admin/overview'],
      ['GET', '/api/admin/anything'],
    ] as const
    for (const [method, path] of places) {
      const { status, body } = await program(method, path, method === 'POST' ? {} : undefined)
      expect({ path, status, code: body.error.code }).toEqual({ path, status: 403, code: 'key.not-here' })
    }
  })

  it('after too many requests within a minute, with how long to wait', async () => {
    const { id, secret } = await makeKey(person, ['read'])
    const since = new Date(Date.now() - 20_000)
    await app.services.db.insert(accountLimits).values({ key: `api-key ${id}`, count: API_REQUESTS_PER_MINUTE, since })
    const { status, headers, body } = await withKey(app.origin, secret)('GET', '/api/crawls')
    expect({ status, code: body.error.code }).toEqual({ status: 429, code: 'key.too-fast' })
    const seconds = Number(headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(30)
    expect(seconds).toBeLessThanOrEqual(40)
    const over = new Date(Date.now() - 61_000)
    await app.services.db.update(accountLimits).set({ since: over }).where(eq(accountLimits.key, `api-key ${id}`))
    expect((await withKey(app.origin, secret)('GET', '/api/crawls')).status).toBe(200)
  })
})

it('no more keys are kept than a person can look over, also when asked for at once', async () => {
  const wishes = Array.from({ length: API_KEYS_MAX + 3 }, (_, n) => person.post('/api/keys', { name: `Key ${n}`, scopes: ['read'] }))
  const statuses = (await Promise.all(wishes)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(API_KEYS_MAX)
  expect(statuses.filter((status) => status === 409)).toHaveLength(3)
})

it("somebody else's key can be neither seen nor revoked", async () => {
  const { id, secret } = await makeKey(person, ['read'])
  const other = await app.signUp()
  expect((await other.get('/api/keys')).body.keys).toEqual([])
  expect((await other.delete(`/api/keys/${id}`)).status).toBe(404)
  expect((await withKey(app.origin, secret)('GET', '/api/crawls')).status).toBe(200)
})

it.each([
  [{ name: '', scopes: ['read'] }, 'Give the key a name.'],
  [{ name: 'A key', scopes: [] }, 'Choose what the key may do.'],
])('refuses %j', async (wish, message) => {
  const { status, body } = await person.post('/api/keys', wish)
  expect({ status, message: body.error.message }).toEqual({ status: 400, message })
})

it('the export of an account lists its keys by name, never the keys', async () => {
  const { secret } = await makeKey(person, ['ask'], 'Exported key')
  const { body } = await person.get('/api/account/export')
  expect(body.api_keys).toMatchObject([{ name: 'Exported key', prefix: secret.slice(0, 10), scopes: ['ask'] }])
  expect(Object.keys(body.api_keys[0]).toSorted()).toEqual(['createdAt', 'id', 'lastUsedAt', 'name', 'prefix', 'revokedAt', 'scopes'])
})
