import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { stopCrawl } from '#server/crawl/stop-crawl.ts'
import { unsafeRunScheduledCheck } from '#server/crawl/recheck/schedule-checks.ts'
import {
  adminAuditLogs,
  adminUsers,
  chatChecks,
  crawls,
  savedChats,
  sessions,
  users,
} from '#server/platform/db/schema/index.ts'
import { pathTo, readAudit, signUpAdministrator } from '#test/administrator.ts'
import { openTestApp, PASSWORD, type Person, type TestApp } from '#test/app.ts'
import { createClient } from '#test/client.ts'
import { signIn } from '#test/auth-requests.ts'
import { slowCrawls, startSlowCrawl, threePages } from '#test/slow-crawls.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'
import { suspendUser } from './change-user.ts'

let app: TestApp
let site: Website
let administrator: Person
let person: Person
beforeAll(async () => {
  site = await openWebsite(threePages)
  app = await openTestApp(slowCrawls(site))
  administrator = await signUpAdministrator(app)
})
afterAll(async () => {
  await app?.close()
  await site?.close()
})
beforeEach(async () => {
  person = await app.signUp()
  await app.services.db.delete(adminAuditLogs)
})
afterEach(async () => {
  await app.services.db.delete(adminUsers)
  await app.services.db.insert(adminUsers).values({ id: administrator.userId })
})

const auditEntry = (action: string, metadata: object = {}) => ({
  ...{ adminId: administrator.userId, action, targetId: person.userId, metadata },
})

describe('a suspended account', () => {
  it('is signed out everywhere and gets the reason at sign-in', async () => {
    const elsewhere = createClient(app.origin)
    await signIn(elsewhere, person.email)
    const suspended = await administrator.put(pathTo('suspension', person), { suspended: true })
    expect(suspended.body).toMatchObject({ suspended_at: expect.any(String), sessions: 0 })
    expect([(await person.get('/api/me')).status, (await elsewhere.get('/api/me')).status]).toEqual([401, 401])
    const refused = await signIn(createClient(app.origin), person.email)
    expect([refused.status, refused.body.error]).toEqual([
      403,
      { code: 'account.suspended', message: 'This account is suspended. Contact the operator of this server.' },
    ])
    // With a wrong password, the response does not reveal the suspension.
    expect((await signIn(createClient(app.origin), person.email, `${PASSWORD}!`)).body.error.code).toBe(
      'account.sign-in-failed',
    )
    expect(await readAudit(app)).toEqual([auditEntry('suspend_account', { sessions: 2, crawls: 0 })])
  })

  it('cannot use a session that was created during the suspension', async () => {
    const { db } = app.services
    const [session] = await db.select().from(sessions).where(eq(sessions.userId, person.userId))
    if (!session) throw new Error('no session')
    await administrator.put(pathTo('suspension', person), { suspended: true })
    await db.insert(sessions).values(session)
    expect((await person.get('/api/me')).status).toBe(401)
  })

  it('has its crawls stopped and keeps the pages read so far', async () => {
    const id = await startSlowCrawl(person, site)
    await administrator.put(pathTo('suspension', person), { suspended: true })
    const [crawl] = await waitFor('the crawl to stop', async () => {
      const rows = await app.services.db.select().from(crawls).where(eq(crawls.id, id))
      return rows[0]?.status === 'stopped' && rows
    })
    expect(crawl).toMatchObject({ pagesCrawled: 1, nextStepAt: null })
    expect(await readAudit(app)).toEqual([auditEntry('suspend_account', { sessions: 1, crawls: 1 })])
  })

  it('has its other crawls stopped, and is audited, when its owner deletes one at that moment', async () => {
    const { db } = app.services
    const row = {
      url: site.origin,
      protocol: 'http:',
      host: site.host,
      pathPrefix: '',
      maxPages: 1,
      maxDepth: 1,
    } as const
    // None is due, so that no worker runs it.
    const due = { userId: person.userId, nextStepAt: new Date('2100-01-01') }
    const added = await db
      .insert(crawls)
      .values([
        { ...row, ...due },
        { ...row, ...due },
      ])
      .returning()
    const deleted: string[] = []
    const stopAfterDeletion = async (crawl: { userId: string; crawlId: string }) => {
      const isFirst = deleted.length === 0 && deleted.push(crawl.crawlId)
      if (isFirst) await db.delete(crawls).where(eq(crawls.id, crawl.crawlId))
      return stopCrawl(app.services, crawl)
    }
    const services = { ...app.services, stopCrawl: stopAfterDeletion }
    await suspendUser(services, { adminId: administrator.userId, userId: person.userId })
    const left = await db.select().from(crawls).where(eq(crawls.userId, person.userId))
    expect(left).toMatchObject([{ status: 'stopped', id: added.find(({ id }) => id !== deleted[0])?.id }])
    expect(await readAudit(app)).toEqual([auditEntry('suspend_account', { sessions: 1, crawls: 2 })])
  })

  it('is suspended although the entry in the audit log fails', async () => {
    const { db } = app.services
    await db.execute(sql`alter table admin_audit_logs rename to admin_audit_logs_away`)
    const { status } = await administrator.put(pathTo('suspension', person), { suspended: true })
    await db.execute(sql`alter table admin_audit_logs_away rename to admin_audit_logs`)
    expect([status, (await person.get('/api/me')).status]).toEqual([200, 401])
  })

  it('gets no scheduled recheck, but keeps its schedule for later', async () => {
    const { db } = app.services
    await administrator.put(pathTo('plan', person), { tier: 'pro' })
    const crawl = await person.get(`/api/crawls/${await startSlowCrawl(person, site)}`)
    const pageIds = [crawl.body.pages[0].id]
    const chat = await person.post('/api/chats', {
      title: 'Kept',
      crawled_pages: pageIds,
      selected_pages: pageIds,
      chat_history: [],
    })
    const [dueAt, chatId] = [new Date(Date.now() - 1000), chat.body.id]
    await db.update(savedChats).set({ checkEvery: 'daily', checkDueAt: dueAt }).where(eq(savedChats.id, chatId))
    await administrator.put(pathTo('suspension', person), { suspended: true })
    await unsafeRunScheduledCheck(app.services, { chatId, dueAt: dueAt.toISOString() })
    const [kept] = await db.select().from(savedChats).where(eq(savedChats.id, chatId))
    expect(kept?.checkDueAt?.getTime()).toBeGreaterThan(Date.now())
    expect(await db.select().from(chatChecks).where(eq(chatChecks.chatId, chatId))).toEqual([])
  })

  it('can sign in again after the suspension is lifted', async () => {
    await administrator.put(pathTo('suspension', person), { suspended: true })
    expect((await administrator.put(pathTo('suspension', person), { suspended: false })).body.suspended_at).toBeNull()
    expect((await signIn(person, person.email)).status).toBe(200)
    expect((await readAudit(app)).map(({ action }) => action)).toEqual(['suspend_account', 'unsuspend_account'])
  })
})

describe('at least one administrator remains', () => {
  it('because administrators cannot suspend or demote themselves', async () => {
    const refusals = await Promise.all([
      administrator.put(pathTo('suspension', administrator), { suspended: true }),
      administrator.put(pathTo('role', administrator), { isAdmin: false }),
    ])
    expect(refusals.map(({ status, body }) => [status, body.error.code])).toEqual([
      [409, 'admin.not-yourself'],
      [409, 'admin.not-yourself'],
    ])
    expect((await administrator.get('/api/admin/overview')).status).toBe(200)
  })

  it('when two administrators demote each other concurrently [suspending-1]', async () => {
    await administrator.put(pathTo('role', person), { isAdmin: true })
    const responses = await Promise.all([
      administrator.put(pathTo('role', person), { isAdmin: false }),
      person.put(pathTo('role', administrator), { isAdmin: false }),
    ])
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    const remaining = await app.services.db.select().from(adminUsers)
    expect(remaining.filter(({ id }) => [person.userId, administrator.userId].includes(id))).toHaveLength(1)
  })

  it('when two administrators suspend each other concurrently', async () => {
    await administrator.put(pathTo('role', person), { isAdmin: true })
    await Promise.all([
      administrator.put(pathTo('suspension', person), { suspended: true }),
      person.put(pathTo('suspension', administrator), { suspended: true }),
    ])
    const allUsers = await app.services.db.select().from(users)
    const suspendedUsers = allUsers.filter(
      ({ id, suspendedAt }) => suspendedAt !== null && [person.userId, administrator.userId].includes(id),
    )
    expect(suspendedUsers).toHaveLength(1)
    await app.services.db.update(users).set({ suspendedAt: null })
    if ((await administrator.get('/api/me')).status === 401) await signIn(administrator, administrator.email)
  })
})
