import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FileRequest, StoredFile } from '#shared/document-storage.ts'
import { storedFiles, userSettings } from '#server/platform/db/schema/index.ts'
import { signUpAdministrator } from '#test/administrator.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import type { Client } from '#test/client.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'
import { startZohoService, type ZohoService } from '#test/zoho-service.ts'

let zoho: ZohoService
let site: Website
let app: TestApp
let administrator: Client
let person: Client & { userId: string }
let crawl: { id: string; pages: { id: string; url: string }[] }
let chatId: string

const page = (title: string) =>
  `<title>${title}</title><main><p>${title} says something that is long enough to be kept. <a href="/two">Two</a></p></main>`

beforeAll(async () => {
  zoho = await startZohoService()
  site = await openWebsite({ '/': page('One'), '/two': page('Two') })
  app = await openTestApp({ allowPrivateHosts: [site.host, '127.0.0.1'], retryBackoffMs: 1 })
  administrator = await signUpAdministrator(app)
  person = await app.signUp()
  await administrator.patch('/api/admin/settings', zoho.stored)
  await connect()
  const { body } = await person.post('/api/crawls', { url: site.origin, maxPages: 2 })
  crawl = await waitFor('the crawl', async () => {
    const found = await person.get(`/api/crawls/${body.id}`)
    return found.body.finishedAt && found.body
  })
  const ids = crawl.pages.map(({ id }) => id)
  const history = [
    { role: 'user', content: 'What does One say?' },
    { role: 'assistant', content: 'Something long enough.' },
  ]
  const chat = await person.post('/api/chats', {
    title: 'One: and two',
    crawled_pages: ids,
    selected_pages: ids,
    chat_history: history,
  })
  chatId = chat.body.id
})
afterAll(async () => {
  await app?.close()
  await site?.close()
  await zoho?.close()
})
beforeEach(async () => {
  await app.services.db.delete(storedFiles)
  Object.assign(zoho, { tokenFaults: [], uploadFaults: [], before: null, expiresIn: 3600 })
  zoho.uploads.length = 0
  await person.put('/api/storage/folder', { workspace_id: 'ws1', folder_id: 'fo1' })
})

async function connect() {
  const { body } = await administrator.post('/api/admin/storage/authorisation')
  const { searchParams } = new URL(zoho.consent(body.url))
  await administrator.post('/api/admin/storage/tokens', Object.fromEntries(searchParams))
}
const save = (source_id: string, request: FileRequest, client: Client = person) =>
  client.post('/api/storage/files', { source_id, content: request })
const saveChat = () => save(chatId, { kind: 'chat', format: 'markdown' })
const fileOf = async (id: string, source = chatId): Promise<StoredFile> => {
  const { body } = await person.get(`/api/storage/files?source=${source}`)
  return body.files.find((each: StoredFile) => each.id === id)
}
const finished = (id: string, source = chatId) =>
  waitFor('the file to be saved or to have failed', async () => {
    const file = await fileOf(id, source)
    return (file.status === 'saved' || file.status === 'failed') && file
  })

describe('saving to WorkDrive', () => {
  it("uploads a crawl's selected pages like the download and returns the link", async () => {
    const [first] = crawl.pages
    const saved = await save(crawl.id, { kind: 'crawl', format: 'json', pageIds: [first?.id ?? ''] })
    expect(saved).toMatchObject({ status: 201, body: { status: 'waiting', attempts: 0, source_id: crawl.id } })
    const today = new Date().toISOString().slice(0, 10)
    const file = await finished(saved.body.id, crawl.id)
    const [upload] = zoho.uploads
    expect(file).toMatchObject({ status: 'saved', attempts: 1, error: null, file_name: `crawled-data-${today}.json` })
    expect(file.link).toBe(`${zoho.url}/file/${upload?.id}`)
    expect(upload).toMatchObject({ workspaceId: 'ws1', folderId: 'fo1', fileName: `crawled-data-${today}.json` })
    expect(JSON.parse(upload?.text ?? '')).toEqual([
      expect.objectContaining({ url: first?.url, exportedAt: expect.any(String) }),
    ])
  })

  it('uploads a chat like its export, in each format', async () => {
    for (const format of ['markdown', 'html', 'json'] as const) {
      const file = await finished((await save(chatId, { kind: 'chat', format })).body.id)
      expect(file).toMatchObject({
        status: 'saved',
        file_name: `One and two.${{ markdown: 'md', html: 'html', json: 'json' }[format]}`,
      })
      expect(zoho.uploads.at(-1)?.text).toContain('What does One say?')
      const type = { markdown: 'text/markdown', html: 'text/html', json: 'application/json' }[format]
      expect(zoho.uploads.at(-1)?.type).toBe(`${type}; charset=utf-8`)
    }
    const markdown = await save(crawl.id, {
      kind: 'crawl',
      format: 'markdown',
      pageIds: crawl.pages.map(({ id }) => id),
    })
    await finished(markdown.body.id, crawl.id)
    expect(zoho.uploads.at(-1)?.text).toMatch(/^# One[^]*\n# Two/)
  })

  it('is part of the account export', async () => {
    await finished((await saveChat()).body.id)
    const { body } = await person.get('/api/account/export')
    expect(body.stored_files).toMatchObject([{ fileName: 'One and two.md', status: 'saved' }])
  })

  it('publishes an event for every step', async () => {
    const received: unknown[] = []
    const unsubscribe = app.services.events.subscribe(person.userId, (event) => received.push(event))
    await finished((await saveChat()).body.id)
    await waitFor('the events', async () => received.length >= 3)
    unsubscribe()
    expect(received).toContainEqual({ type: 'stored-file', sourceId: chatId })
  })

  it('retries while the provider is busy or unavailable and counts the attempts', async () => {
    zoho.uploadFaults = [500, 'breaks', 429]
    const file = await finished((await saveChat()).body.id)
    expect(file).toMatchObject({ status: 'saved', attempts: 4, error: null })
    expect(zoho.uploads).toHaveLength(1)
  })

  it("fails with the provider's message after five attempts and can be retried", async () => {
    zoho.uploadFaults = [500, 500, 500, 500, 500]
    const { id } = (await saveChat()).body
    expect(await finished(id)).toMatchObject({
      status: 'failed',
      attempts: 5,
      error: { code: 'storage.refused', values: { status: 500, reason: 'This is a 500.' } },
    })
    await person.put('/api/storage/folder', { workspace_id: 'ws2', folder_id: 'fo2' })
    expect(await person.post(`/api/storage/files/${id}/retry`)).toMatchObject({
      status: 200,
      body: { status: 'waiting', attempts: 0 },
    })
    expect(await finished(id)).toMatchObject({ status: 'saved' })
    expect(zoho.uploads).toMatchObject([{ workspaceId: 'ws2', folderId: 'fo2' }])
    expect((await person.post(`/api/storage/files/${id}/retry`)).status).toBe(409)
  })

  it('does not retry a request that the provider rejects', async () => {
    zoho.uploadFaults = [403]
    expect(await finished((await saveChat()).body.id)).toMatchObject({ status: 'failed', attempts: 1 })
  })

  it('refreshes the access token after a 401 and retries once [saving-1]', async () => {
    zoho.revokeAccessTokens()
    expect(await finished((await saveChat()).body.id)).toMatchObject({ status: 'saved', attempts: 1 })
    zoho.uploadFaults = [401, 401]
    const refused = await finished((await saveChat()).body.id)
    expect(refused).toMatchObject({
      status: 'failed',
      attempts: 1,
      error: { code: 'storage.refused', values: { status: 401 } },
    })
  })

  it('refreshes the token once for several concurrent uploads', async () => {
    zoho.expiresIn = 60
    await connect()
    zoho.expiresIn = 3600
    zoho.tokenRequests.length = 0
    const saved = await Promise.all(Array.from({ length: 4 }, saveChat))
    for (const { body } of saved) expect(await finished(body.id)).toMatchObject({ status: 'saved' })
    expect(zoho.tokenRequests).toHaveLength(1)
  })

  it('reports that the consent was revoked', async () => {
    zoho.revokeConsent()
    expect(await finished((await saveChat()).body.id)).toMatchObject({
      status: 'failed',
      error: { code: 'storage.refresh-empty', message: 'No access token received during refresh' },
    })
    await connect()
  })

  it('fails without an upload when its source was deleted first', async () => {
    const { id } = (await person.post(`/api/chats/${chatId}/duplicate`)).body
    await person.delete(`/api/chats/${id}`)
    const [row] = await app.services.db
      .insert(storedFiles)
      .values({
        userId: person.userId,
        kind: 'chat',
        sourceId: id,
        request: { content: { kind: 'chat', format: 'json' }, folder: { workspace_id: 'ws1', folder_id: 'fo1' } },
        fileName: 'gone.json',
      })
      .returning()
    const fileId = row?.id ?? ''
    await app.services.queue.send(app.services.db, 'save-file', { fileId })
    expect(await finished(fileId, id)).toMatchObject({
      status: 'failed',
      error: { message: 'Failed to load chat' },
    })
    expect(zoho.uploads).toEqual([])
  })

  it('resumes after a server restart, even if its job was lost', async () => {
    await app.services.db.insert(storedFiles).values({
      userId: person.userId,
      kind: 'chat',
      sourceId: chatId,
      request: { content: { kind: 'chat', format: 'json' }, folder: { workspace_id: 'ws1', folder_id: 'fo1' } },
      fileName: 'kept.json',
    })
    const [row] = await app.services.db.select().from(storedFiles)
    await app.restart()
    expect((await app.visitor.get('/api/instance')).body.storage).toBe(true)
    expect(await finished(row?.id ?? '')).toMatchObject({ status: 'saved' })
    expect(zoho.uploads).toHaveLength(1)
  })
})

describe('saving is refused', () => {
  it('until the user has chosen a folder, which is remembered', async () => {
    const newcomer = await app.signUp()
    expect((await newcomer.get('/api/storage')).body).toEqual({ connected: true, workspace_id: null, folder_id: null })
    expect((await save(chatId, { kind: 'chat', format: 'json' }, newcomer)).body.error.code).toBe('storage.no-place')
    for (const folder_id of ['', 'two words', '../up', 'a&b']) {
      expect((await newcomer.put('/api/storage/folder', { workspace_id: 'ws1', folder_id })).status).toBe(400)
    }
    await newcomer.put('/api/storage/folder', { workspace_id: ' ws9 ', folder_id: 'fo9' })
    expect((await newcomer.get('/api/storage')).body).toEqual({
      connected: true,
      workspace_id: 'ws9',
      folder_id: 'fo9',
    })
    const [row] = await app.services.db.select().from(userSettings).where(eq(userSettings.userId, newcomer.userId))
    expect(row).toMatchObject({ workdriveWorkspaceId: 'ws9', workdriveFolderId: 'fo9' })
  })

  it("for another user's crawl or chat, whose files can be neither seen nor retried", async () => {
    const other = await app.signUp()
    await other.put('/api/storage/folder', { workspace_id: 'ws1', folder_id: 'fo1' })
    expect((await save(chatId, { kind: 'chat', format: 'json' }, other)).status).toBe(404)
    const pageIds = crawl.pages.map(({ id }) => id)
    expect((await save(crawl.id, { kind: 'crawl', format: 'json', pageIds }, other)).status).toBe(404)
    zoho.uploadFaults = [403]
    const { id } = (await saveChat()).body
    await finished(id)
    expect((await other.get(`/api/storage/files?source=${chatId}`)).body).toEqual({ files: [], next: null })
    expect((await other.post(`/api/storage/files/${id}/retry`)).status).toBe(404)
  })

  it('without pages, in an unknown format, or with twenty unfinished uploads', async () => {
    expect((await save(crawl.id, { kind: 'crawl', format: 'json', pageIds: [] })).status).toBe(400)
    expect(
      (await person.post('/api/storage/files', { source_id: chatId, content: { kind: 'chat', format: 'pdf' } })).status,
    ).toBe(400)
    const row = { userId: person.userId, kind: 'chat' as const, sourceId: chatId, request: {}, fileName: 'x' }
    await app.services.db.insert(storedFiles).values(Array.from({ length: 20 }, () => row))
    const [failed] = await app.services.db
      .insert(storedFiles)
      .values({ ...row, status: 'failed' })
      .returning()
    expect((await person.post(`/api/storage/files/${failed?.id}/retry`)).status).toBe(429)
    expect((await saveChat()).status).toBe(429)
  })

  it('while no storage is connected', async () => {
    expect((await administrator.delete('/api/admin/storage')).status).toBe(204)
    expect((await saveChat()).body.error.message).toBe('No authentication tokens available')
    expect((await person.get('/api/storage')).body.connected).toBe(false)
    await connect()
  })
})
