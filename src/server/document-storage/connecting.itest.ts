import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { adminAuditLogs, systemSettings, zohoAuthLogs, zohoAuthStates } from '#server/platform/db/schema/index.ts'
import { signUpAdministrator } from '#test/administrator.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { createClient } from '#test/client.ts'
import { begin, connect, consent, disconnectStorage, finish, storedTokens } from '#test/connected-storage.ts'
import { signIn } from '#test/auth-requests.ts'
import { startZohoService, type ZohoService } from '#test/zoho-service.ts'
import { storeTokens } from './token-store.ts'

let zoho: ZohoService
let app: TestApp
let administrator: Person
beforeAll(async () => {
  zoho = await startZohoService()
  app = await openTestApp({ allowPrivateHosts: ['127.0.0.1'] })
  administrator = await signUpAdministrator(app)
})
afterAll(async () => {
  await app?.close()
  await zoho?.close()
})
beforeEach(() => disconnectStorage(app, zoho, administrator))

const log = async (event = '') =>
  (await administrator.get(`/api/admin/storage/log${event && `?event=${event}`}`)).body.entries
const status = async () => (await administrator.get('/api/admin/storage')).body

describe('the document storage connection', () => {
  it('starts at the consent page and stores the tokens that the code is exchanged for', async () => {
    const { status: beginStatus, body } = await begin(administrator)
    expect(beginStatus).toBe(201)
    const url = new URL(body.url)
    expect(url.href).toContain(`${zoho.url}/oauth/v2/auth?`)
    expect(url.searchParams.get('redirect_uri')).toBe(`${app.origin}/auth/zoho/callback`)
    expect(await status()).toEqual({ configured: true, connected: false, updated_at: null })
    expect((await app.visitor.get('/api/instance')).body.storage).toBe(false)

    const connected = await connect(administrator, zoho)
    expect(connected).toMatchObject({ status: 200, body: { configured: true, connected: true } })
    expect((await app.visitor.get('/api/instance')).body.storage).toBe(true)
    expect((await administrator.post('/api/admin/storage/verify')).status).toBe(200)
    expect(zoho.tokenRequests.map((fields) => fields['grant_type'])).toEqual(['authorization_code', 'refresh_token'])
  })

  it('stores the tokens sealed, with the time of their last refresh [connecting-1]', async () => {
    await connect(administrator, zoho)
    const [row] = await app.services.db
      .select()
      .from(systemSettings)
      .where(sql`key = 'zoho_tokens'`)
    expect(row?.value).toEqual({ tokens: expect.stringMatching(/^v1\./), updated_at: expect.any(String) })
    expect((await storedTokens(app)).tokens).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      expires_in: 3600,
      expires_at: expect.any(String),
    })
    const opened = app.services.secrets.open(String(row?.value['tokens']), 'zoho tokens')
    expect(JSON.parse(opened)).toEqual((await storedTokens(app)).tokens)
  })

  it('stores no typed settings when their tokens cannot be stored', async () => {
    const { db } = app.services
    const typed = { zoho_redirect_uri: `${app.origin}/back` }
    const stored = async () => (await administrator.get('/api/admin/settings')).body.settings
    const before = await stored()
    const { body } = await administrator.post('/api/admin/storage/authorisation', { settings: typed })
    const { searchParams } = new URL(zoho.consent(body.url))
    const [code, state] = [searchParams.get('code'), searchParams.get('state')]
    await db.execute(sql`alter table system_settings add constraint no_tokens check (key <> 'zoho_tokens')`)
    const failed = await finish(administrator, { code, state, settings: typed })
    await db.execute(sql`alter table system_settings drop constraint no_tokens`)
    expect(failed.status).toBe(500)
    await app.services.storedSettings.refresh()
    expect(await stored()).toEqual(before)
  })

  it('tries typed settings without storing them, and stores them with the tokens they obtained [connecting-7]', async () => {
    const typed = { zoho_client_secret: zoho.stored.zoho_client_secret, zoho_redirect_uri: `${app.origin}/back` }
    await administrator.patch('/api/admin/settings', { zoho_client_secret: null })
    const storedNow = async () => (await administrator.get('/api/admin/settings')).body.settings
    const attempt = async (settings: object) => {
      const { body } = await administrator.post('/api/admin/storage/authorisation', { settings })
      const { searchParams } = new URL(zoho.consent(body.url))
      return finish(administrator, {
        code: searchParams.get('code') ?? '',
        state: searchParams.get('state') ?? '',
        settings,
      })
    }
    expect((await attempt({ ...typed, zoho_client_secret: 'a-wrong-secret' })).body.error.code).toBe(
      'storage.no-access-token',
    )
    expect(await storedNow()).toMatchObject({
      zoho_client_secret: { filled: false },
      zoho_redirect_uri: { filled: false },
    })
    expect(await attempt(typed)).toMatchObject({ status: 200, body: { configured: true, connected: true } })
    expect(await storedNow()).toMatchObject({
      zoho_client_secret: { filled: true },
      zoho_redirect_uri: { shown: `${app.origin}/back` },
    })
    expect((await administrator.post('/api/admin/storage/verify')).status).toBe(200)
    const changes = await app.services.db
      .select()
      .from(adminAuditLogs)
      .where(eq(adminAuditLogs.action, 'update_system_settings'))
    expect(changes.at(-1)?.metadata).toMatchObject({ filled: ['zoho_client_secret', 'zoho_redirect_uri'] })
  })

  it('refuses typed addresses that are neither the provider’s nor this server’s', async () => {
    for (const [settings, field] of [
      [{ zoho_api_domain: 'https://evil.example' }, 'zoho_api_domain'],
      [{ zoho_redirect_uri: 'https://evil.example/back' }, 'zoho_redirect_uri'],
    ] as const) {
      expect(await administrator.post('/api/admin/storage/authorisation', { settings })).toMatchObject({
        status: 400,
        body: { error: { field } },
      })
      const answer = { code: 'a-code', state: 'a-state', settings }
      expect(await finish(administrator, answer)).toMatchObject({ status: 400, body: { error: { field } } })
    }
  })

  it('accepts a state only once', async () => {
    const response = await consent(administrator, zoho)
    expect((await finish(administrator, response)).status).toBe(200)
    const again = await finish(administrator, { ...response, code: (await consent(administrator, zoho)).code })
    expect(again).toMatchObject({ status: 400, body: { error: { code: 'storage.state' } } })
    expect(zoho.tokenRequests).toHaveLength(1)
  })

  it('accepts a state only from the administrator and session that started the flow, within ten minutes [connecting-6]', async () => {
    const other = await signUpAdministrator(app)
    const otherSession = createClient(app.origin)
    await signIn(otherSession, administrator.email)
    for (const client of [other, otherSession]) {
      expect((await finish(client, await consent(administrator, zoho))).body.error.code).toBe('storage.state')
    }
    const late = await consent(administrator, zoho)
    await app.services.db.update(zohoAuthStates).set({ expiresAt: new Date(Date.now() - 1000) })
    expect((await finish(administrator, late)).body.error.code).toBe('storage.state')
    expect((await finish(administrator, { code: 'guessed', state: 'guessed' })).body.error.code).toBe('storage.state')
    expect(zoho.tokenRequests).toHaveLength(0)
    expect((await status()).connected).toBe(false)
    const [row] = await app.services.db.select().from(zohoAuthStates).limit(1)
    expect(row?.stateHash ?? '').not.toBe(late.state)
  })

  it('reports missing settings and invalid responses of the provider [connecting-4]', async () => {
    for (const name of ['zoho_client_id', 'zoho_client_secret', 'zoho_api_domain', 'zoho_oauth_scope'] as const) {
      await administrator.patch('/api/admin/settings', { [name]: null })
      const refused = await begin(administrator)
      expect(refused).toMatchObject({
        status: 409,
        body: { error: { message: 'Invalid or missing Zoho configuration', field: name } },
      })
      expect((await status()).configured).toBe(false)
      await administrator.patch('/api/admin/settings', { [name]: zoho.stored[name] })
    }
    for (const trouble of ['refused', 'no token', 'repeats'] as const) {
      zoho.tokenFaults = [trouble]
      expect((await connect(administrator, zoho)).body.error.message).toBe(
        'Invalid token response: No access token received',
      )
    }
    for (const trouble of ['breaks', 'html', 500] as const) {
      zoho.tokenFaults = [trouble]
      const before = zoho.tokenRequests.length
      expect((await connect(administrator, zoho)).body.error.message).toBe('Failed to complete authentication')
      // One attempt, because a code is valid once.
      expect(zoho.tokenRequests).toHaveLength(before + 1)
    }
    expect((await status()).connected).toBe(false)
  })

  it('is deleted here and revoked at the provider on request', async () => {
    await connect(administrator, zoho)
    const { tokens } = await storedTokens(app)
    expect((await administrator.delete('/api/admin/storage')).status).toBe(204)
    expect(await status()).toMatchObject({ connected: false })
    expect((await app.visitor.get('/api/instance')).body.storage).toBe(false)
    await storeTokens(app.services.db, app.services.secrets, tokens)
    expect((await administrator.post('/api/admin/storage/verify')).body.error.message).toBe(
      'No access token received during refresh',
    )
    const actions = await app.services.db.select({ action: adminAuditLogs.action }).from(adminAuditLogs)
    expect(actions.map(({ action }) => action)).toContain('disconnect_storage')
  })
})

describe('the authentication log', () => {
  it('shows requests and responses, newest first, and can be filtered by event [connecting-2]', async () => {
    await connect(administrator, zoho)
    await administrator.post('/api/admin/storage/verify')
    const entries = await log()
    expect(entries.map((entry: { event_type: string }) => entry.event_type)).toEqual([
      'token_refresh',
      'token_exchange',
      'authorisation_begun',
    ])
    expect(entries[1]).toMatchObject({
      request_url: `${zoho.url}/oauth/v2/token`,
      request_method: 'POST',
      request_payload: {
        grant_type: 'authorization_code',
        client_id: zoho.stored.zoho_client_id,
        code: '[redacted]',
        client_secret: '[redacted]',
      },
      response_status: 200,
      response_data: { access_token: '[redacted]', refresh_token: '[redacted]', expires_in: 3600 },
      error: null,
    })
    expect(await log('token_exchange')).toHaveLength(1)
    expect((await administrator.get('/api/admin/storage/log?event=nonsense')).status).toBe(400)
  })

  it('contains no code, token, state or secret, even if the provider repeats them [connecting-3]', async () => {
    const states: string[] = []
    for (const trouble of ['repeats', 'breaks', 403, 'no token'] as const) {
      zoho.tokenFaults = [trouble]
      const response = await consent(administrator, zoho)
      states.push(response.state)
      await finish(administrator, response)
    }
    await connect(administrator, zoho)
    await administrator.post('/api/admin/storage/verify')
    await administrator.delete('/api/admin/storage')
    await finish(administrator, { code: 'planted-foreign-code', state: 'planted-foreign-state' })
    const rows = JSON.stringify(await app.services.db.select().from(zohoAuthLogs))
    expect(rows).toContain('token_revoked')
    const planted = [...zoho.secrets, ...states, 'planted-foreign-code', 'planted-foreign-state', 'planted-cookie']
    expect(planted.length).toBeGreaterThan(12)
    expect(planted.filter((each) => rows.includes(each))).toEqual([])
  })

  it('leaks no secret through other tables and responses either', async () => {
    await connect(administrator, zoho)
    await administrator.post('/api/admin/storage/verify')
    const paths = [
      '/api/admin/storage',
      '/api/admin/storage/log',
      '/api/admin/settings',
      '/api/admin/audit',
      '/api/storage',
      '/api/instance',
    ]
    const responses = await Promise.all(paths.map((path) => administrator.get(path)))
    const texts = [...responses.map(({ body }) => JSON.stringify(body)), ...(await readAllRows())]
    expect(texts.length).toBeGreaterThan(30)
    expect(zoho.secrets.filter((secret) => texts.some((text) => text.includes(secret)))).toEqual([])
  })

  it('shows the newest 100 entries and deletes those older than 90 days [connecting-5]', async () => {
    const { db } = app.services
    const at = (each: number) => new Date(Date.now() - each * 1000)
    await db
      .insert(zohoAuthLogs)
      .values(Array.from({ length: 130 }, (_, each) => ({ eventType: 'token_refresh', timestamp: at(each) })))
    await db.insert(zohoAuthLogs).values({ eventType: 'token_refresh', error: 'old entry', timestamp: at(91 * 86_400) })
    await begin(administrator)
    const entries = await log()
    expect(entries).toHaveLength(100)
    expect(entries[0].event_type).toBe('authorisation_begun')
    const left = await db.select({ error: zohoAuthLogs.error }).from(zohoAuthLogs)
    expect(left.filter(({ error }) => error === 'old entry')).toEqual([])
  })

  it('does not block connecting when it cannot be written', async () => {
    const { db } = app.services
    await db.execute(sql`alter table zoho_auth_logs rename to zoho_auth_logs_away`)
    try {
      expect((await connect(administrator, zoho)).status).toBe(200)
    } finally {
      await db.execute(sql`alter table zoho_auth_logs_away rename to zoho_auth_logs`)
    }
  })
})

/** Every row of every table, as text. */
async function readAllRows(): Promise<string[]> {
  const { db } = app.services
  const Tables = z.object({ rows: z.array(z.object({ name: z.string() })) })
  const { rows } = Tables.parse(
    await db.execute(sql`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`),
  )
  const texts: string[] = []
  for (const { name } of rows)
    texts.push(JSON.stringify(await db.execute(sql.raw(`select each::text from ${name} as each`))))
  return texts
}
