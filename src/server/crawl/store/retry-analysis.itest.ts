import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pages } from '#server/platform/db/schema/index.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { waitForCrawlEnd } from '#test/crawls.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'

let app: TestApp
let site: Website

beforeAll(async () => {
  site = await openWebsite({
    '/': '<title>Home</title><main><p>The library opens at nine. It closes at five on every day of the week.</p></main>',
  })
  app = await openTestApp({ allowPrivateHosts: [site.host] })
})

afterAll(async () => {
  await app?.close()
  await site?.close()
})

/** A crawl of one page, whose analysis is then marked as failed. */
async function pageThatFailed() {
  const person = await app.signUp()
  const { body } = await person.post('/api/crawls', { url: site.origin, maxPages: 1 })
  const crawl = await waitForCrawlEnd(person, body.id)
  const pageId: string = crawl.pages[0].id
  await app.services.db
    .update(pages)
    .set({ analysis: 'failed', summary: '', mainPoints: [], topics: [] })
    .where(eq(pages.id, pageId))
  return { person, crawlId: crawl.id, pageId }
}

it('retries a failed analysis and publishes an event when it is done', async () => {
  const { person, crawlId, pageId } = await pageThatFailed()
  const published: string[] = []
  const unsubscribe = app.services.events.subscribe(person.userId, (event) => {
    if (event.type === 'crawl') published.push(event.id)
  })
  expect(await person.post(`/api/pages/${pageId}/analysis`)).toMatchObject({
    status: 200,
    body: { id: pageId, analysis: 'pending' },
  })
  const page = await waitFor('the summary', async () => {
    const { body } = await person.get(`/api/pages/${pageId}`)
    return body.analysis === 'done' && body
  })
  expect(page.summary).toContain('The library opens at nine.')
  await waitFor('the event', () => published.includes(crawlId))
  unsubscribe()
  // A second request does nothing.
  expect((await person.post(`/api/pages/${pageId}/analysis`)).body.analysis).toBe('done')
})

it('retries the analysis of a page that only a chat keeps', async () => {
  const { person, crawlId, pageId } = await pageThatFailed()
  await person.post('/api/chats', {
    title: 'Kept',
    crawled_pages: [pageId],
    selected_pages: [pageId],
    chat_history: [],
  })
  await person.delete(`/api/crawls/${crawlId}`)
  await person.post(`/api/pages/${pageId}/analysis`)
  await waitFor('the summary', async () => (await person.get(`/api/pages/${pageId}`)).body.analysis === 'done')
})
