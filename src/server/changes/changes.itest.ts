import { createHmac } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { unsafeResumeOutlets } from '#server/changes/enqueue-outlets.ts'
import {
  changeOutlets,
  changeReports,
  chatChecks,
  crawls,
  users,
  webhookDeliveries,
} from '#server/platform/db/schema/index.ts'
import { finishCheck } from '#server/crawl/recheck/finish-check.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { readMailsFor } from '#test/auth-requests.ts'
import {
  article,
  checkNow,
  HOME,
  home,
  LAMPS,
  readChat,
  resetPages,
  saveChatOverBothPages,
} from '#test/recheck-fixture.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'
import { unsafeDeliverWebhook } from './deliver-webhook.ts'
import { decodeMail } from '#test/find-mail.ts'
import { unsafeMailChanges } from './mail-changes.ts'

let app: TestApp
let site: Website
let receiver: Receiver
let person: Person

beforeAll(async () => {
  site = await openWebsite({})
  receiver = await openReceiver()
  app = await openTestApp({ allowPrivateHosts: [site.host, receiver.host] })
})

beforeEach(async () => {
  resetPages(site)
  site.set('/keepers', { status: 404 })
  site.requests.length = 0
  receiver.reset()
  person = await app.signUp()
})

afterAll(async () => {
  await app?.close()
  await site?.close()
  await receiver?.close()
})

type Received = { headers: Record<string, string | string[] | undefined>; body: string }
type Receiver = Awaited<ReturnType<typeof openReceiver>>

/** A webhook's receiver that answers with the given statuses, then 204. */
async function openReceiver() {
  const received: Received[] = []
  const statuses: number[] = []
  const server = await openWebsite({
    '/hook': (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
        response.writeHead(statuses.shift() ?? 204).end()
      })
    },
  })
  return {
    host: server.host,
    url: `${server.origin}/hook`,
    received,
    answer: (...next: number[]) => statuses.push(...next),
    reset() {
      received.length = 0
      statuses.length = 0
    },
    close: server.close,
  }
}

/** A chat in a notebook, whose crawl may have `maxPages` pages. */
async function saveChat(maxPages = 2) {
  const saved = await saveChatOverBothPages(person, site)
  const [chat] = (await person.get('/api/chats')).body.chats
  const [crawl] = await app.services.db.select().from(crawls).where(eq(crawls.userId, person.userId))
  await app.services.db
    .update(crawls)
    .set({ maxPages })
    .where(eq(crawls.id, crawl?.id ?? ''))
  return { ...saved, notebook: `/api/notebooks/${chat.notebook_id}`, notebookId: chat.notebook_id }
}

const reportsOf = async (notebook: string) => (await person.get(`${notebook}/changes`)).body.reports
async function newestReport(notebook: string) {
  const [newest] = await reportsOf(notebook)
  return (await person.get(`/api/change-reports/${newest.id}`)).body
}

describe('a report of a check', () => {
  it('lists reworded sentences, the golden questions and the citations that they touch [changes-1]', async () => {
    const { path, notebook } = await saveChat()
    await person.post(`${notebook}/golden-questions`, { question: 'How thick are the walls?', sentence: HOME[1] })
    await person.post(`${notebook}/golden-questions`, { question: 'Which page is about lamps?', page: '/lamps' })
    await person.post(`${notebook}/golden-questions`, { question: 'When was it built?', sentence: HOME[0] })
    site.set(
      '/',
      home(HOME[0] ?? '', 'Its walls are up to five metres thick and rise firmly.', 'Visitors may climb it.'),
    )
    await checkNow(person, path)
    const report = await newestReport(notebook)
    expect(report).toMatchObject({
      chat_title: 'Checked',
      counts: { added: 0, removed: 0, moved: 0, changed: 1 },
      pages: [
        {
          kind: 'changed',
          url: site.origin,
          reworded: [{ before: HOME[1], after: 'Its walls are up to five metres thick and rise firmly.' }],
          new_sentences: ['Visitors may climb it.'],
          removed_sentences: [],
          sentences_left_out: 0,
        },
      ],
      questions: [{ question: 'How thick are the walls?', touched: 'sentence', url: site.origin }],
      citations: [{ marker: 1, sentence: HOME[1], gone: 'sentence' }],
      questions_touched: 1,
      citations_touched: 1,
    })
  })

  it('does not exist when nothing has changed, and reports a change once', async () => {
    const { path, notebook } = await saveChat()
    await checkNow(person, path)
    expect(await reportsOf(notebook)).toEqual([])
    site.set('/lamps', { status: 410 })
    await checkNow(person, path)
    await checkNow(person, path)
    const reports = await reportsOf(notebook)
    expect(reports).toMatchObject([{ counts: { added: 0, removed: 1, moved: 0, changed: 0 }, citations_touched: 1 }])
  })

  it('says that a removed page is back', async () => {
    const { path, notebook } = await saveChat()
    site.set('/lamps', { status: 404 })
    await checkNow(person, path)
    resetPages(site)
    await checkNow(person, path)
    expect((await newestReport(notebook)).pages).toMatchObject([{ kind: 'added', url: `${site.origin}/lamps` }])
  })

  it('is written once when a check is ended by two processes [changes-2]', async () => {
    const { id, path, notebook } = await saveChat()
    await person.put(`${notebook}/changes/webhook`, { url: receiver.url })
    site.set('/lamps', article('Lamps', 'Lamps are electric now.'))
    const check = await checkNow(person, path)
    // As a process that died after the commit, whose job runs again.
    const { db } = app.services
    const [row] = await db.select().from(chatChecks).where(eq(chatChecks.id, check.id))
    if (!row) throw new Error('The check has no row')
    await finishCheck(app.services, row, { status: 'finished' })
    await db.update(chatChecks).set({ finishedAt: null }).where(eq(chatChecks.id, check.id))
    await Promise.all([
      finishCheck(app.services, row, { status: 'finished' }),
      finishCheck(app.services, row, { status: 'finished' }),
    ])
    expect(await reportsOf(notebook)).toHaveLength(1)
    expect(await db.select().from(changeReports).where(eq(changeReports.chatId, id))).toHaveLength(1)
    await waitFor('the delivery', () => receiver.received.length === 1)
  })
})

describe('a new page', () => {
  const KEEPERS = 'The keepers of the lighthouse lived in the tower.'
  const linked = () => home(...HOME).replace('<a href="/lamps">', '<a href="/keepers">Keepers</a><a href="/lamps">')

  it('that an unchanged page links to joins the chat for one credit, and is reported once [changes-3]', async () => {
    const { path, notebook } = await saveChat(10)
    site.set('/', linked())
    site.set('/keepers', article('Keepers', KEEPERS))
    const before = (await person.get('/api/credits')).body.credits_count
    expect(await checkNow(person, path)).toMatchObject({ pagesAdded: 1, pagesChanged: 0 })
    expect((await person.get('/api/credits')).body.credits_count).toBe(before - 1)
    const { crawled_pages, selected_pages } = await readChat(person, path)
    expect(crawled_pages.map(({ url }: { url: string }) => url)).toContain(`${site.origin}/keepers`)
    expect(selected_pages).toHaveLength(3)
    expect((await newestReport(notebook)).pages).toMatchObject([
      { kind: 'added', url: `${site.origin}/keepers`, title: 'Keepers' },
    ])
    // It is checked like the others.
    site.set('/keepers', article('Keepers', 'No one lives in the tower.'))
    expect(await checkNow(person, path)).toMatchObject({ pagesTotal: 3, pagesAdded: 0, pagesChanged: 1 })
    expect(await reportsOf(notebook)).toHaveLength(2)
  })

  it('is listed without being read when the crawl has as many pages as it may have', async () => {
    const { path, notebook } = await saveChat(2)
    site.set('/', linked())
    expect(await checkNow(person, path)).toMatchObject({ pagesAdded: 0 })
    expect(site.requests.filter((request) => request.path === '/keepers')).toHaveLength(0)
    expect((await newestReport(notebook)).pages).toMatchObject([
      { kind: 'added', url: `${site.origin}/keepers`, page_id: null },
    ])
    await checkNow(person, path)
    expect(await reportsOf(notebook)).toHaveLength(1)
  })

  it('that is listed without being read is not where a removed page has moved to', async () => {
    const { path, notebook } = await saveChat(2)
    site.set('/', linked())
    site.set('/lamps', { status: 404 })
    await checkNow(person, path)
    expect((await newestReport(notebook)).pages).toMatchObject([
      { kind: 'added', url: `${site.origin}/keepers` },
      { kind: 'removed', url: `${site.origin}/lamps`, moved_to: null },
    ])
  })

  it('that only the sitemap lists is found if the crawl used sitemaps [changes-10]', async () => {
    const { path } = await saveChat(10)
    const urls = ['/', '/lamps', '/keepers'].map((each) => `<url><loc>${site.origin}${each}</loc></url>`)
    site.set('/sitemap.xml', {
      headers: { 'content-type': 'application/xml' },
      body: `<urlset>${urls.join('')}</urlset>`,
    })
    site.set('/keepers', article('Keepers', KEEPERS))
    expect(await checkNow(person, path)).toMatchObject({ pagesAdded: 0 })
    const settings = sql`jsonb_set(settings, '{sitemap}', 'true')`
    await app.services.db.update(crawls).set({ settings }).where(eq(crawls.userId, person.userId))
    expect(await checkNow(person, path)).toMatchObject({
      pagesAdded: 1,
      pages: [{ state: 'added', url: `${site.origin}/keepers`, title: 'Keepers' }],
    })
  })

  it('that cannot be read is tried again by the next check', async () => {
    const { path, notebook } = await saveChat(10)
    site.set('/', linked())
    await checkNow(person, path)
    expect(await reportsOf(notebook)).toEqual([])
    site.set('/keepers', article('Keepers', KEEPERS))
    expect(await checkNow(person, path)).toMatchObject({ pagesAdded: 1 })
  })

  it('with the text of a page that is gone is that page, moved', async () => {
    const { path, notebook } = await saveChat(10)
    site.set('/', linked().replace('<a href="/lamps">Lamps</a>', ''))
    site.set('/lamps', { status: 404 })
    site.set('/keepers', article('Lamps', ...LAMPS))
    await checkNow(person, path)
    expect((await newestReport(notebook)).pages).toMatchObject([
      { kind: 'moved', url: `${site.origin}/lamps`, moved_to: `${site.origin}/keepers` },
    ])
  })

  it('that a page redirects to is that page, moved', async () => {
    const { path, notebook } = await saveChat(10)
    site.set('/lamps', { status: 301, headers: { location: '/keepers' } })
    site.set('/keepers', article('Keepers', KEEPERS))
    await checkNow(person, path)
    expect(await newestReport(notebook)).toMatchObject({
      counts: { added: 0, removed: 0, moved: 1, changed: 0 },
      pages: [{ kind: 'moved', moved_to: `${site.origin}/keepers`, title: 'Lamps' }],
    })
    expect((await readChat(person, path)).crawled_pages).toHaveLength(3)
  })
})

/** A check that finds one changed page. */
async function findChange(path: string) {
  site.set('/lamps', article('Lamps', `Lamps are electric now ${Math.random()}.`))
  await checkNow(person, path)
}

const waitForDelivery = (notebook: string, status: string) =>
  waitFor(`the delivery to be ${status}`, async () => {
    const [report] = await reportsOf(notebook)
    return report?.delivery?.status === status && report.delivery
  })

describe('a webhook', () => {
  it('gets each report once, with a signature over time and body [changes-4]', async () => {
    const { path, notebook } = await saveChat()
    const { body: webhook } = await person.put(`${notebook}/changes/webhook`, { url: receiver.url })
    await findChange(path)
    await waitForDelivery(notebook, 'delivered')
    const [{ headers, body }] = receiver.received as [Received]
    const [, time, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['readback-signature'])) ?? []
    expect(createHmac('sha256', webhook.secret).update(`${time}.${body}`).digest('hex')).toBe(signature)
    expect(Math.abs(Number(time) - Date.now() / 1000)).toBeLessThan(60)
    const report = await newestReport(notebook)
    const { delivery: _delivery, ...shown } = report
    expect(JSON.parse(body)).toEqual({ type: 'changes.reported', id: report.id, report: shown })
    expect(headers['readback-delivery']).toBe(report.id)
    // As a job that runs again.
    await unsafeDeliverWebhook(app.services, { reportId: report.id, attempt: 1 })
    expect(receiver.received).toHaveLength(1)
  })

  it('is tried again after a failure, and each attempt is logged', async () => {
    const { path, notebook } = await saveChat()
    await person.put(`${notebook}/changes/webhook`, { url: receiver.url })
    receiver.answer(500, 302)
    await findChange(path)
    const { attempts } = await waitForDelivery(notebook, 'delivered')
    expect(attempts).toMatchObject([
      { status: 500, error: 'HTTP 500' },
      { status: 302, error: 'HTTP 302' },
      { status: 204, error: null },
    ])
    const ids = receiver.received.map(({ headers }) => headers['readback-delivery'])
    expect(new Set(ids).size).toBe(1)
  })

  it('gets a report again on request, and one that waits after a restart and an import [changes-5]', async () => {
    const { path, notebook } = await saveChat()
    await findChange(path)
    const [{ id: reportId }] = await reportsOf(notebook)
    expect((await person.post(`/api/change-reports/${reportId}/delivery`)).body.error.code).toBe('webhook.none')
    await person.put(`${notebook}/changes/webhook`, { url: receiver.url })
    expect((await person.post(`/api/change-reports/${reportId}/delivery`)).status).toBe(202)
    await waitForDelivery(notebook, 'delivered')
    expect((await person.post(`/api/change-reports/${reportId}/delivery`)).status).toBe(202)
    await waitFor('the second delivery', () => receiver.received.length === 2)
    await waitForDelivery(notebook, 'delivered')

    const { db, queue } = app.services
    await db.update(webhookDeliveries).set({ status: 'waiting' }).where(eq(webhookDeliveries.reportId, reportId))
    await app.restart()
    await unsafeResumeOutlets(queue, app.services.db).catch(() => undefined)
    await waitForDelivery(notebook, 'delivered')
    expect(receiver.received).toHaveLength(3)
  })

  it('gives up after its last try and says so, until the report is sent again by hand [changes-12]', async () => {
    const { path, notebook } = await saveChat()
    await findChange(path)
    const [{ id: reportId }] = await reportsOf(notebook)
    await person.put(`${notebook}/changes/webhook`, { url: receiver.url })
    const { db } = app.services
    // The seven tries before: their delays grow to two hours.
    await db.insert(webhookDeliveries).values({ reportId, userId: person.userId, tries: 7, attempt: 8 })
    receiver.answer(503)
    await unsafeDeliverWebhook(app.services, { reportId, attempt: 8 })
    const [{ delivery }] = await reportsOf(notebook)
    expect(delivery).toMatchObject({ status: 'failed', attempts: [{ status: 503, error: 'HTTP 503' }] })
    const jobs = sql`select id from pgboss.job where name = 'deliver-webhook' and data ->> 'reportId' = ${reportId}`
    expect(await db.execute(jobs)).toMatchObject({ rows: [] })

    expect((await person.post(`/api/change-reports/${reportId}/delivery`)).status).toBe(202)
    expect((await waitForDelivery(notebook, 'delivered')).attempts).toMatchObject([{ status: 503 }, { status: 204 }])
  })

  it('is not called for a suspended account, and says why', async () => {
    const { path, notebook } = await saveChat()
    await findChange(path)
    const [{ id: reportId }] = await reportsOf(notebook)
    await person.put(`${notebook}/changes/webhook`, { url: receiver.url })
    const { db } = app.services
    await db.insert(webhookDeliveries).values({ reportId, userId: person.userId })
    const suspend = (suspendedAt: Date | null) =>
      db.update(users).set({ suspendedAt }).where(eq(users.id, person.userId))
    await suspend(new Date())
    await unsafeDeliverWebhook(app.services, { reportId, attempt: 1 })
    await suspend(null)
    const [{ delivery }] = await reportsOf(notebook)
    expect(delivery).toMatchObject({ status: 'failed', attempts: [{ error: 'The account is suspended' }] })
    expect(receiver.received).toEqual([])
  })

  it('is refused at private addresses, when it is set and when its name moves there later [changes-6]', async () => {
    const { path, notebook } = await saveChat()
    for (const url of ['http://127.0.0.1:9/', 'http://169.254.169.254/', 'http://localhost/', `${app.origin}/help`]) {
      expect((await person.put(`${notebook}/changes/webhook`, { url })).body.error.code).toBe('webhook.private-host')
    }
    for (const url of ['ftp://example.org/', 'https://me:secret@example.org/', 'no address']) {
      expect((await person.put(`${notebook}/changes/webhook`, { url })).body.error.code).toBe('webhook.invalid-url')
    }
    await person.put(`${notebook}/changes/webhook`, { url: receiver.url })
    const inside = { webhookUrl: 'http://127.0.0.1:9/' }
    await app.services.db.update(changeOutlets).set(inside).where(eq(changeOutlets.userId, person.userId))
    await findChange(path)
    const attempt = await waitFor('an attempt', async () => (await reportsOf(notebook))[0]?.delivery?.attempts[0])
    expect(attempt).toMatchObject({ status: null, error: expect.stringContaining('private') })
  })

  it('has its secret encrypted in the database, and no waiting delivery after it is removed [changes-7]', async () => {
    const { path, notebook } = await saveChat()
    const { body } = await person.put(`${notebook}/changes/webhook`, { url: receiver.url })
    const [row] = await app.services.db.select().from(changeOutlets).where(eq(changeOutlets.userId, person.userId))
    expect(row?.webhookSecret).toMatch(/^v1\./)
    expect(JSON.stringify(row)).not.toContain(body.secret)
    expect(JSON.stringify((await person.get(`${notebook}/changes`)).body)).not.toContain(body.secret)
    expect((await person.delete(`${notebook}/changes/webhook`)).status).toBe(204)
    await findChange(path)
    expect(await reportsOf(notebook)).toMatchObject([{ delivery: null }])
  })
})

describe('the feed', () => {
  it('lists reports at a secret address, which a new one replaces and revoking ends [changes-8]', async () => {
    const { path, notebook, notebookId } = await saveChat()
    const { body: first } = await person.post(`${notebook}/changes/feed`)
    const { body: feed } = await person.post(`${notebook}/changes/feed`)
    const read = async (url: string) => {
      const response = await fetch(url)
      return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
    }
    expect((await read(first.url)).status).toBe(404)
    await findChange(path)
    const report = await newestReport(notebook)
    const { status, type, text } = await read(feed.url)
    expect([status, type]).toEqual([200, 'application/atom+xml; charset=utf-8'])
    expect(text).toContain(`<id>urn:uuid:${report.id}</id>`)
    expect(text).toContain('<title>Checked: 1 page changed</title>')
    expect(text).toContain(`&lt;li&gt;Changed: ${site.origin}/lamps&lt;/li&gt;`)
    expect(text).toContain(`/notebooks/${notebookId}?tab=changes&amp;report=${report.id}"`)
    const stored = await app.services.db.select().from(changeOutlets).where(eq(changeOutlets.userId, person.userId))
    expect(JSON.stringify(stored)).not.toContain(feed.url.split('/').at(-1))
    expect((await person.delete(`${notebook}/changes/feed`)).status).toBe(204)
    expect((await read(feed.url)).status).toBe(404)
  })
})

describe('a mail', () => {
  it('has all reports since the last one, each once [changes-9]', async () => {
    const { path, notebook, notebookId } = await saveChat()
    await findChange(path)
    await person.patch(`${notebook}/changes`, { mails: true })
    await findChange(path)
    await findChange(path)
    const mail = { notebookId }
    await Promise.all([unsafeMailChanges(app.services, mail), unsafeMailChanges(app.services, mail)])
    await unsafeMailChanges(app.services, mail)
    const mails = await waitFor('the mail', async () => {
      const sent = await readMailsFor(app.config.dataDir, person.email)
      return sent.length > 0 && sent
    })
    expect(mails).toHaveLength(1)
    const [first, second, third] = (await reportsOf(notebook)).toReversed()
    const text = (mails[0] ?? '').replaceAll('=\n', '')
    expect(text).toContain(second.id)
    expect(text).toContain(third.id)
    expect(text).not.toContain(first.id)
    expect(text).toContain('1 page changed')
  })

  it('and the feed are in the language of the notebook’s owner [changes-14]', async () => {
    const { path, notebook, notebookId } = await saveChat()
    await person.put('/api/account/language', { language: 'de' })
    await person.patch(`${notebook}/changes`, { mails: true })
    const { body: feed } = await person.post(`${notebook}/changes/feed`)
    await findChange(path)
    await unsafeMailChanges(app.services, { notebookId })
    const [mail = ''] = await waitFor('the mail', async () => {
      const sent = await readMailsFor(app.config.dataDir, person.email)
      return sent.length > 0 && sent.map(decodeMail)
    })
    expect(mail).toMatch(/^Subject: Änderungen in /m)
    expect(mail).toContain(`Checked: 1 Seite geändert\nGeändert: ${site.origin}/lamps\n`)
    const german = await (await fetch(feed.url)).text()
    expect(german).toContain('xml:lang="de"')
    expect(german).toContain('<title>Checked: 1 Seite geändert</title>')
    expect(german).toContain(`&lt;li&gt;Geändert: ${site.origin}/lamps&lt;/li&gt;`)
    await person.put('/api/account/language', { language: 'en' })
    expect(await (await fetch(feed.url)).text()).toContain('<title>Checked: 1 page changed</title>')
  })

  it('that waits is sent once after a restart [changes-13]', async () => {
    const { path, notebook } = await saveChat()
    await person.patch(`${notebook}/changes`, { mails: true })
    await findChange(path)
    const sent = () => readMailsFor(app.config.dataDir, person.email)
    expect(await sent()).toEqual([])
    await app.restart()
    // The quarter of an hour is over.
    const ofNotebook = sql`name = 'mail-changes' and data ->> 'notebookId' = ${notebook.split('/').at(-1)}`
    const { db } = app.services
    const makeDue = sql`update pgboss.job set start_after = now() where ${ofNotebook} returning id`
    expect(await db.execute(makeDue)).toMatchObject({ rows: [{}] })
    const mails = await waitFor('the mail', async () => (await sent()).length > 0 && sent())
    expect(mails).toHaveLength(1)
    await unsafeMailChanges(app.services, { notebookId: notebook.split('/').at(-1) ?? '' })
    expect(await sent()).toHaveLength(1)
  })
})
