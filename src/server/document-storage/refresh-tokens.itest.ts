import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { resealRow } from '#server/backup/reseal-row.ts'
import { systemSettings } from '#server/platform/db/schema/index.ts'
import { createSecretBox } from '#server/platform/secret-box.ts'
import { openServices } from '#server/services.ts'
import { signUpAdministrator } from '#test/administrator.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { connect, disconnectStorage, storedTokens } from '#test/connected-storage.ts'
import { waitFor } from '#test/wait-for.ts'
import { startZohoService, type ZohoService } from '#test/zoho-service.ts'
import { refreshTokens } from './refresh-tokens.ts'
import { deleteTokens, readTokens, storeTokens } from './token-store.ts'
import { withAccessToken } from './with-access-token.ts'

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

const setExpiry = async (inMs: number) => {
  const { tokens } = await storedTokens(app)
  const { db, secrets } = app.services
  await storeTokens(db, secrets, { ...tokens, expires_at: new Date(Date.now() + inMs).toISOString() })
}
/** Until one caller requests tokens and all others wait for it: their statements were sent before this one. */
const untilAllAsked = async () => {
  await waitFor('the request for tokens', () => zoho.tokenRequests.length > 1)
  await app.services.db.execute(sql`select 1`)
}
const use = () => withAccessToken(app.services, async (_configuration, token) => ({ ok: true as const, token }))

describe('access tokens', () => {
  it('are refreshed five minutes before they expire, not earlier [renew-tokens-1]', async () => {
    await connect(administrator, zoho)
    await setExpiry(5 * 60_000 + 20_000)
    const { token } = await use()
    expect(zoho.tokenRequests).toHaveLength(1)
    await setExpiry(5 * 60_000 - 2_000)
    expect((await use()).token).not.toBe(token)
    expect(zoho.tokenRequests).toHaveLength(2)
    expect((await storedTokens(app)).tokens.refresh_token).toBeDefined()
  })

  it('are refreshed after a 401, and the request is retried once [renew-tokens-2]', async () => {
    await connect(administrator, zoho)
    const used: string[] = []
    const refused = await withAccessToken(app.services, async (_configuration, token) => {
      used.push(token)
      return { ok: false as const, status: 401 }
    })
    expect(refused.status).toBe(401)
    expect(new Set(used).size).toBe(2)
    expect(used).toHaveLength(2)
  })

  it('are refreshed once for concurrent callers in every process', async () => {
    await connect(administrator, zoho)
    await setExpiry(1000)
    const other = await openSecondProcess()
    try {
      const held = Promise.withResolvers<void>()
      zoho.before = () => held.promise
      const seen = await storedTokens(app)
      const asking = Array.from({ length: 8 }, (_, each) => refreshTokens(each % 2 ? app.services : other, seen))
      await untilAllAsked()
      held.resolve()
      const renewed = await Promise.all(asking)
      expect(new Set(renewed.map(({ tokens }) => tokens.access_token)).size).toBe(1)
      expect(zoho.tokenRequests.filter((fields) => fields['grant_type'] === 'refresh_token')).toHaveLength(1)
    } finally {
      await closeSecondProcess(other)
    }
  })

  it('are requested once when the refresh fails, and all callers get the reason [renew-tokens-4]', async () => {
    await connect(administrator, zoho)
    const seen = await storedTokens(app)
    const held = Promise.withResolvers<void>()
    zoho.before = () => held.promise
    zoho.tokenFaults = ['refused']
    const asking = Array.from({ length: 4 }, () =>
      refreshTokens(app.services, seen).catch((error: unknown) => String(error)),
    )
    await untilAllAsked()
    held.resolve()
    const failures = await Promise.all(asking)
    expect(new Set(failures)).toEqual(new Set(['AppError: No access token received during refresh']))
    expect(zoho.tokenRequests.filter((fields) => fields['grant_type'] === 'refresh_token')).toHaveLength(1)
    // The next call tries again.
    expect((await refreshTokens(app.services, seen)).tokens.access_token).not.toBe(seen.tokens.access_token)
  })

  it('are refreshed by another process when the one with the lease died', async () => {
    await connect(administrator, zoho)
    await app.services.db.execute(sql`
      update system_settings set value = value || jsonb_build_object('refreshing_until', now() - interval '1 second')
       where key = 'zoho_tokens'`)
    expect((await refreshTokens(app.services, await storedTokens(app))).tokens.access_token).toEqual(expect.any(String))
  })

  it('are not overwritten when an administrator reconnects during the refresh', async () => {
    await connect(administrator, zoho)
    const seen = await storedTokens(app)
    const fresh = { ...seen.tokens, access_token: 'of-another-consent' }
    zoho.before = () => storeTokens(app.services.db, app.services.secrets, fresh)
    expect((await refreshTokens(app.services, seen)).tokens.access_token).toBe('of-another-consent')
    expect((await storedTokens(app)).tokens.access_token).toBe('of-another-consent')
  })

  it('are not used when an administrator disconnects during the refresh', async () => {
    await connect(administrator, zoho)
    const seen = await storedTokens(app)
    zoho.before = () => deleteTokens(app.services.db)
    await expect(refreshTokens(app.services, seen)).rejects.toThrow('No authentication tokens available')
    expect(await readTokens(app.services.db, app.services.secrets)).toBeNull()
  })

  it('can be read after importing a backup under another APP_SECRET', async () => {
    await connect(administrator, zoho)
    const [row] = await app.services.db
      .select()
      .from(systemSettings)
      .where(sql`key = 'zoho_tokens'`)
    const to = 'another-app-secret-0123456789abcdef'
    const moved = await resealRow('system_settings', { ...row }, { from: app.services.appSecret, to })
    await app.services.db
      .update(systemSettings)
      .set({ value: z.record(z.string(), z.unknown()).parse(moved['value']) })
      .where(sql`key = 'zoho_tokens'`)
    expect(await readTokens(app.services.db, app.services.secrets)).toBeNull()
    expect((await readTokens(app.services.db, createSecretBox(to)))?.tokens.refresh_token).toEqual(expect.any(String))
  })

  it("report the specification's messages when tokens or settings are missing [renew-tokens-3]", async () => {
    await expect(use()).rejects.toThrow('No authentication tokens available')
    expect((await administrator.post('/api/admin/storage/verify')).body.error.message).toBe(
      'No authentication tokens available',
    )
    await connect(administrator, zoho)
    const { tokens } = await storedTokens(app)
    const { db, secrets } = app.services
    await storeTokens(db, secrets, { ...tokens, refresh_token: undefined })
    expect((await administrator.post('/api/admin/storage/verify')).body.error.message).toBe(
      'Missing configuration or refresh token',
    )
    await administrator.patch('/api/admin/settings', { zoho_client_secret: null })
    await expect(use()).rejects.toThrow('Invalid or missing Zoho configuration')
    await administrator.patch(
      '/api/admin/settings',
      Object.fromEntries(Object.keys(zoho.stored).map((name) => [name, null])),
    )
    await expect(use()).rejects.toThrow('Zoho configuration not initialized')
  })
})

/** Another process on the same PostgreSQL; the embedded database has one. */
async function openSecondProcess() {
  return app.config.databaseUrl ? openServices(app.config, app.services.log) : app.services
}
async function closeSecondProcess(other: TestApp['services']) {
  if (other !== app.services) await other.close()
}
