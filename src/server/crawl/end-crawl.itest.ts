import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { provisionAccount } from '#server/accounts/provision-account.ts'
import { startCrawl } from './start-crawl.ts'
import { users } from '#server/platform/db/schema/index.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { waitForCrawlEnd, articlePage } from '#test/crawls.ts'
import { readMailsFor } from '#test/auth-requests.ts'
import { findMail } from '#test/find-mail.ts'
import { startMailServer } from '#test/mail-server.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'

let app: TestApp
let site: Website

beforeAll(async () => {
  site = await openWebsite({
    '/': articlePage('Home', '/a', '/gone', 'https://other.example/'),
    '/a': articlePage('A'),
  })
  app = await openTestApp({ allowPrivateHosts: [site.host] })
})

afterAll(async () => {
  await app?.close()
  await site?.close()
})

describe('the mail at the end of a crawl', () => {
  it('contains the site, the page counts and a link to the crawl', async () => {
    const person = await app.signUp()
    const { body } = await person.post('/api/crawls', { url: site.origin, maxPages: 5, mailAtEnd: true })
    await waitForCrawlEnd(person, body.id)
    const mail = await waitFor('the mail', async () => {
      const newest = await findMail(app.config.dataDir, person.email)
      return newest.includes('crawl') && newest
    })
    expect(mail).toContain(`Subject: Your crawl of ${site.host} has finished`)
    expect(mail).toContain('Pages crawled: 2\nAddresses skipped: 2')
    expect(mail).toContain(`${app.origin}/?crawl=${body.id}`.replaceAll('=', '=3D'))
  })

  it('contains the reason when the crawl failed', async () => {
    const person = await app.signUp()
    const { body } = await person.post('/api/crawls', { url: `${site.origin}/nowhere`, maxPages: 1, mailAtEnd: true })
    await waitForCrawlEnd(person, body.id)
    const mail = await waitFor('the mail', async () => {
      const newest = await findMail(app.config.dataDir, person.email)
      return newest.includes('crawl') && newest
    })
    expect(mail).toContain(`Subject: Your crawl of ${site.host} has failed`)
    expect(mail).toContain('Failed to crawl any pages.')
  })

  it('is not sent after a stop or without mailAtEnd', async () => {
    const stopper = await app.signUp()
    const gate = site.hold('/a')
    const stopping = await stopper.post('/api/crawls', { url: site.origin, maxPages: 3, mailAtEnd: true })
    await gate.asked
    await stopper.post(`/api/crawls/${stopping.body.id}/stop`)
    gate.release()
    await waitForCrawlEnd(stopper, stopping.body.id)
    const quiet = await app.signUp()
    const { body } = await quiet.post('/api/crawls', { url: site.origin, maxPages: 1 })
    await waitForCrawlEnd(quiet, body.id)
    // A later mail has arrived, so earlier ones would have arrived too.
    const last = await app.signUp()
    const known = await last.post('/api/crawls', { url: site.origin, maxPages: 1, mailAtEnd: true })
    await waitForCrawlEnd(last, known.body.id)
    await waitFor('the last mail', async () => (await findMail(app.config.dataDir, last.email)).includes('crawl'))
    for (const { email } of [stopper, quiet]) expect(await readMailsFor(app.config.dataDir, email)).toEqual([])
  })

  it('is sent once when the crawl continues after a restart', async () => {
    const smtp = await startMailServer()
    const mailing = await openTestApp({ allowPrivateHosts: [site.host], smtpUrl: smtp.url })
    try {
      const userId = 'ada'
      const { db } = mailing.services
      await db.insert(users).values({ id: userId, name: 'Ada', email: 'ada@example.org', emailVerified: true })
      await provisionAccount(db, userId, 'free')
      const gate = site.hold('/a')
      const request = { userId, url: site.origin, maxPages: 2, mailAtEnd: true }
      await startCrawl(mailing.services, request)
      await gate.asked
      await mailing.restart()
      gate.release()
      const [message = ''] = await waitFor('the mail', () => smtp.received.length > 0 && smtp.received)
      expect(message).toContain(`Subject: Your crawl of ${site.host} has finished`)
      expect(message).toContain('Pages crawled: 2')
      // Mails arrive in order, so the mail of a second crawl comes after any duplicate.
      await startCrawl(mailing.services, { ...request, url: `${site.origin}/nowhere` })
      await waitFor('the next mail', () => smtp.received.some((each) => each.includes('has failed')))
      expect(smtp.received).toHaveLength(2)
    } finally {
      await mailing.close()
      await smtp.close()
    }
  })
})

describe('stopping a crawl', () => {
  it('ends a crawl before its first page with a message, an empty address and depth 0 [ending-1]', async () => {
    const person = await app.signUp()
    const gate = site.hold('/')
    const { body } = await person.post('/api/crawls', { url: site.origin, maxPages: 5 })
    await gate.asked
    await person.post(`/api/crawls/${body.id}/stop`)
    const crawl = await waitForCrawlEnd(person, body.id)
    gate.release()
    expect(crawl).toMatchObject({
      status: 'stopped',
      error: { code: 'crawl.stopped', message: 'Crawling was stopped by user' },
      pages: [],
      progress: { pagesCrawled: 0, currentUrl: '', currentDepth: 0 },
      skipped: [{ url: site.origin, reason: 'stopped', detail: 'Scraping was stopped' }],
    })
  })
})

describe('a crawl without pages', () => {
  it('fails with a message and describes the failure of its only address [ending-2]', async () => {
    const person = await app.signUp()
    const { body } = await person.post('/api/crawls', { url: `${site.origin}/nowhere`, maxPages: 5 })
    const crawl = await waitForCrawlEnd(person, body.id)
    expect(crawl).toMatchObject({
      status: 'failed',
      error: {
        message: 'Failed to crawl any pages. Please check if the website is accessible and try again.',
      },
      progress: { currentUrl: '', currentDepth: 0 },
    })
    expect(crawl.skipped).toMatchObject([
      {
        url: `${site.origin}/nowhere`,
        reason: 'http-status',
        detail: expect.stringMatching(`^Failed to scrape ${site.origin}/nowhere: .*404`),
      },
    ])
  })
})

describe('the list of crawls', () => {
  it('lists running and ended crawls, newest first, with the queue position of those that wait', async () => {
    const person = await app.signUp()
    const first = await person.post('/api/crawls', { url: site.origin, maxPages: 1 })
    await waitForCrawlEnd(person, first.body.id)
    const gate = site.hold('/a')
    const second = await person.post('/api/crawls', { url: site.origin, maxPages: 2 })
    await gate.asked
    // The host is leased, so these wait.
    const third = await person.post('/api/crawls', { url: site.origin, maxPages: 1 })
    const fourth = await person.post('/api/crawls', { url: site.origin, maxPages: 1, maxDepth: 2 })
    const list = (await person.get('/api/crawls')).body.crawls
    expect(
      list.map((crawl: { id: string; status: string; queuePlace: number | null }) => [
        crawl.id,
        crawl.status,
        crawl.queuePlace,
      ]),
    ).toEqual([
      [fourth.body.id, 'queued', 1],
      [third.body.id, 'queued', 0],
      [second.body.id, 'crawling', null],
      [first.body.id, 'finished', null],
    ])
    expect((await person.get(`/api/crawls/${fourth.body.id}`)).body.queuePlace).toBe(1)
    gate.release()
    for (const { body } of [second, third, fourth]) await waitForCrawlEnd(person, body.id)
  })
})
