import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { adminAuditLogs, systemSettings, zohoAuthLogs, zohoAuthStates } from '#server/db/schema/index.ts'
import { resealed } from '#server/backup/sealed-values.ts'
import { refreshTokens } from '#server/document-storage/refresh-tokens.ts'
import { readTokens, storeTokens } from '#server/document-storage/token-store.ts'
import { withAccessToken } from '#server/document-storage/with-access-token.ts'
import { secretBox } from '#server/secrets/secret-box.ts'
import { openServices } from '#server/services.ts'
import { signUpAdministrator } from '#test/administrator.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { type Client, createClient } from '#test/client.ts'
import { signIn } from '#test/enter.ts'
import { startZohoService, type ZohoService } from '#test/zoho-service.ts'

let zoho: ZohoService
let app: TestApp
let administrator: Person
beforeAll(async () => {
  zoho = await startZohoService()
  app = await openTestApp()
  administrator = await signUpAdministrator(app)
})
afterAll(async () => {
  await app?.close()
  await zoho?.close()
})
beforeEach(async () => {
  const { db, storedSettings, storage } = app.services
  for (const table of [systemSettings, adminAuditLogs, zohoAuthLogs, zohoAuthStates]) await db.delete(table)
  await storedSettings.refresh()
  await storage.refresh()
  Object.assign(zoho, { troubleWithTokens: [], troubleWithUploads: [], before: null, expiresIn: 3600 })
  zoho.tokenRequests.length = 0
  await administrator.patch('/api/admin/settings', zoho.stored)
})

const begin = (client: Client = administrator) => client.post('/api/admin/storage/authorisation')
const finish = (fields: object, client: Client = administrator) => client.post('/api/admin/storage/tokens', fields)
const log = async (event = '') => (await administrator.get(`/api/admin/storage/log${event && `?event=${event}`}`)).body.entries
const status = async () => (await administrator.get('/api/admin/storage')).body

/** A person consents to what was begun; answers what comes back. */
async function consent() {
  const { body } = await begin()
  const { searchParams } = new URL(zoho.consent(body.url))
  return { code: searchParams.get('code') ?? '', state: searchParams.get('state') ?? '' }
}
const connect = async () => finish(await consent())

async function stored() {
  const found = await readTokens(app.services.db, app.services.secrets)
  if (!found) throw new Error('There are no tokens')
  return found
}
const runOut = async (inMs: number) => {
  const { tokens } = await stored()
  const { db, secrets } = app.services
  await storeTokens(db, secrets, { ...tokens, expires_at: new Date(Date.now() + inMs).toISOString() })
}
const use = () => withAccessToken(app.services, async (_configuration, token) => ({ ok: true as const, token }))

describe('connecting the document storage', () => {
  it('leads to the consent page, and the code that comes back becomes stored tokens', async () => {
    const { status: began, body } = await begin()
    expect(began).toBe(201)
    const url = new URL(body.url)
    expect(url.href).toContain(`${zoho.url}/oauth/v2/auth?`)
    expect(url.searchParams.get('redirect_uri')).toBe(`${app.origin}/auth/zoho/callback`)
    expect(await status()).toEqual({ configured: true, connected: false, updated_at: null })
    expect((await app.visitor.get('/api/instance')).body.storage).toBe(false)

    const connected = await connect()
    expect(connected).toMatchObject({ status: 200, body: { configured: true, connected: true } })
    expect((await app.visitor.get('/api/instance')).body.storage).toBe(true)
    expect((await administrator.post('/api/admin/storage/verify')).status).toBe(200)
    expect(zoho.tokenRequests.map((fields) => fields['grant_type'])).toEqual(['authorization_code', 'refresh_token'])
  })

  it('the stored row has sealed tokens and the time of their renewal, no token in clear', async () => {
    await connect()
    const [row] = await app.services.db.select().from(systemSettings).where(sql`key = 'zoho_tokens'`)
    expect(row?.value).toEqual({ tokens: expect.stringMatching(/^v1\./), updated_at: expect.any(String) })
    expect((await stored()).tokens).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      expires_in: 3600,
      expires_at: expect.any(String),
    })
    const opened = app.services.secrets.open(String(row?.value['tokens']), 'zoho tokens')
    expect(JSON.parse(opened)).toEqual((await stored()).tokens)
  })

  it('a state is good once', async () => {
    const answer = await consent()
    expect((await finish(answer)).status).toBe(200)
    const again = await finish({ ...answer, code: (await consent()).code })
    expect(again).toMatchObject({ status: 400, body: { error: { code: 'storage.state' } } })
    expect(zoho.tokenRequests).toHaveLength(1)
  })

  it('a state is bound to the administrator and the session that began it, and to its time', async () => {
    const other = await signUpAdministrator(app)
    const sameElsewhere = createClient(app.origin)
    await signIn(sameElsewhere, administrator.email)
    for (const client of [other, sameElsewhere]) {
      expect((await finish(await consent(), client)).body.error.code).toBe('storage.state')
    }
    const late = await consent()
    await app.services.db.update(zohoAuthStates).set({ expiresAt: new Date(Date.now() - 1000) })
    expect((await finish(late)).body.error.code).toBe('storage.state')
    expect((await finish({ code: 'guessed', state: 'guessed' })).body.error.code).toBe('storage.state')
    expect(zoho.tokenRequests).toHaveLength(0)
    expect((await status()).connected).toBe(false)
    const [row] = await app.services.db.select().from(zohoAuthStates).limit(1)
    expect(row?.stateHash ?? '').not.toBe(late.state)
  })

  it('says what is wrong with the settings, and with the answer of the provider', async () => {
    for (const name of ['zoho_client_id', 'zoho_client_secret', 'zoho_api_domain', 'zoho_oauth_scope'] as const) {
      await administrator.patch('/api/admin/settings', { [name]: null })
      const refused = await begin()
      expect(refused).toMatchObject({ status: 409, body: { error: { message: 'Invalid or missing Zoho configuration' } } })
      expect((await status()).configured).toBe(false)
      await administrator.patch('/api/admin/settings', { [name]: zoho.stored[name] })
    }
    for (const trouble of ['refused', 'no token', 'repeats'] as const) {
      zoho.troubleWithTokens = [trouble]
      expect((await connect()).body.error.message).toBe('Invalid token response: No access token received')
    }
    for (const trouble of ['breaks', 'html', 500] as const) {
      zoho.troubleWithTokens = [trouble]
      const before = zoho.tokenRequests.length
      expect((await connect()).body.error.message).toBe('Failed to complete authentication')
      // One attempt: a code is good once.
      expect(zoho.tokenRequests).toHaveLength(before + 1)
    }
    expect((await status()).connected).toBe(false)
  })

  it('is forgotten on request, here and at the provider', async () => {
    await connect()
    const { tokens } = await stored()
    expect((await administrator.delete('/api/admin/storage')).status).toBe(204)
    expect(await status()).toMatchObject({ connected: false })
    expect((await app.visitor.get('/api/instance')).body.storage).toBe(false)
    await storeTokens(app.services.db, app.services.secrets, tokens)
    expect((await administrator.post('/api/admin/storage/verify')).body.error.message).toBe('No access token received during refresh')
    const actions = await app.services.db.select({ action: adminAuditLogs.action }).from(adminAuditLogs)
    expect(actions.map(({ action }) => action)).toContain('disconnect_storage')
  })
})

describe('tokens', () => {
  it('are renewed from five minutes before they run out, not before', async () => {
    await connect()
    await runOut(5 * 60_000 + 2_000)
    const { token } = await use()
    expect(zoho.tokenRequests).toHaveLength(1)
    await runOut(5 * 60_000 - 2_000)
    expect((await use()).token).not.toBe(token)
    expect(zoho.tokenRequests).toHaveLength(2)
    expect((await stored()).tokens.refresh_token).toBeDefined()
  })

  it('are renewed after a 401, and the request is made once more, not twice', async () => {
    await connect()
    const used: string[] = []
    const refused = await withAccessToken(app.services, async (_configuration, token) => {
      used.push(token)
      return { ok: false as const, status: 401 }
    })
    expect(refused.status).toBe(401)
    expect(new Set(used).size).toBe(2)
    expect(used).toHaveLength(2)
  })

  it('are renewed once for all who need them, in every process', async () => {
    await connect()
    await runOut(1000)
    const other = await openSecondProcess()
    try {
      const held = Promise.withResolvers<void>()
      zoho.before = () => held.promise
      const seen = await stored()
      const asking = Array.from({ length: 8 }, (_, each) => refreshTokens(each % 2 ? app.services : other, seen))
      setTimeout(held.resolve, 300)
      const renewed = await Promise.all(asking)
      expect(new Set(renewed.map(({ tokens }) => tokens.access_token)).size).toBe(1)
      expect(zoho.tokenRequests.filter((fields) => fields['grant_type'] === 'refresh_token')).toHaveLength(1)
    } finally {
      await closeSecondProcess(other)
    }
  })

  it('that cannot be renewed are asked for once, and everybody hears why', async () => {
    await connect()
    const seen = await stored()
    const held = Promise.withResolvers<void>()
    zoho.before = () => held.promise
    zoho.troubleWithTokens = ['refused']
    const asking = Array.from({ length: 4 }, () => refreshTokens(app.services, seen).catch((error: unknown) => String(error)))
    setTimeout(held.resolve, 300)
    const heard = await Promise.all(asking)
    expect(new Set(heard)).toEqual(new Set(['AppError: No access token received during refresh']))
    expect(zoho.tokenRequests.filter((fields) => fields['grant_type'] === 'refresh_token')).toHaveLength(1)
    // It can be tried again.
    expect((await refreshTokens(app.services, seen)).tokens.access_token).not.toBe(seen.tokens.access_token)
  })

  it('that somebody was renewing when the process died are renewed by the next', async () => {
    await connect()
    await app.services.db.execute(sql`
      update system_settings set value = value || jsonb_build_object('refreshing_until', now() - interval '1 second')
       where key = 'zoho_tokens'`)
    expect((await refreshTokens(app.services, await stored())).tokens.access_token).toEqual(expect.any(String))
  })

  it('that an administrator replaces meanwhile stay', async () => {
    await connect()
    const seen = await stored()
    const fresh = { ...seen.tokens, access_token: 'of-another-consent' }
    zoho.before = () => storeTokens(app.services.db, app.services.secrets, fresh)
    await refreshTokens(app.services, seen)
    expect((await stored()).tokens.access_token).toBe('of-another-consent')
  })

  it('can be read after a backup was imported under another APP_SECRET', async () => {
    await connect()
    const [row] = await app.services.db.select().from(systemSettings).where(sql`key = 'zoho_tokens'`)
    const to = 'another-app-secret-0123456789abcdef'
    const moved = await resealed('system_settings', { ...row }, { from: app.services.appSecret, to })
    await app.services.db.update(systemSettings).set({ value: z.record(z.string(), z.unknown()).parse(moved['value']) }).where(sql`key = 'zoho_tokens'`)
    expect(await readTokens(app.services.db, app.services.secrets)).toBeNull()
    expect((await readTokens(app.services.db, secretBox(to)))?.tokens.refresh_token).toEqual(expect.any(String))
  })

  it('are missed in the words of the specification', async () => {
    await expect(use()).rejects.toThrow('No authentication tokens available')
    expect((await administrator.post('/api/admin/storage/verify')).body.error.message).toBe('No authentication tokens available')
    await connect()
    const { tokens } = await stored()
    const { db, secrets } = app.services
    await storeTokens(db, secrets, { ...tokens, refresh_token: undefined })
    expect((await administrator.post('/api/admin/storage/verify')).body.error.message).toBe('Missing configuration or refresh token')
    await administrator.patch('/api/admin/settings', { zoho_client_secret: null })
    await expect(use()).rejects.toThrow('Invalid or missing Zoho configuration')
    await administrator.patch('/api/admin/settings', Object.fromEntries(Object.keys(zoho.stored).map((name) => [name, null])))
    await expect(use()).rejects.toThrow('Zoho configuration not initialized')
  })
})

describe('the authentication log', () => {
  it('tells what was asked and answered, the newest first, of one event when one is named', async () => {
    await connect()
    await administrator.post('/api/admin/storage/verify')
    const entries = await log()
    expect(entries.map((entry: { event_type: string }) => entry.event_type)).toEqual(['token_refresh', 'token_exchange', 'authorisation_begun'])
    expect(entries[1]).toMatchObject({
      request_url: `${zoho.url}/oauth/v2/token`,
      request_method: 'POST',
      request_payload: { grant_type: 'authorization_code', client_id: zoho.stored.zoho_client_id, code: '[redacted]', client_secret: '[redacted]' },
      response_status: 200,
      response_data: { access_token: '[redacted]', refresh_token: '[redacted]', expires_in: 3600 },
      error: null,
    })
    expect(await log('token_exchange')).toHaveLength(1)
    expect((await administrator.get('/api/admin/storage/log?event=nonsense')).status).toBe(400)
  })

  it('holds no code, token, state or secret, whatever the provider repeats', async () => {
    const states: string[] = []
    for (const trouble of ['repeats', 'breaks', 403, 'no token'] as const) {
      zoho.troubleWithTokens = [trouble]
      const answer = await consent()
      states.push(answer.state)
      await finish(answer)
    }
    await connect()
    await administrator.post('/api/admin/storage/verify')
    await administrator.delete('/api/admin/storage')
    await finish({ code: 'planted-foreign-code', state: 'planted-foreign-state' })
    const rows = JSON.stringify(await app.services.db.select().from(zohoAuthLogs))
    expect(rows).toContain('token_revoked')
    const planted = [...zoho.secrets, ...states, 'planted-foreign-code', 'planted-foreign-state', 'planted-cookie']
    expect(planted.length).toBeGreaterThan(12)
    expect(planted.filter((each) => rows.includes(each))).toEqual([])
  })

  it('and every other table and answer hold none either', async () => {
    await connect()
    await administrator.post('/api/admin/storage/verify')
    const paths = ['/api/admin/storage', '/api/admin/storage/log', '/api/admin/settings', '/api/admin/audit', '/api/storage', '/api/instance']
    const answers = await Promise.all(paths.map((path) => administrator.get(path)))
    const texts = [...answers.map(({ body }) => JSON.stringify(body)), ...(await everyRow())]
    expect(texts.length).toBeGreaterThan(30)
    expect(zoho.secrets.filter((secret) => texts.some((text) => text.includes(secret)))).toEqual([])
  })

  it('shows the newest 100, and forgets what is older than ninety days', async () => {
    const { db } = app.services
    const at = (each: number) => new Date(Date.now() - each * 1000)
    await db.insert(zohoAuthLogs).values(Array.from({ length: 130 }, (_, each) => ({ eventType: 'token_refresh', timestamp: at(each) })))
    await db.insert(zohoAuthLogs).values({ eventType: 'token_refresh', error: 'of old', timestamp: at(91 * 86_400) })
    await begin()
    const entries = await log()
    expect(entries).toHaveLength(100)
    expect(entries[0].event_type).toBe('authorisation_begun')
    const left = await db.select({ error: zohoAuthLogs.error }).from(zohoAuthLogs)
    expect(left.filter(({ error }) => error === 'of old')).toEqual([])
  })

  it('that cannot be written keeps nobody from connecting', async () => {
    const { db } = app.services
    await db.execute(sql`alter table zoho_auth_logs rename to zoho_auth_logs_away`)
    try {
      expect((await connect()).status).toBe(200)
    } finally {
      await db.execute(sql`alter table zoho_auth_logs_away rename to zoho_auth_logs`)
    }
  })
})

/** Every row of every table, as text. */
async function everyRow(): Promise<string[]> {
  const { db } = app.services
  const Tables = z.object({ rows: z.array(z.object({ name: z.string() })) })
  const { rows } = Tables.parse(
    await db.execute(sql`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`),
  )
  const texts: string[] = []
  for (const { name } of rows) texts.push(JSON.stringify(await db.execute(sql.raw(`select each::text from ${name} as each`))))
  return texts
}

/** Another process on the same PostgreSQL; the embedded database has one. */
async function openSecondProcess() {
  return app.config.databaseUrl ? openServices(app.config, app.services.log) : app.services
}
async function closeSecondProcess(other: TestApp['services']) {
  if (other !== app.services) await other.close()
}
