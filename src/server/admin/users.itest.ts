import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { adminAuditLogs, adminUsers, creditLedger, users } from '#server/platform/db/schema/index.ts'
import { pathTo, readAudit, signUpAdministrator } from '#test/administrator.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { signIn } from '#test/auth-requests.ts'
import { slowCrawls, startSlowCrawl, threePages } from '#test/slow-crawls.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'

let app: TestApp
let site: Website
let administrator: Person
let person: Person
let signUps = 0
beforeAll(async () => {
  site = await openWebsite(threePages)
  app = await openTestApp({ ...slowCrawls(site), adminEmails: ['listed@example.org'] })
  administrator = await signUpAdministrator(app, 'first-administrator@example.org')
})
afterAll(async () => {
  await app.close()
  await site.close()
})
beforeEach(async () => {
  person = await app.signUp(`user-${++signUps}@example.org`)
  await app.services.db.delete(adminAuditLogs)
})
afterEach(async () => {
  await app.services.db.delete(adminUsers)
  await app.services.db.insert(adminUsers).values({ id: administrator.userId })
})

const listedRow = async (user: Person = person) =>
  (await administrator.get(`/api/admin/people?search=${user.email}`)).body.people[0]
const auditEntry = (action: string, metadata: object = {}) => ({
  ...{ adminId: administrator.userId, action, targetId: person.userId, metadata },
})

describe('the list of users', () => {
  it('is sorted by address, paged, and searchable by part of an address', async () => {
    const { db } = app.services
    const many = Array.from({ length: 120 }, (_, n) => ({
      id: `many-${n}`,
      name: 'M',
      email: `many-${String(n).padStart(3, '0')}@other.example`,
    }))
    await db.insert(users).values(many)
    const found: string[] = []
    let after: string | null = ''
    let pages = 0
    while (after !== null) {
      const { body } = await administrator.get(
        `/api/admin/people?search=OTHER.example&after=${encodeURIComponent(after)}`,
      )
      found.push(...body.people.map(({ email }: { email: string }) => email))
      after = body.next
      pages++
    }
    expect([pages, found]).toEqual([3, many.map(({ email }) => email)])
    // Wildcards of the database's search are matched literally.
    expect((await administrator.get('/api/admin/people?search=many%25003')).body.people).toEqual([])
    await db.delete(users).where(eq(users.name, 'M'))
  })

  it('shows the plan, credits, sessions and last activity of each user, and no secret', async () => {
    const row = await listedRow()
    expect(row).toEqual({
      id: person.userId,
      email: person.email,
      created_at: expect.any(String),
      tier: 'free',
      credits_count: 30,
      isAdmin: false,
      isListedAdmin: false,
      suspended_at: null,
      sessions: 1,
      last_seen_at: expect.any(String),
    })
    expect(Date.now() - Date.parse(row.last_seen_at)).toBeLessThan(60_000)
  })
})

describe('an administrator', () => {
  it('changes a plan and a balance, and both are in the audit log [users-1]', async () => {
    expect((await administrator.put(pathTo('plan', person), { tier: 'pro' })).body).toMatchObject({
      tier: 'pro',
      credits_count: 300,
    })
    expect((await administrator.put(pathTo('credits', person), { credits: 7 })).body).toMatchObject({
      tier: 'pro',
      credits_count: 7,
    })
    expect((await person.get('/api/credits')).body).toEqual({ credits_count: 7, tier: 'pro' })
    const ledger = await app.services.db.select().from(creditLedger).where(eq(creditLedger.userId, person.userId))
    expect(ledger.reduce((sum, { amount }) => sum + amount, 0)).toBe(7)
    expect(await readAudit(app)).toEqual([
      auditEntry('change_plan', { before: 'free', tier: 'pro', credits: 300 }),
      auditEntry('set_credits', { before: 300, credits: 7 }),
    ])
  })

  it.each([[-1], [1.5], ['many'], [2_000_000_000]])('cannot set a balance of %j', async (credits) => {
    expect((await administrator.put(pathTo('credits', person), { credits })).status).toBe(400)
    expect((await listedRow()).credits_count).toBe(30)
  })

  it('ends all sessions of a user, who can sign in again', async () => {
    expect((await administrator.delete(pathTo('sessions', person))).body.sessions).toBe(0)
    expect((await person.get('/api/me')).status).toBe(401)
    expect((await signIn(person, person.email)).status).toBe(200)
    expect(await readAudit(app)).toEqual([auditEntry('end_sessions', { sessions: 1 })])
  })

  it('grants and revokes the administrator role with immediate effect', async () => {
    expect((await administrator.put(pathTo('role', person), { isAdmin: true })).body.isAdmin).toBe(true)
    expect((await person.get('/api/admin/people')).status).toBe(200)
    expect((await administrator.put(pathTo('role', person), { isAdmin: false })).body.isAdmin).toBe(false)
    expect((await person.get('/api/admin/people')).status).toBe(403)
    expect((await readAudit(app)).map(({ action }) => action)).toEqual(['grant_admin', 'revoke_admin'])
  })

  it('sees which users are named in ADMIN_EMAILS', async () => {
    const listed = await app.signUp('listed@example.org')
    expect(await listedRow(listed)).toMatchObject({ isAdmin: true, isListedAdmin: true })
  })

  it('gets 404 for a user that does not exist', async () => {
    const missing = { userId: 'missing' }
    const responses = await Promise.all([
      administrator.put(pathTo('plan', missing), { tier: 'pro' }),
      administrator.put(pathTo('credits', missing), { credits: 1 }),
      administrator.put(pathTo('suspension', missing), { suspended: true }),
      administrator.put(pathTo('role', missing), { isAdmin: true }),
      administrator.delete(pathTo('sessions', missing)),
    ])
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    expect(await readAudit(app)).toEqual([])
  })
})

describe('the crawls of all users', () => {
  it('are listed while they run, with host and owner, and can be stopped', async () => {
    const id = await startSlowCrawl(person, site)
    const { body } = await administrator.get('/api/admin/crawls')
    expect(body.crawls.find((crawl: { id: string }) => crawl.id === id)).toMatchObject({
      host: site.host,
      owner: { id: person.userId, email: person.email },
      status: 'crawling',
      pagesCrawled: 1,
      maxPages: 3,
      stopping: false,
      since: expect.any(String),
    })
    expect((await administrator.post(`/api/admin/crawls/${id}/stop`)).status).toBe(204)
    const { error } = await waitFor('the crawl to stop', async () => {
      const { body } = await person.get(`/api/crawls/${id}`)
      return body.status === 'stopped' && body
    })
    expect(error).toEqual({ code: 'crawl.stopped-by-administrator', message: 'An administrator stopped this crawl' })
    expect((await person.get(`/api/crawls/${id}`)).body.pages).toHaveLength(1)
    const remaining = (await administrator.get('/api/admin/crawls')).body.crawls
    expect(remaining.filter((crawl: { id: string }) => crawl.id === id)).toEqual([])
    expect(await readAudit(app)).toEqual([
      {
        adminId: administrator.userId,
        action: 'stop_crawl',
        targetId: id,
        metadata: { host: site.host, owner: person.userId },
      },
    ])
    const { entries } = (await administrator.get('/api/admin/audit?action=stop_crawl')).body
    expect(entries[0].target_email, 'whose crawl it was').toBe(person.email)
  })

  it('answer 404 when they do not exist', async () => {
    const { status } = await administrator.post('/api/admin/crawls/00000000-0000-4000-8000-000000000000/stop')
    expect(status).toBe(404)
  })
})

describe('the audit log', () => {
  it('shows the newest 100 entries with administrator, action and target', async () => {
    const long = Array.from({ length: 120 }, (_, n) => ({
      ...{
        adminId: 'gone',
        action: 'view_dashboard',
        targetType: 'dashboard',
        createdAt: new Date(Date.UTC(2026, 0, 1, 0, n)),
      },
    }))
    await app.services.db.insert(adminAuditLogs).values(long)
    await administrator.put(pathTo('credits', person), { credits: 3 })
    const { entries } = (await administrator.get('/api/admin/audit')).body
    expect(entries).toHaveLength(100)
    expect(entries[0]).toMatchObject({
      admin_id: administrator.userId,
      admin_email: administrator.email,
      action: 'set_credits',
      target_type: 'user',
      target_id: person.userId,
      target_email: person.email,
      metadata: { before: 30, credits: 3 },
    })
    // An entry outlives the administrator's account.
    expect(entries[1]).toMatchObject({ admin_id: 'gone', admin_email: null, created_at: '2026-01-01T01:59:00.000Z' })
  })

  it('can be filtered by action', async () => {
    await administrator.put(pathTo('credits', person), { credits: 3 })
    await administrator.get('/api/admin/overview')
    const only = async (action: string) => (await administrator.get(`/api/admin/audit?action=${action}`)).body.entries
    expect((await only('set_credits')).map(({ action }: { action: string }) => action)).toEqual(['set_credits'])
    expect(await only('grant_admin')).toEqual([])
    expect((await administrator.get('/api/admin/audit?action=nonsense')).status).toBe(400)
  })
})

describe('the health of the server', () => {
  it('includes latency and size of the database and the counts of the queues', async () => {
    const { body } = await administrator.get('/api/admin/health')
    expect(body.database).toMatchObject({
      reachable: true,
      latencyMs: expect.any(Number),
      sizeBytes: expect.any(Number),
    })
    expect(body.database.sizeBytes).toBeGreaterThan(1_000_000)
    await app.services.queue.send(
      app.services.db,
      'forget-chat',
      { chatId: crypto.randomUUID() },
      { startAfterSeconds: 600 },
    )
    const { queue } = (await administrator.get('/api/admin/health')).body
    expect(queue.waiting).toBe(body.queue.waiting + 1)
    expect(queue.queues.find(({ name }: { name: string }) => name === 'forget-chat').waiting).toBe(1)
  })
})
