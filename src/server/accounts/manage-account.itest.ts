import { randomUUID } from 'node:crypto'
import { eq, getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sealHeaders } from '#server/crawl/sealed-headers.ts'
import { LANGUAGE_COOKIE } from '#shared/language.ts'
import * as schema from '#server/platform/db/schema/index.ts'
import { createApiKey } from '#test/api-key.ts'
import { codeFor, openTestApp, PASSWORD, type TestApp } from '#test/app.ts'
import { createClient } from '#test/client.ts'
import { readMailsFor, requestReset, signIn, signUp, verify, wrongCode } from '#test/auth-requests.ts'
import { decodeMail } from '#test/find-mail.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'
import { takeFromRateLimit } from '#server/platform/rate-limit.ts'
import { isSessionActive } from './sessions/sessions.ts'

let app: TestApp
let site: Website
beforeAll(async () => {
  site = await openWebsite({ '/': `<title>Home</title><main><p>${BEES}</p></main>` })
  app = await openTestApp({ allowPrivateHosts: [site.host], adminEmails: ['boss@example.org'] })
})
afterAll(async () => {
  await app?.close()
  await site?.close()
})

const NEW_PASSWORD = 'quite-another-password'
const visitor = () => createClient(app.origin)

/** A person with a crawl, a page, a notebook, a chat, a message and a citation. */
const BEES = 'Bees dance to show where the flowers are.'

async function busyPerson(email: string) {
  const person = await app.signUp(email)
  const crawl = await person.post('/api/crawls', { url: site.origin, maxPages: 1 })
  const { pages } = await waitFor('the crawl', async () => {
    const { body } = await person.get(`/api/crawls/${crawl.body.id}`)
    return body.status === 'finished' && body
  })
  const selection = { crawled_pages: [pages[0].id], selected_pages: [pages[0].id] }
  const chat = await person.post('/api/chats', { title: 'About bees', ...selection, chat_history: [] })
  await person.post('/api/knowledge', { pageIds: [pages[0].id] })
  await person.stream(`/api/chats/${chat.body.id}/messages`, {
    question: 'What do bees do to show where the flowers are?',
  })
  // Ids of the API are strings.
  const ids = {
    crawlId: crawl.body.id as string,
    chatId: chat.body.id as string,
    notebookId: chat.body.notebook_id as string,
  }
  const notebook = `/api/notebooks/${ids.notebookId}`
  await person.post(`${notebook}/golden-questions`, { question: 'What do bees do?', sentence: BEES })
  await person.post(`${notebook}/golden-runs`)
  return { ...person, ...ids }
}

/** A busy person with every kind of secret: headers of a crawl, key, share link, feed, webhook and second factor. */
async function personWithSecrets(email: string) {
  const person = await busyPerson(email)
  const { db, secrets } = app.services
  const sealedHeaders = sealHeaders(secrets, [{ name: 'Cookie', value: 'session=1' }])
  const ofCrawl = eq(schema.crawls.id, person.crawlId)
  await db.update(schema.crawls).set({ sealedHeaders, idempotencyKey: 'request-of-a-program' }).where(ofCrawl)
  await createApiKey(person, ['read'])
  await person.post(`/api/chats/${person.chatId}/share`)
  const changes = `/api/notebooks/${person.notebookId}/changes`
  await person.post(`${changes}/feed`)
  await person.put(`${changes}/webhook`, { url: `${site.origin}/hook` })
  await person.post('/api/auth/two-factor/enable', { password: PASSWORD })
  return person
}

/** The secret values in rows that name one of `ids`, by table and column. */
async function secretsOf(ids: string[]) {
  const secrets: Record<string, string> = {}
  for (const table of Object.values(schema).filter((each) => is(each, PgTable))) {
    const rows: Record<string, unknown>[] = await app.services.db.select().from(table)
    const own = rows.filter((row) => ids.some((id) => Object.values(row).includes(id)))
    for (const [column, value] of own.flatMap(Object.entries)) {
      const isSecret = /token|secret|sealed|password|^hash$|codes$|idempotency/i.test(column)
      if (isSecret && typeof value === 'string') secrets[`${getTableName(table)}.${column}`] = value
    }
  }
  return secrets
}

describe('the language of mails', () => {
  it('is that of the screen: at sign-up, and when the user switches [languages-mail-2]', async () => {
    const email = 'sprache@example.org'
    const person = visitor()
    const mails = async () => (await readMailsFor(app.config.dataDir, email)).map(decodeMail)
    const mailWith = (words: string) =>
      waitFor(`a mail with “${words}”`, async () => (await mails()).find((mail) => mail.includes(words)))
    // As the browser sends it once the language was chosen there.
    person.cookies.set(LANGUAGE_COOKIE, 'de')
    await signUp(person, email)
    const welcome = await mailWith('Subject: Ihr Bestätigungscode für Readback')
    expect(welcome).toContain('Willkommen bei Readback. Ihr Bestätigungscode lautet:')
    expect(welcome).toContain('<html lang="de">')
    await verify(person, email, await codeFor(app.config.dataDir, email))
    expect((await person.get('/api/me')).body.user.language).toBe('de')

    // The language of the account decides, not that of the request.
    await requestReset(visitor(), email)
    expect(await mailWith('Subject: Ihr Readback-Passwort zurücksetzen')).toContain('Der Link funktioniert nur einmal.')
    await person.post('/api/account/email', { password: PASSWORD, email: 'neu@example.org' })
    await waitFor('the mail to the new address', async () =>
      (await readMailsFor(app.config.dataDir, 'neu@example.org')).some((mail) =>
        decodeMail(mail).includes('Subject: Bestätigen Sie Ihre neue E-Mail-Adresse für Readback'),
      ),
    )

    expect((await person.put('/api/account/language', { language: 'en' })).status).toBe(204)
    expect((await person.get('/api/me')).body.user.language).toBe('en')
    await person.post('/api/account/password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD })
    await mailWith('Subject: Your Readback password was changed')
    for (const language of ['', 'German', 'DE', 1])
      expect((await person.put('/api/account/language', { language })).status).toBe(400)
  })
})

describe('the password', () => {
  it('changes with the current password, ends the other sessions, keeps this one, and sends a mail', async () => {
    const person = await app.signUp('changes@example.org')
    const elsewhere = visitor()
    await signIn(elsewhere, 'changes@example.org')
    const change = (currentPassword: string, newPassword: string) =>
      person.post('/api/account/password', { currentPassword, newPassword })
    expect(await change('not-mine', NEW_PASSWORD)).toMatchObject({
      status: 400,
      body: { error: { code: 'account.password-wrong' } },
    })
    expect((await change(PASSWORD, 'iloveyou1')).body.error.code).toBe('account.password-known')
    expect((await change(PASSWORD, NEW_PASSWORD)).status).toBe(204)
    expect((await person.get('/api/me')).status).toBe(200)
    expect((await elsewhere.get('/api/me')).status).toBe(401)
    expect((await signIn(visitor(), 'changes@example.org')).status).toBe(401)
    expect((await signIn(visitor(), 'changes@example.org', NEW_PASSWORD)).status).toBe(200)
    await waitFor('the mail', async () =>
      (await readMailsFor(app.config.dataDir, 'changes@example.org')).some((mail) =>
        mail.includes('password was changed'),
      ),
    )
  })

  it('cannot be guessed in an open browser: twenty attempts per hour, and signing in still works', async () => {
    const person = await app.signUp('open@example.org')
    // All but two are counted without a comparison, which takes a tenth of a second.
    const limit = { key: `confirm ${person.userId}`, limit: 20, windowSeconds: 3600 }
    for (let count = 0; count < 18; count++) await takeFromRateLimit(app.services.db, limit)
    for (let count = 0; count < 2; count++)
      expect((await person.post('/api/account/delete', { password: `guess ${count}` })).status).toBe(400)
    const rejected = await person.post('/api/account/delete', { password: PASSWORD })
    expect(rejected.status).toBe(429)
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(60)
    expect((await signIn(visitor(), 'open@example.org')).status).toBe(200)
  })
})

describe('the address', () => {
  const requestChange = (person: { post: typeof app.visitor.post }, email: string, password = PASSWORD) =>
    person.post('/api/account/email', { email, password })

  it('changes after the new address is verified, notifies the old one, and grants a listed address the administrator role', async () => {
    const person = await app.signUp('old@example.org')
    expect((await requestChange(person, 'Boss@example.org', 'not-mine')).body.error.code).toBe('account.password-wrong')
    expect((await requestChange(person, 'Boss@example.org')).status).toBe(204)
    const otp = await codeFor(app.config.dataDir, 'boss@example.org')
    expect((await person.get('/api/me')).body.user.email).toBe('old@example.org')
    const wrong = await person.post('/api/account/email/verify', { email: 'boss@example.org', otp: wrongCode(otp) })
    expect(wrong.body.error.message).toBe('Invalid verification code. Please try again.')
    expect(await person.post('/api/account/email/verify', { email: 'boss@example.org', otp })).toMatchObject({
      status: 200,
      body: { email: 'boss@example.org' },
    })
    expect((await person.get('/api/me')).body.user).toMatchObject({
      email: 'boss@example.org',
      emailVerified: true,
      isAdmin: true,
    })
    expect((await signIn(visitor(), 'old@example.org')).status).toBe(401)
    expect((await signIn(visitor(), 'boss@example.org')).status).toBe(200)
    await waitFor('the mail to the old address', async () =>
      (await readMailsFor(app.config.dataDir, 'old@example.org')).some((mail) => mail.includes('boss@example.org')),
    )
  })

  it('gives the same response for an address with an account, and cannot take it over', async () => {
    await app.signUp('taken@example.org')
    const person = await app.signUp('wants@example.org')
    const before = (await readMailsFor(app.config.dataDir, 'taken@example.org')).length
    expect((await requestChange(person, 'taken@example.org')).status).toBe(204)
    const mails = await waitFor('the mail to its owner', async () => {
      const all = await readMailsFor(app.config.dataDir, 'taken@example.org')
      return all.length > before && all
    })
    expect(mails.at(-1)).toContain('You already have an account')
    expect(mails.at(-1)).not.toMatch(/^ {4}\d{7}$/m)
  })

  it('cannot be verified with the code from another account', async () => {
    const [person, other] = [await app.signUp('mine@example.org'), await app.signUp('other@example.org')]
    await requestChange(person, 'next@example.org')
    const otp = await codeFor(app.config.dataDir, 'next@example.org')
    expect((await other.post('/api/account/email/verify', { email: 'next@example.org', otp })).status).toBe(400)
    expect((await person.post('/api/account/email/verify', { email: 'next@example.org', otp })).status).toBe(200)
  })
})

describe('the sessions', () => {
  it('lists sessions without their tokens and lets only the owner end each', async () => {
    const person = await app.signUp('many@example.org')
    const phone = visitor()
    await signIn(phone, 'many@example.org')
    const { body } = await person.get('/api/account/sessions')
    expect(body.sessions).toHaveLength(2)
    expect(body.sessions.filter((session: { current: boolean }) => session.current)).toHaveLength(1)
    const tokens = await app.services.db
      .select({ token: schema.sessions.token })
      .from(schema.sessions)
      .where(eq(schema.sessions.userId, person.userId))
    for (const { token } of tokens) expect(JSON.stringify(body)).not.toContain(token)

    const { id } = body.sessions.find((session: { current: boolean }) => !session.current)
    expect(await isSessionActive(app.services.db, id)).toBe(true)
    const stranger = await app.signUp()
    expect((await stranger.delete(`/api/account/sessions/${id}`)).status).toBe(404)
    expect((await person.request('DELETE', `/api/account/sessions/${id}`)).status).toBe(204)
    expect((await phone.get('/api/me')).status).toBe(401)
    expect(await isSessionActive(app.services.db, id)).toBe(false)
    expect((await person.request('DELETE', `/api/account/sessions/${id}`)).status).toBe(404)
  })

  it('ends all other sessions', async () => {
    const person = await app.signUp('several@example.org')
    const others = [visitor(), visitor()]
    for (const other of others) await signIn(other, 'several@example.org')
    expect((await person.request('DELETE', '/api/account/sessions')).status).toBe(204)
    for (const other of others) expect((await other.get('/api/me')).status).toBe(401)
    expect((await person.get('/api/me')).status).toBe(200)
  })
})

describe('the data', () => {
  it('exports all data of one account in one file, and no data of another', async () => {
    const person = await busyPerson('exports@example.org')
    await busyPerson('neighbor@example.org')
    const { db } = app.services
    const ofNotebook = { userId: person.userId, notebookId: person.notebookId }
    await db.insert(schema.gapStates).values({ ...ofNotebook, questionKey: 'bees', decision: 'ignored' })
    await db
      .insert(schema.conflictSearches)
      .values({ notebookId: person.notebookId, pagesCompared: 1, pagesLeftOut: 0, searchedAt: new Date() })
    const counts = { added: 0, removed: 0, moved: 0, changed: 0 }
    const content = { chat_title: 'About bees', counts, pages: [], questions: [], citations: [] }
    const [report] = await db
      .insert(schema.changeReports)
      .values({ ...ofNotebook, checkId: randomUUID(), content, createdAt: new Date() })
      .returning()
    await db.insert(schema.webhookDeliveries).values({ reportId: report?.id ?? '', userId: person.userId })
    await db.insert(schema.chatChecks).values({ userId: person.userId, chatId: person.chatId, pagesTotal: 1 })
    const { status, headers, body } = await person.get('/api/account/export')
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="readback-export-\d{4}-\d\d-\d\d\.json"(; filename\*=.*)?$/,
    )
    expect(body.account).toMatchObject({ email: 'exports@example.org', tier: 'free', credits_count: 29 })
    expect(body.ledger.map(({ amount }: { amount: number }) => amount)).toEqual([30, -1])
    expect(body.crawls.map(({ id }: { id: string }) => id)).toEqual([person.crawlId])
    expect(body.addresses).toHaveLength(1)
    expect(body.pages[0].content).toContain('Bees dance')
    expect(body.notebooks).toHaveLength(1)
    expect(body.gap_states).toMatchObject([{ questionKey: 'bees', decision: 'ignored' }])
    expect(body.conflict_searches).toMatchObject([{ pagesCompared: 1 }])
    expect(body.webhook_deliveries).toMatchObject([{ reportId: report?.id, status: 'waiting' }])
    expect(body.golden_questions).toMatchObject([{ question: 'What do bees do?' }])
    expect(body.golden_runs).toMatchObject([{ pages: 1, results: [{ outcome: 'passed' }] }])
    const [chat] = body.chats
    expect(chat).toMatchObject({
      id: person.chatId,
      title: 'About bees',
      pages: [{ pageId: body.pages[0].id, selected: true }],
    })
    expect(chat.messages.map(({ role }: { role: string }) => role)).toEqual(['user', 'assistant'])
    expect(chat).toMatchObject({ shared_at: null, checks: [{ pagesTotal: 1, pages: [] }], new_addresses: [] })
    expect(chat.messages[1].citations[0].sentence).toContain('Bees dance')
    expect(JSON.stringify(body)).not.toContain('neighbor@example.org')
  })

  it('exports none of the secrets that the database holds of an account, plain, hashed or sealed', async () => {
    const person = await personWithSecrets('secretive@example.org')
    const { userId, chatId, crawlId, notebookId } = person
    const { body } = await person.get('/api/account/export')
    const text = JSON.stringify(body)
    const secrets = await secretsOf([userId, chatId])
    expect(Object.keys(secrets).toSorted()).toEqual([
      'accounts.password',
      'api_keys.hash',
      'change_outlets.feedTokenHash',
      'change_outlets.webhookSecret',
      'chat_shares.sealedToken',
      'chat_shares.tokenHash',
      'crawls.idempotencyKey',
      'crawls.sealedHeaders',
      'sessions.token',
      'two_factors.backupCodes',
      'two_factors.secret',
    ])
    const exported = Object.keys(secrets).filter((name) => text.includes(JSON.stringify(secrets[name]).slice(1, -1)))
    expect(exported).toEqual([])

    expect(body.crawls[0].id).toBe(crawlId)
    expect(body.chats[0].shared_at).toEqual(expect.any(String))
    expect(body.change_outlets).toMatchObject([{ notebookId, webhookUrl: `${site.origin}/hook` }])
    expect(body.api_keys).toMatchObject([{ scopes: ['read'] }])
  })
})

describe('deleting the account', () => {
  it('requires the password and leaves no rows in any table', async () => {
    const person = await busyPerson('goes@example.org')
    const phone = visitor()
    await signIn(phone, 'goes@example.org')
    await requestReset(visitor(), 'goes@example.org')
    expect((await person.post('/api/account/delete', { password: 'not-mine' })).body.error.code).toBe(
      'account.password-wrong',
    )
    expect((await person.post('/api/account/delete', { password: PASSWORD })).status).toBe(204)

    for (const client of [person, phone]) expect((await client.get('/api/me')).status).toBe(401)
    expect((await signIn(visitor(), 'goes@example.org')).status).toBe(401)
    const traces = [person.userId, person.crawlId, person.chatId, 'goes@example.org']
    const withTraces: string[] = []
    for (const table of Object.values(schema).filter((each) => is(each, PgTable))) {
      const rows = JSON.stringify(await app.services.db.select().from(table))
      // Counters by account id expire within a day; none is kept by address.
      const forbidden = table === schema.accountLimits ? ['goes@example.org', '127.0.0.1'] : traces
      if (forbidden.some((trace) => rows.includes(trace))) withTraces.push(getTableName(table))
    }
    expect(withTraces).toEqual([])
    const jobs = await app.services.db.execute(sql`select data from pgboss.job where name = 'send-mail'`)
    expect(JSON.stringify(jobs)).not.toContain('goes@example.org')
  })

  it('ends a running crawl, which stores nothing more', async () => {
    const gate = site.hold('/')
    const person = await app.signUp('midway@example.org')
    await person.post('/api/crawls', { url: site.origin, maxPages: 1 })
    await gate.asked
    expect((await person.post('/api/account/delete', { password: PASSWORD })).status).toBe(204)
    gate.release()
    const next = await busyPerson('next-in-line@example.org')
    expect((await next.get('/api/me')).status).toBe(200)
    const { db } = app.services
    for (const table of [schema.crawls, schema.pages, schema.creditLedger]) {
      expect(await db.select().from(table).where(eq(table.userId, person.userId))).toEqual([])
    }
  })

  it('rejects deleting the last administrator, also when two administrators leave concurrently [own-account-1]', async () => {
    const first = await app.signUp('first-boss@example.org')
    const second = await app.signUp('second-boss@example.org')
    await app.services.db.delete(schema.adminUsers)
    await app.services.db.insert(schema.adminUsers).values({ id: first.userId })
    const leave = (person: typeof first) => person.post('/api/account/delete', { password: PASSWORD })
    expect(await leave(first)).toMatchObject({ status: 409, body: { error: { code: 'admin.last-administrator' } } })
    await app.services.db.insert(schema.adminUsers).values({ id: second.userId })
    const answers = await Promise.all([leave(first), leave(second)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
  })

  it('frees the address for a new account', async () => {
    const person = await app.signUp('returns@example.org')
    await person.post('/api/account/delete', { password: PASSWORD })
    const client = visitor()
    await client.post('/api/auth/sign-up/email', { email: 'returns@example.org', password: NEW_PASSWORD })
    const otp = await codeFor(app.config.dataDir, 'returns@example.org')
    expect(
      (await client.post('/api/auth/email-otp/verify-email', { email: 'returns@example.org', otp })).body.user.id,
    ).not.toBe(person.userId)
  })
})
