/** Every list with a page size continues with `next`. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  adminAuditLogs,
  adminUsers,
  changeReports,
  crawls,
  notebooks,
  storedFiles,
  unsavedMessages,
  zohoAuthLogs,
} from '#server/platform/db/schema/index.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'

/** More than a page of any list. */
const ROWS = 210
/** Half of the rows share a time, so that only their ids order them. */
const times = Array.from({ length: ROWS }, (_, row) => new Date(Date.UTC(2026, 10, 1) + Math.max(0, row - ROWS / 2)))
const NOTEBOOK = '00000000-0000-4000-8000-000000000002'
const NO_CHANGES = { added: 0, removed: 0, moved: 0, changed: 0 }
const SOURCE = '00000000-0000-4000-8000-000000000001'

let app: TestApp
let administrator: Person
beforeAll(async () => {
  app = await openTestApp()
  administrator = await app.signUp()
  const { db } = app.services
  const userId = administrator.userId
  await db.insert(adminUsers).values({ id: userId })
  const site = { url: 'http://site.example/', protocol: 'http:' as const, host: 'site.example', pathPrefix: '' }
  // Unfinished, but never due.
  const crawl = { userId, ...site, maxPages: 1, maxDepth: 1, nextStepAt: new Date('2099-01-01T00:00:00Z') }
  const added = await db
    .insert(crawls)
    .values(times.map((createdAt) => ({ ...crawl, createdAt })))
    .returning({ crawlId: crawls.id })
  const message = { role: 'user' as const, content: 'Why?' }
  await db.insert(unsavedMessages).values(added.map(({ crawlId }) => ({ crawlId, position: 0, message })))
  await db
    .insert(adminAuditLogs)
    .values(times.map((createdAt) => ({ adminId: userId, action: 'view_dashboard', createdAt })))
  await db.insert(zohoAuthLogs).values(times.map((timestamp) => ({ eventType: 'token_exchange', timestamp })))
  await db
    .insert(storedFiles)
    .values(
      times.map((createdAt) => ({ userId, kind: 'chat' as const, sourceId: SOURCE, fileName: 'a.md', createdAt })),
    )
  await db.insert(notebooks).values({ id: NOTEBOOK, userId, title: 'Harbour' })
  const content = { chat_title: '', counts: NO_CHANGES, pages: [], questions: [], citations: [] }
  await db
    .insert(changeReports)
    .values(times.map((createdAt) => ({ userId, notebookId: NOTEBOOK, checkId: randomUUID(), content, createdAt })))
})
afterAll(() => app.close())

it.each([
  ['/api/crawls', 'crawls', 'id'],
  ['/api/unsaved-chats', 'unsaved', 'crawlId'],
  [`/api/storage/files?source=${SOURCE}`, 'files', 'id'],
  [`/api/notebooks/${NOTEBOOK}/changes`, 'reports', 'id'],
  ['/api/admin/crawls', 'crawls', 'id'],
  ['/api/admin/audit?action=view_dashboard', 'entries', 'id'],
  ['/api/admin/storage/log', 'entries', 'id'],
])('GET %s continues with `next` until every row has been listed once [paged-lists-1]', async (path, name, id) => {
  const seen: string[] = []
  let after: string | null = ''
  while (after !== null) {
    const { status, body } = await administrator.get(
      after ? `${path}${path.includes('?') ? '&' : '?'}after=${after}` : path,
    )
    expect(status).toBe(200)
    seen.push(...body[name].map((row: Record<string, string>) => row[id]))
    after = body.next
  }
  expect(seen).toHaveLength(ROWS)
  expect(new Set(seen).size).toBe(ROWS)
})

it('lists crawls newest first, as many as asked for, also after the last one of a page is gone', async () => {
  const first = await administrator.get('/api/crawls?limit=2')
  expect(first.body.crawls).toHaveLength(2)
  const [newest, second] = first.body.crawls
  expect(newest.createdAt > second.createdAt).toBe(true)
  const rest = await administrator.get(`/api/crawls?limit=1&after=${first.body.next}`)
  await administrator.post(`/api/crawls/${second.id}/stop`)
  await administrator.delete(`/api/crawls/${second.id}`)
  const again = await administrator.get(`/api/crawls?limit=1&after=${first.body.next}`)
  expect(again.body.crawls.map(({ id }: { id: string }) => id)).toEqual([rest.body.crawls[0].id])
})
