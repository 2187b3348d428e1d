/** API keys, tested over HTTP. http/route-matrix.itest.ts covers the scope of each route. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { API_KEYS_MAX, API_REQUESTS_PER_MINUTE } from '#shared/api-keys.ts'
import { setTier } from '#server/admin/set-tier.ts'
import { accountLimits, apiKeys, users } from '#server/platform/db/schema/index.ts'
import { createApiKey, createKeyClient } from '#test/api-key.ts'
import { openTestApp, PASSWORD, type Person, type TestApp } from '#test/app.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'
import { findApiKey } from './find-api-key.ts'

let app: TestApp
let site: Website
let person: Person

beforeAll(async () => {
  site = await openWebsite({
    '/': '<title>Ferry</title><main><p>The ferry to the island sails at nine every morning.</p></main>',
  })
  app = await openTestApp({ allowPrivateHosts: [site.host] })
})

afterAll(async () => {
  await app?.close()
  await site?.close()
})

beforeEach(async () => {
  person = await app.signUp()
  await setTier(app.services.db, { userId: person.userId, tier: 'pro' })
})

const stored = async (id: string) => (await app.services.db.select().from(apiKeys).where(eq(apiKeys.id, id)))[0]

describe('a key', () => {
  it('is shown once, and only its hash is stored [api-keys-2]', async () => {
    const created = await person.post('/api/keys', { name: '  Laptop ', scopes: ['crawl', 'read', 'read'] })
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({ name: 'Laptop', scopes: ['read', 'crawl'], last_used_at: null })
    expect(created.body.secret).toMatch(/^rb_[\w-]{43}$/)
    expect(created.body.secret.startsWith(created.body.prefix)).toBe(true)

    const { body } = await person.get('/api/keys')
    expect(body.keys).toHaveLength(1)
    expect(JSON.stringify(body)).not.toContain(created.body.secret)
    expect(JSON.stringify(await stored(created.body.id))).not.toContain(created.body.secret.slice(11))
  })

  it('crawls, processes, asks and saves on the same routes as the browser', async () => {
    const call = createKeyClient(app.origin, (await createApiKey(person, ['read', 'ask', 'crawl'])).secret)
    const crawl = await call('POST', '/api/crawls', { url: site.origin, maxPages: 1 })
    expect(crawl.status).toBe(201)
    const { pages } = await waitFor('the crawl', async () => {
      const { body } = await call('GET', `/api/crawls/${crawl.body.id}`)
      return body.status === 'finished' && body
    })
    expect((await call('POST', '/api/knowledge', { pageIds: [pages[0].id] })).status).toBe(200)
    const question = 'When does the ferry to the island sail?'
    const answer = await call('POST', '/api/answers', { question, pageIds: [pages[0].id] })
    expect(answer.body).toContain('The ferry to the island sails at nine every morning.')
    expect(answer.body).toContain('"state":"quoted"')
    const chat = { title: 'Ferries', crawled_pages: [pages[0].id], selected_pages: [pages[0].id] }
    expect((await call('POST', '/api/chats', chat)).status).toBe(201)
    expect((await call('GET', '/api/credits')).body).toEqual({ credits_count: 299, tier: 'pro' })
    // The key's owner sees the chat in the browser.
    expect((await person.get('/api/chats')).body.chats).toMatchObject([{ title: 'Ferries' }])
  })

  it('searches the passages of a crawl', async () => {
    const { body } = await person.post('/api/crawls', { url: site.origin, maxPages: 1 })
    await waitFor('the crawl', async () => (await person.get(`/api/crawls/${body.id}`)).body.status === 'finished')
    const read = createKeyClient(app.origin, (await createApiKey(person, ['read'])).secret)
    const found = await read('GET', `/api/knowledge/passages?q=island%20ferry&crawlId=${body.id}`)
    expect(found.body.passages).toMatchObject([{ title: 'Ferry', text: expect.stringContaining('sails at nine') }])
    const stranger = await app.signUp()
    expect((await stranger.get(`/api/knowledge/passages?q=ferry&crawlId=${body.id}`)).status).toBe(404)
    expect((await read('GET', '/api/knowledge/passages?q=ferry')).status).toBe(400)
  })

  it("acts as its owner even when another user's cookie is sent", async () => {
    const other = await app.signUp()
    const { secret } = await createApiKey(person, ['read'])
    const response = await other.request('GET', '/api/credits', undefined, { Authorization: `Bearer ${secret}` })
    expect(response.body).toMatchObject({ tier: 'pro' })
    // Another scheme, such as a proxy's password, is not ours to check.
    const basic = await other.request('GET', '/api/credits', undefined, { Authorization: 'Basic dXNlcjpwYXNz' })
    expect(basic.status).toBe(200)
  })

  it.each(['Bearer rb_unknown', 'Bearer ey.of.a.proxy', 'bearer two words', 'Bearer', 'Bearer '])(
    'is refused as %j even beside a valid cookie [api-keys-3]',
    async (Authorization) => {
      const answer = await person.request('GET', '/api/credits', undefined, { Authorization })
      expect([answer.status, answer.body.error?.code]).toEqual([401, 'key.unknown'])
      expect(answer.headers.get('www-authenticate')).toContain('invalid_token')
    },
  )

  it('leaves the cookie alone for another scheme than Bearer', async () => {
    const answer = await person.request('GET', '/api/credits', undefined, { Authorization: 'Bearerish x' })
    expect(answer.status).toBe(200)
  })

  it('works with any Origin header and without one', async () => {
    const crawl = createKeyClient(app.origin, (await createApiKey(person, ['crawl'])).secret)
    const options = { url: site.origin, maxPages: 1 }
    expect((await crawl('POST', '/api/crawls', options, { Origin: 'vscode-webview://editor' })).status).toBe(201)
  })

  it('records its last use at most once a minute', async () => {
    const { id, secret } = await createApiKey(person, ['read'])
    const at = (time: string) => findApiKey(app.services.db, secret, new Date(time))
    await at('2026-03-01T10:00:00Z')
    await at('2026-03-01T10:00:59Z')
    expect((await stored(id))?.lastUsedAt?.toISOString()).toBe('2026-03-01T10:00:00.000Z')
    await at('2026-03-01T10:01:01Z')
    expect((await stored(id))?.lastUsedAt?.toISOString()).toBe('2026-03-01T10:01:01.000Z')
    expect((await person.get('/api/keys')).body.keys).toMatchObject([{ last_used_at: '2026-03-01T10:01:01.000Z' }])
  })
})

describe('a key', () => {
  const callWith = async (secret: string) => {
    const { status, body, headers } = await createKeyClient(app.origin, secret)('GET', '/api/crawls')
    return { status, error: body.error, challenge: headers.get('www-authenticate') }
  }

  it('is rejected when it is unknown or revoked', async () => {
    const { id, secret } = await createApiKey(person, ['read'])
    const failure = {
      code: 'key.unknown',
      message: 'Invalid API key. Check for typos, or create a new key if it was revoked.',
    }
    expect(await callWith('rb_' + 'a'.repeat(43))).toMatchObject({
      status: 401,
      error: failure,
      challenge: expect.stringContaining('Bearer'),
    })
    expect((await createKeyClient(app.origin, secret)('GET', '/api/crawls')).status).toBe(200)
    expect((await person.delete(`/api/keys/${id}`)).status).toBe(204)
    expect(await callWith(secret)).toMatchObject({ status: 401, error: failure })
    expect((await person.delete(`/api/keys/${id}`)).status).toBe(404)
  })

  it('can be created and used on every plan [api-keys-1]', async () => {
    for (const tier of ['free', 'pro', 'enterprise'] as const) {
      await setTier(app.services.db, { userId: person.userId, tier })
      const { secret } = await createApiKey(person, ['read'])
      expect((await createKeyClient(app.origin, secret)('GET', '/api/credits')).body.tier).toBe(tier)
    }
  })

  it('is rejected while the account is suspended', async () => {
    const { secret } = await createApiKey(person, ['read'])
    await app.services.db.update(users).set({ suspendedAt: new Date() }).where(eq(users.id, person.userId))
    expect(await callWith(secret)).toMatchObject({ status: 403, error: { code: 'account.suspended' } })
  })

  it('is rejected after its account is deleted', async () => {
    const { secret } = await createApiKey(person, ['read'])
    expect((await person.post('/api/account/delete', { password: PASSWORD })).status).toBe(204)
    expect(await callWith(secret)).toMatchObject({ status: 401, error: { code: 'key.unknown' } })
  })

  it('rejects a key without the required scope, which the message names', async () => {
    const { secret } = await createApiKey(person, ['read'])
    const { status, body } = await createKeyClient(app.origin, secret)('POST', '/api/crawls', { url: site.origin })
    expect({ status, message: body.error.message }).toEqual({
      status: 403,
      message: 'This API key doesn’t have the “crawl” scope. Create a key that has it at /connect.',
    })
  })

  it('is rejected for account, keys, sessions, billing and administration', async () => {
    const { secret } = await createApiKey(person, ['read', 'ask', 'crawl'])
    const call = createKeyClient(app.origin, secret)
    const routes = [
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
    for (const [method, path] of routes) {
      const { status, body } = await call(method, path, method === 'POST' ? {} : undefined)
      expect({ path, status, code: body.error.code }).toEqual({ path, status: 403, code: 'key.not-here' })
    }
    for (const [method, path] of [
      ['GET', '/api/nothing'],
      ['DELETE', '/api/answers'],
    ] as const) {
      expect((await call(method, path)).body.error.code).toBe('request.not-found')
    }
  })

  it('is rejected after too many requests in a minute, with the time to wait [api-keys-4]', async () => {
    const { id, secret } = await createApiKey(person, ['read'])
    const since = new Date(Date.now() - 20_000)
    await app.services.db.insert(accountLimits).values({ key: `api-key ${id}`, count: API_REQUESTS_PER_MINUTE, since })
    const { status, headers, body } = await createKeyClient(app.origin, secret)('GET', '/api/crawls')
    expect({ status, code: body.error.code }).toEqual({ status: 429, code: 'key.too-fast' })
    const seconds = Number(headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(30)
    expect(seconds).toBeLessThanOrEqual(40)
    const expired = new Date(Date.now() - 61_000)
    await app.services.db
      .update(accountLimits)
      .set({ since: expired })
      .where(eq(accountLimits.key, `api-key ${id}`))
    expect((await createKeyClient(app.origin, secret)('GET', '/api/crawls')).status).toBe(200)
  })
})

it('limits the number of keys per user, also for concurrent requests', async () => {
  const requests = Array.from({ length: API_KEYS_MAX + 3 }, (_, n) =>
    person.post('/api/keys', { name: `Key ${n}`, scopes: ['read'] }),
  )
  const statuses = (await Promise.all(requests)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(API_KEYS_MAX)
  expect(statuses.filter((status) => status === 409)).toHaveLength(3)
})

it('hides keys from other users and does not let them revoke keys', async () => {
  const { id, secret } = await createApiKey(person, ['read'])
  const other = await app.signUp()
  expect((await other.get('/api/keys')).body.keys).toEqual([])
  expect((await other.delete(`/api/keys/${id}`)).status).toBe(404)
  expect((await createKeyClient(app.origin, secret)('GET', '/api/crawls')).status).toBe(200)
})

it.each([
  [{ name: '', scopes: ['read'] }, 'Enter a name for the key.'],
  [{ name: 'A key', scopes: [] }, 'Select at least one permission.'],
])('rejects %j', async (form, message) => {
  const { status, body } = await person.post('/api/keys', form)
  expect({ status, message: body.error.message }).toEqual({ status: 400, message })
})

it('exports the names of keys, never the keys', async () => {
  const { secret } = await createApiKey(person, ['ask'], 'Exported key')
  const { body } = await person.get('/api/account/export')
  expect(body.api_keys).toMatchObject([{ name: 'Exported key', prefix: secret.slice(0, 10), scopes: ['ask'] }])
  expect(Object.keys(body.api_keys[0]).toSorted()).toEqual([
    'createdAt',
    'id',
    'lastUsedAt',
    'name',
    'prefix',
    'revokedAt',
    'scopes',
  ])
})
