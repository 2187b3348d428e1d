/** The analysis of a crawl's pages by a language model: concurrency, failures and retries. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { pages } from '#server/platform/db/schema/index.ts'
import { type AiService, startAiService } from '#test/ai-service.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'
import { analyzePages } from './analyze-pages.ts'

let app: TestApp
let site: Website
let service: AiService

beforeAll(async () => {
  service = await startAiService()
  const topics = ['oil', 'lenses', 'keepers', 'boats', 'storms', 'granite', 'tickets', 'museums']
  const links = topics.map((_, n) => `<a href="/${n}">${n}</a>`).join(' ')
  // Each page has its own words, so that none is a near duplicate.
  const article = (topic: string) =>
    [1, 2, 3]
      .map(
        (n) =>
          `<p>${['The beacon needs', 'Some beacon had', 'Every beacon reports'][n - 1]} ${Array(8)
            .fill(`${topic}${n}`)
            .map((word, m) => `${word}${m}`)
            .join(' ')}.</p>`,
      )
      .join('')
  site = await openWebsite({
    '/': `<title>Beacons</title><main><p>A beacon for each of these is read about here, one after another.</p>${links}</main>`,
    ...Object.fromEntries(topics.map((topic, n) => [`/${n}`, `<title>${topic}</title><main>${article(topic)}</main>`])),
  })
  const tokens = { contextTokens: undefined, answerContextTokens: 12_000 }
  const known = { model: 'gpt-4.1', fallbackModel: 'gpt-4.1', embeddingModel: undefined, ...tokens }
  const openai = { baseUrl: service.url, apiKey: undefined, ...known }
  app = await openTestApp({ allowPrivateHosts: [site.host], openai })
})

afterAll(async () => {
  await app?.close()
  await site?.close()
  await service?.close()
})

afterEach(() => {
  service.say = null
  service.before = null
})

async function crawl(maxPages: number) {
  const person = await app.signUp()
  const { body } = await person.post('/api/crawls', { url: site.origin, maxPages })
  const finished = await waitFor('the crawl', async () => {
    const answer = await person.get(`/api/crawls/${body.id}`)
    return answer.body.status === 'finished' && answer.body
  })
  return { person, crawl: finished }
}

const isDone = ({ analysis }: Page) => analysis === 'done'
type Page = { id: string; analysis: string; summary: string; mainPoints: string[]; topics: string[] }

describe('the analysis of pages', () => {
  it('analyzes up to four pages concurrently [analyse-pages-2]', async () => {
    const release = Promise.withResolvers<void>()
    service.before = () => release.promise
    service.maxConcurrent = 0
    const crawling = crawl(8)
    await waitFor('four requests', async () => service.maxConcurrent === 4).finally(() => {
      service.before = null
      release.resolve()
    })
    const { crawl: finished } = await crawling
    expect(service.maxConcurrent).toBe(4)
    expect(service.requests, 'each page is paid for once').toHaveLength(8)
    expect(finished.pages.map((page: Page) => page.analysis)).toEqual(Array(8).fill('done'))
  })

  it('shows the summary of the built-in engine until the model answers, asks for each page once, and ends with the crawl [analyse-pages-4]', async () => {
    service.requests.length = 0
    const release = Promise.withResolvers<void>()
    // The model answers for the first page, and is slow with all others.
    service.before = () => (service.requests.length === 1 ? Promise.resolve() : release.promise)
    const person = await app.signUp()
    const { body } = await person.post('/api/crawls', { url: site.origin, maxPages: 8 })
    const read = async () => (await person.get(`/api/crawls/${body.id}`)).body
    const waiting = await waitFor('the first summaries', async () => {
      const crawl = await read()
      const [done, summarized] = [crawl.pages.filter(isDone), crawl.pages.filter(({ summary }: Page) => summary !== '')]
      return (
        crawl.waiting?.pages === 7 &&
        done.length === 1 &&
        service.requests.length === 5 &&
        summarized.length === 8 &&
        crawl
      )
    })
    expect(waiting.waiting.code).toBe('summaries')

    await person.post(`/api/crawls/${body.id}/stop`)
    const stopped = await waitFor('the stop', async () => {
      const crawl = await read()
      return crawl.status === 'stopped' && crawl
    })
    expect(stopped.pages.every(isDone)).toBe(true)
    service.before = null
    release.resolve()
    const byModel = and(eq(pages.crawlId, body.id), eq(pages.analyzedBy, 'gpt-4.1'))
    await waitFor('the open requests', async () => (await app.services.db.$count(pages, byModel)) === 5)
    // As at the start of the server.
    await analyzePages(app.services, { crawlId: body.id }, new AbortController().signal)
    expect(service.requests).toHaveLength(5)
  })

  it('gives pages that are stored when the last one is done to four workers, not to those that were still waiting [analyse-pages-5]', async () => {
    const { crawl: finished } = await crawl(8)
    const { db } = app.services
    const [last, ...further]: string[] = finished.pages.map(({ id }: Page) => id)
    const analyze = () => analyzePages(app.services, { crawlId: finished.id }, new AbortController().signal)
    const setPending = (ids: string[]) => db.update(pages).set({ analysis: 'pending' }).where(inArray(pages.id, ids))
    const analyzed = () => db.$count(pages, and(eq(pages.crawlId, finished.id), eq(pages.analysis, 'done')))

    const jobsOfCrawl = sql`name = 'analyse-pages' and state in ('created', 'active') and start_after <= now()`
    await waitFor("the crawl's job", async () => (await db.$count(sql`pgboss.job`, jobsOfCrawl)) === 0)
    const lastPage = Promise.withResolvers<void>()
    service.before = () => lastPage.promise
    service.requests.length = 0
    await setPending([last ?? ''])
    const jobs = [analyze()]
    await waitFor('the request for the last page', async () => service.requests.length === 1)
    const others = Promise.withResolvers<void>()
    service.before = () => others.promise
    service.maxConcurrent = 0
    lastPage.resolve()
    await waitFor('the last page', async () => (await analyzed()) === 8)
    await setPending(further)
    jobs.push(analyze())
    await waitFor('four requests', async () => service.maxConcurrent === 4).finally(() => others.resolve())
    await Promise.all(jobs)
    expect(await analyzed()).toBe(8)
  })

  it('leaves empty values and lets the crawl finish when it fails, and succeeds on a retry [analyse-pages-1]', async () => {
    service.say = 'Nothing of the kind.'
    const { person, crawl: finished } = await crawl(3)
    for (const page of finished.pages)
      expect(page).toMatchObject({ analysis: 'failed', summary: '', mainPoints: [], topics: [] })

    service.say = null
    await analyzePages(app.services, { crawlId: finished.id, retry: 1 }, new AbortController().signal)
    // The job of the crawl may still be running, and then does the work of the retry.
    const retried = await waitFor('the retry', async () => {
      const { body } = await person.get(`/api/crawls/${finished.id}`)
      return body.pages.every(isDone) && body
    })
    for (const { summary } of retried.pages) expect(summary).toContain('beacon')
  })

  it('is retried in the background after a failure [analyse-pages-3]', async () => {
    service.say = 'Nothing of the kind.'
    const { crawl: finished } = await crawl(2)
    const jobs = await app.services.db.execute(
      "select data from pgboss.job where name = 'analyse-pages' and state = 'created' and start_after > now() + interval '30 seconds'",
    )
    expect(JSON.stringify(jobs)).toContain(JSON.stringify({ retry: 1, crawlId: finished.id }))
  })

  it('can be retried by the owner after a failure', async () => {
    service.say = 'Nothing of the kind.'
    const { person, crawl: finished } = await crawl(1)
    service.say = null
    const [page] = finished.pages
    const asked = await person.post(`/api/pages/${page.id}/analysis`)
    expect(asked).toMatchObject({ status: 200, body: { analysis: 'pending' } })
    const analyzed = await waitFor('the analysis', async () => {
      const { body } = await person.get(`/api/pages/${page.id}`)
      return body.analysis === 'done' && body
    })
    expect(analyzed.summary).toContain('beacon')
  })

  it('can be retried by the owner while other pages of the crawl are analyzed [analyse-pages-6]', async () => {
    const release = Promise.withResolvers<void>()
    const isHomePage = () =>
      service.requests.at(-1)?.messages.some(({ content }) => content.includes('one after another'))
    service.before = () => (isHomePage() ? Promise.resolve() : release.promise)
    service.say = 'Nothing of the kind.'
    const person = await app.signUp()
    const { body } = await person.post('/api/crawls', { url: site.origin, maxPages: 3 })
    const getPages = async (): Promise<Page[]> => (await person.get(`/api/crawls/${body.id}`)).body.pages
    const failed = await waitFor('the failure', async () =>
      (await getPages()).find((page) => page.analysis === 'failed'),
    )
    service.say = null
    await person.post(`/api/pages/${failed.id}/analysis`)
    await waitFor('the retry', async () => (await getPages()).find(({ id }) => id === failed.id)?.analysis === 'done')
    expect((await getPages()).filter(isDone)).toHaveLength(1)
    release.resolve()
    await waitFor('the end', async () => (await getPages()).every(isDone))
  })

  it('shows singular and plural of a topic in the spelling that most pages use, in the crawl and in a chat', async () => {
    const numbers = ['Beacon', 'Beacons', 'Beacons']
    service.say = () => `SUMMARY: A page.\nPOINTS:\n- One.\nTOPICS: ${numbers.shift()} | Oil`
    const { person, crawl: finished } = await crawl(3)
    const crawled = await waitFor('the analyses', async () => {
      const { body } = await person.get(`/api/crawls/${finished.id}`)
      return body.pages.every((page: Page) => page.analysis === 'done') && body
    })
    const pageIds = crawled.pages.map((page: Page) => page.id)
    const chat = { title: 'Beacons', crawled_pages: pageIds, selected_pages: pageIds, chat_history: [] }
    const { body: saved } = await person.post('/api/chats', chat)
    const { body } = await person.get(`/api/chats/${saved.id}`)
    for (const { topics } of [...crawled.pages, ...body.crawled_pages]) expect(topics).toEqual(['Beacons', 'Oil'])
  })
})
