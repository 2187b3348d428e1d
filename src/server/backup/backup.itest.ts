import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { symmetricEncrypt } from 'better-auth/crypto'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { chatMessages, crawls, pages, twoFactors, userCredits, users } from '#server/platform/db/schema/index.ts'
import { createSecretBox } from '#server/platform/secret-box.ts'
import { openStoredSettings } from '#server/platform/stored-settings.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { openTestDatabase } from '#test/database.ts'
import { testLog } from '#test/test-log.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'
import { exportInstallation } from './export-installation.ts'
import { importInstallation } from './import-installation.ts'

const NEW_SECRET = 'the secret of another machine, of thirty-two characters'

let app: TestApp
let site: Website
let folder: string
let file: string
let userId: string
const question = 'Who built the lighthouse of Hook Head?'

beforeAll(async () => {
  const built = '<p>The lighthouse of Hook Head was built in the thirteenth century by William Marshal.</p>'
  site = await openWebsite({
    '/': `<html lang="en"><title>Lighthouses</title><main><h1>Lighthouses</h1>${built}</main></html>`,
  })
  app = await openTestApp({ allowPrivateHosts: [site.host] })
  const person = await app.signUp()
  userId = person.userId
  const { services } = app
  const { body } = await person.post('/api/crawls', { url: site.origin, maxPages: 1 })
  const crawl = await waitFor('the crawl', async () => {
    const { body: now } = await person.get(`/api/crawls/${body.id}`)
    return now.status === 'finished' && now
  })
  const pageIds = crawl.pages.map(({ id }: { id: string }) => id)
  await person.post('/api/knowledge', { pageIds })
  const chat = await person.post('/api/chats', {
    title: 'Kept',
    crawled_pages: pageIds,
    selected_pages: pageIds,
    chat_history: [],
  })
  await person.stream(`/api/chats/${chat.body.id}/messages`, { question })

  await services.storedSettings.save(services.db, { openai_api_key: 'sk-kept' })
  const headers = services.secrets.seal('[{"name":"cookie","value":"kept"}]', 'crawl headers')
  await services.db.update(crawls).set({ sealedHeaders: headers })
  const secret = await symmetricEncrypt({ key: services.appSecret, data: 'totp-kept' })
  await services.db.insert(twoFactors).values({ id: 'two', userId, secret, backupCodes: secret })
  // A page longer than LONG_TEXT_CHARACTERS, with characters that JSON escapes.
  await services.db.update(pages).set({ content: 'a "quoted" line\n鍵\t'.repeat(60_000) })
})

afterAll(async () => {
  await app.close()
  await site.close()
})

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'readback-backup-test-'))
  file = join(folder, 'all.backup')
})
afterEach(() => rm(folder, { recursive: true }))

const exportAll = () => exportInstallation(app.services, file)

const codeOf = (error: unknown) => (error instanceof AppError ? error.code : String(error))

const linesOf = async (path: string) =>
  gunzipSync(await readFile(path))
    .toString('utf8')
    .trimEnd()
    .split('\n')

/** Runs `use` with an empty embedded database, also when the suite runs on PostgreSQL. */
async function withEmbedded<T>(use: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ dataDir: join(folder, 'other'), log: testLog })
  try {
    return await use(database)
  } finally {
    await database.close()
  }
}

it('moves an installation to another database and back without changing a row', async () => {
  const { rows } = await exportAll()
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const there = join(folder, 'there.backup')
  const back = join(folder, 'back.backup')
  const { appSecret } = app.services

  await withEmbedded(async ({ db }) => {
    expect(await importInstallation({ db, appSecret, file })).toEqual({ rows })
    await exportInstallation({ db, appSecret }, there)
  })
  const { db } = await openTestDatabase()
  expect(await importInstallation({ db, appSecret, file: there })).toEqual({ rows })
  await exportInstallation({ db, appSecret }, back)

  expect((await linesOf(there)).slice(1)).toEqual((await linesOf(file)).slice(1))
  expect((await linesOf(back)).slice(1)).toEqual((await linesOf(file)).slice(1))
  const messages = await db.select().from(chatMessages)
  expect(messages.map(({ content }) => content)).toContain(question)
  const [balance] = await db.select().from(userCredits).where(eq(userCredits.userId, userId))
  expect(balance?.creditsCount).toBe(29)
  // New rows are numbered after the imported ones.
  await db.insert(chatMessages).values({ chatId: messages[0]?.chatId ?? '', role: 'user', content: 'one more' })
})

it('reseals secrets under the APP_SECRET of the new installation when given the old one', async () => {
  await exportAll()
  const { appSecret: oldSecret } = app.services
  const database = await openTestDatabase()
  const { db } = database
  const moved = { db, appSecret: NEW_SECRET, file }
  await expect(importInstallation(moved)).rejects.toMatchObject({ code: 'backup.needs-secret' })
  await expect(importInstallation({ ...moved, oldSecret: NEW_SECRET.toUpperCase() })).rejects.toMatchObject({
    code: 'backup.wrong-secret',
  })
  expect(await db.select().from(users)).toEqual([])

  await importInstallation({ ...moved, oldSecret })
  const settings = await openStoredSettings(database, createSecretBox(NEW_SECRET), testLog)
  expect(settings.values()).toEqual({ openai_api_key: 'sk-kept' })
  await settings.close()
  const [crawl] = await db.select().from(crawls)
  expect(createSecretBox(NEW_SECRET).open(crawl?.sealedHeaders ?? '', 'crawl headers')).toContain('kept')
})

it('imports nothing from a file that is cut off, changed or not a backup', async () => {
  await exportAll()
  const { db } = await openTestDatabase()
  const { appSecret } = app.services
  const bytes = await readFile(file)
  const lines = gunzipSync(bytes).toString('utf8').split('\n')
  const damaged = {
    'cut in the middle': bytes.subarray(0, bytes.length / 2),
    'cut between two lines': gzipSync(lines.slice(0, -2).join('\n')),
    'one word changed': gzipSync(lines.join('\n').replace(question, 'Who broke the lighthouse?')),
    'no backup': Buffer.from('hello'),
  }
  for (const [how, content] of Object.entries(damaged)) {
    await writeFile(file, content)
    const outcome = await importInstallation({ db, appSecret, file }).then(() => 'imported', codeOf)
    expect(`${how}: ${outcome}`).toBe(`${how}: backup.unreadable`)
  }
  expect(await db.select().from(users)).toEqual([])
})

it('refuses to import into an installation with accounts and reports an unwritable file', async () => {
  await exportAll()
  const { db, appSecret } = app.services
  await expect(importInstallation({ db, appSecret, file })).rejects.toMatchObject({ code: 'backup.not-empty' })
  await expect(exportInstallation(app.services, join(folder, 'no', 'such', 'folder'))).rejects.toMatchObject({
    code: 'backup.unwritable',
  })
})
