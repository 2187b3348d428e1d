import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminAuditLogs, adminUsers, dailyUsage } from '#server/platform/db/schema/index.ts'
import { openTestApp, type TestApp } from '#test/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

it('counts users, chats, notebooks and daily active users, and records the view in the audit log [overview-1]', async () => {
  const administrator = await app.signUp()
  const longAgo = await app.signUp()
  const { db } = app.services
  await db.insert(adminUsers).values({ id: administrator.userId })
  await administrator.post('/api/chats', { title: 'One', crawled_pages: [], selected_pages: [], chat_history: [] })
  await administrator.post('/api/chats', { title: 'Two', crawled_pages: [], selected_pages: [], chat_history: [] })
  await db
    .update(dailyUsage)
    .set({ lastSeenAt: new Date(Date.now() - 25 * 60 * 60_000) })
    .where(eq(dailyUsage.userId, longAgo.userId))

  const { status, body } = await administrator.get('/api/admin/overview')
  expect(status).toBe(200)
  expect(body).toEqual({ users: 2, chats: 2, notebooks: 1, dailyActiveUsers: 1 })
  expect(await db.select().from(adminAuditLogs)).toMatchObject([
    { adminId: administrator.userId, action: 'view_dashboard', targetType: 'dashboard', metadata: {} },
  ])
})
