import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemSettings } from './db/schema/index.ts'
import { createSecretBox } from './secret-box.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { testLog } from '#test/test-log.ts'
import { waitFor } from '#test/wait-for.ts'
import { openStoredSettings } from './stored-settings.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

it('applies a stored key, and its removal, in every process without a restart', async () => {
  const { storedSettings, database, secrets, db } = app.services
  const elsewhere = await openStoredSettings(database, secrets, testLog)
  const instance = async () => (await app.visitor.get('/api/instance')).body
  expect((await instance()).engine.kind).toBe('built-in')
  expect((await instance()).readers).not.toContain('scrapingbee')

  await storedSettings.save(db, { openai_api_key: 'sk-planted-one', scraping_bee_api_key: 'bee-planted' })
  await waitFor('the other process', () => elsewhere.values().openai_api_key === 'sk-planted-one')
  await waitFor('the engine', async () => (await instance()).engine.kind === 'language-model')
  expect((await instance()).readers).toContain('scrapingbee')

  // Settings that are not in the change stay.
  await storedSettings.save(db, { openai_api_key: null })
  await waitFor('the engine', async () => (await instance()).engine.kind === 'built-in')
  await waitFor('the other process', () => elsewhere.values().openai_api_key === undefined)
  expect(elsewhere.values()).toEqual({ scraping_bee_api_key: 'bee-planted' })
  await elsewhere.close()
})

it('stores no value in clear, and refuses a secret swapped into another setting', async () => {
  const { storedSettings, database, secrets, db } = app.services
  await storedSettings.save(db, { openai_api_key: 'sk-planted-two', zoho_client_secret: 'zoho-planted' })
  const [row] = await db.select().from(systemSettings).where(eq(systemSettings.key, 'api_keys'))
  expect(JSON.stringify(row)).not.toContain('planted')

  const swapped = { ...row?.value, openai_api_key: row?.value['zoho_client_secret'] }
  await db.update(systemSettings).set({ value: swapped }).where(eq(systemSettings.key, 'api_keys'))
  const opened = await openStoredSettings(database, secrets, testLog)
  expect(opened.unreadable()).toEqual(['openai_api_key'])
  expect(opened.values().zoho_client_secret).toBe('zoho-planted')
  await opened.close()
})

it('reports and ignores settings sealed under another APP_SECRET', async () => {
  const { storedSettings, database, db } = app.services
  await storedSettings.save(db, { zoho_client_id: 'an id' })
  const opened = await openStoredSettings(
    database,
    createSecretBox('another secret of more than thirty-two characters'),
    testLog,
  )
  expect(opened.unreadable()).toContain('zoho_client_id')
  expect(opened.values()).toEqual({})
  await opened.close()
})
