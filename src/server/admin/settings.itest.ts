import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { adminAuditLogs, systemSettings } from '#server/platform/db/schema/index.ts'
import { signUpAdministrator } from '#test/administrator.ts'
import { type AiService, startAiService } from '#test/ai-service.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import type { Client } from '#test/client.ts'
import { recordAction } from './record-action.ts'

const KEY = 'sk-planted-0123456789-abcd'

let app: TestApp
let administrator: Client & { userId: string }
beforeAll(async () => {
  app = await openTestApp()
  administrator = await signUpAdministrator(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.services.db.delete(systemSettings)
  await app.services.db.delete(adminAuditLogs)
  await app.services.storedSettings.refresh()
})

const settings = async () => (await administrator.get('/api/admin/settings')).body.settings
const save = (changes: object) => administrator.patch('/api/admin/settings', changes)
const none = { filled: false, shown: '', source: 'none', unreadable: false }

describe('the system settings', () => {
  it('are seven keys, empty at first, with the default redirect address of this origin [settings-1]', async () => {
    const { body } = await administrator.get('/api/admin/settings')
    expect(body).toEqual({
      settings: {
        openai_api_key: none,
        scraping_bee_api_key: none,
        zoho_client_id: none,
        zoho_client_secret: none,
        zoho_redirect_uri: none,
        zoho_api_domain: none,
        zoho_oauth_scope: none,
      },
      defaults: { zoho_redirect_uri: `${app.origin}/auth/zoho/callback` },
    })
  })

  it('show only the last characters of a stored secret', async () => {
    const saved = await save({ openai_api_key: KEY, zoho_client_secret: 'short-secret', zoho_client_id: '1000.AN.ID' })
    expect(saved.status).toBe(200)
    expect(saved.body.settings).toEqual(await settings())
    expect(await settings()).toMatchObject({
      openai_api_key: { filled: true, shown: '••••••••abcd', source: 'stored' },
      zoho_client_secret: { filled: true, shown: '••••••••', source: 'stored' },
      zoho_client_id: { filled: true, shown: '1000.AN.ID', source: 'stored' },
    })
    expect((await app.visitor.get('/api/instance')).body.engine.kind).toBe('language-model')
  })

  it('keep a value when its field is empty or missing, and remove it when it is null [settings-5]', async () => {
    await save({ openai_api_key: KEY, scraping_bee_api_key: 'bee-planted-key-0123456789' })
    await save({ openai_api_key: '', zoho_oauth_scope: 'WorkDrive.files.CREATE,WorkDrive.files.READ' })
    expect(await settings()).toMatchObject({
      openai_api_key: { filled: true, shown: '••••••••abcd' },
      scraping_bee_api_key: { filled: true },
      zoho_oauth_scope: { shown: 'WorkDrive.files.CREATE,WorkDrive.files.READ' },
    })
    await save({ openai_api_key: null })
    expect(await settings()).toMatchObject({ openai_api_key: none, scraping_bee_api_key: { filled: true } })
  })

  it.each([
    ['zoho.eu', 'https://accounts.zoho.eu'],
    ['accounts.zoho.com.au', 'https://accounts.zoho.com.au'],
    ['https://www.zohoapis.in', 'https://www.zohoapis.in'],
  ])('complete the Zoho domain %s', async (typed, stored) => {
    await save({ zoho_api_domain: typed })
    expect((await settings()).zoho_api_domain).toMatchObject({ shown: stored })
  })

  it.each([
    [{ openai_api_key: 'two words' }, 'Keys can’t contain spaces'],
    [{ openai_api_key: 'line\nbreak' }, 'Keys can’t contain spaces'],
    [{ zoho_redirect_uri: 'not an address' }, 'Enter a full URL'],
    [{ zoho_api_domain: 'https://name:password@zoho.example' }, 'Enter a full URL'],
    [{ zoho_api_domain: 'javascript:alert(1)' }, 'Enter a full URL'],
    [{ zoho_api_domain: 'https://zoho.evil.example' }, 'Enter an address of Zoho, e.g. https://accounts.zoho.com.'],
    [{ zoho_api_domain: 'http://169.254.169.254' }, 'Enter an address of Zoho'],
    [
      { zoho_redirect_uri: 'https://evil.example/back' },
      'The redirect address must be on this server: http://localhost',
    ],
    [{ openai_api_key: 'x'.repeat(2001) }, 'at most 2000 characters'],
    [{ another_key: 'x' }, 'another_key'],
  ])('refuse %j with a message', async (changes, message) => {
    const { status, body } = await save(changes)
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(message)])
    expect(await app.services.db.select().from(systemSettings)).toEqual([])
  })

  it('are marked unreadable when they were sealed under another APP_SECRET', async () => {
    await save({ zoho_client_secret: KEY })
    await app.services.db.update(systemSettings).set({ value: { zoho_client_secret: 'sealed elsewhere' } })
    await app.services.storedSettings.refresh()
    expect((await settings()).zoho_client_secret).toEqual({ ...none, unreadable: true })
  })

  it("answer with the specification's message and leave no audit entry when they cannot be stored", async () => {
    const { db } = app.services
    await db.execute(sql`alter table system_settings rename to system_settings_away`)
    const { status, body } = await save({ openai_api_key: KEY })
    await db.execute(sql`alter table system_settings_away rename to system_settings`)
    expect([status, body.error.message]).toEqual([500, 'Failed to save settings'])
    expect(await db.select().from(adminAuditLogs)).toEqual([])
  })
})

describe('the audit log', () => {
  it('records who viewed the settings and the names of the changed ones, never a value [settings-2]', async () => {
    await administrator.get('/api/admin/settings')
    await save({ openai_api_key: KEY, zoho_client_id: 'an-id', zoho_oauth_scope: '', scraping_bee_api_key: null })
    const logged = await app.services.db.select().from(adminAuditLogs).orderBy(adminAuditLogs.createdAt)
    const adminId = administrator.userId
    expect(logged).toMatchObject([
      { adminId, action: 'view_system_settings', targetType: 'system_settings', metadata: {} },
      {
        adminId,
        action: 'update_system_settings',
        targetType: 'system_settings',
        metadata: { filled: ['openai_api_key', 'zoho_client_id'], removed: ['scraping_bee_api_key'] },
      },
    ])
    expect(JSON.stringify(logged)).not.toContain('planted')
    const listed = async (query: string) => {
      const { body } = await administrator.get(`/api/admin/audit${query}`)
      return body.entries.map(({ action }: { action: string }) => action)
    }
    expect(await listed('')).toEqual(['update_system_settings', 'view_system_settings'])
    expect(await listed('?views=false'), 'changes alone').toEqual(['update_system_settings'])
  })

  it('does not block viewing or saving settings when it cannot be written [settings-3]', async () => {
    const { db } = app.services
    await db.execute(sql`alter table admin_audit_logs rename to admin_audit_logs_away`)
    const saved = await save({ openai_api_key: KEY })
    const seen = await settings()
    await db.execute(sql`alter table admin_audit_logs_away rename to admin_audit_logs`)
    expect([saved.status, seen.openai_api_key.filled]).toEqual([200, true])
  })
})

it('logs an action that cannot be added to the audit log [settings-4]', async () => {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
  const { db } = app.services
  await db.execute(sql`alter table admin_audit_logs rename to admin_audit_logs_away`)
  await recordAction({ db, log }, { adminId: 'ada', action: 'view_dashboard', targetType: 'dashboard' })
  await db.execute(sql`alter table admin_audit_logs_away rename to admin_audit_logs`)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'Error logging admin action', action: 'view_dashboard' },
  ])
})

describe('a key of the environment', () => {
  it('counts as filled, and a stored key takes precedence over it', async () => {
    const configured = await openTestApp({
      openai: { ...app.config.openai, apiKey: 'sk-from-the-environment-wxyz' },
    })
    const there = await signUpAdministrator(configured)
    const key = async () => (await there.get('/api/admin/settings')).body.settings.openai_api_key
    expect(await key()).toEqual({ filled: true, shown: '••••••••wxyz', source: 'environment', unreadable: false })
    await there.patch('/api/admin/settings', { openai_api_key: KEY })
    expect(await key()).toEqual({ filled: true, shown: '••••••••abcd', source: 'stored', unreadable: false })
    await configured.close()
  })
})

describe('Test AI connection', () => {
  let service: AiService
  let configured: TestApp
  let there: Client
  beforeAll(async () => {
    service = await startAiService()
    configured = await openTestApp({ openai: { ...app.config.openai, baseUrl: service.url } })
    there = await signUpAdministrator(configured)
    await there.patch('/api/admin/settings', { openai_api_key: KEY })
  })
  afterAll(async () => {
    await configured.close()
    await service.close()
  })
  beforeEach(() => {
    service.key = KEY
    service.requests.length = 0
    service.models = new Set(['gpt-4-turbo-preview', 'gpt-4.1'])
  })
  const test = async () => (await there.post('/api/admin/settings/test-ai')).body

  it('lists the models and makes one real call with the stored key', async () => {
    const result = await test()
    expect(result).toMatchObject({
      ok: true,
      host: new URL(service.url).host,
      model: 'gpt-4-turbo-preview',
      models: ['gpt-4-turbo-preview', 'gpt-4.1'],
      ms: expect.any(Number),
    })
    expect(result.words).toMatch(/^gpt-4-turbo-preview answered in \d+\.\d s\.$/)
    expect(service.requests).toHaveLength(1)
  })

  it('names the fallback model when the service does not know the configured one', async () => {
    service.models.delete('gpt-4-turbo-preview')
    const result = await test()
    expect(result).toMatchObject({ ok: true, model: 'gpt-4.1' })
    expect(result.words).toContain('does not know gpt-4-turbo-preview')
  })

  it('reports why the service failed, without the key', async () => {
    service.key = 'another key'
    const result = await test()
    expect(result).toMatchObject({ ok: false, model: null, ms: null, models: null })
    expect(result.words).toContain('The AI service answered 401')
    expect(JSON.stringify(result)).not.toContain('planted')
  })

  it('reports that no AI service is set up', async () => {
    const { body } = await administrator.post('/api/admin/settings/test-ai')
    expect(body).toMatchObject({ ok: false, host: null, words: expect.stringContaining('No AI service is set up') })
  })
})
