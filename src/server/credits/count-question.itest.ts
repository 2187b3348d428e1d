import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dailyUsage } from '#server/platform/db/schema/index.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'
import { countQuestion } from './count-question.ts'

let app: TestApp
let site: Website
beforeAll(async () => {
  site = await openWebsite({
    '/': '<title>Home</title><main><p>The bridge over the river was built in 1931 by Ada Brown.</p></main>',
  })
  app = await openTestApp({ allowPrivateHosts: [site.host] })
})
afterAll(async () => {
  await app.close()
  await site.close()
})

const questionsOf = (userId: string) =>
  app.services.db
    .select({ date: dailyUsage.date, questions: dailyUsage.questions })
    .from(dailyUsage)
    .where(eq(dailyUsage.userId, userId))

it('counts every question on its day, also those of unsaved chats', async () => {
  const person = await app.signUp()
  const { body } = await person.post('/api/crawls', { url: site.origin, maxPages: 1 })
  const { pages } = await waitFor('the crawl', async () => {
    const crawl = await person.get(`/api/crawls/${body.id}`)
    return crawl.body.finishedAt && crawl.body
  })
  const pageIds = [pages[0].id]
  await person.post('/api/knowledge', { pageIds })
  await person.stream('/api/answers', { question: 'Who built the bridge?', pageIds })
  const chat = await person.post('/api/chats', {
    title: 'Saved',
    crawled_pages: pageIds,
    selected_pages: pageIds,
    chat_history: [],
  })
  await person.stream(`/api/chats/${chat.body.id}/messages`, { question: 'When was it built?' })
  expect(await questionsOf(person.userId)).toEqual([{ date: new Date().toISOString().slice(0, 10), questions: 2 }])
})

it('counts each of 20 concurrent questions and starts a new day at midnight UTC', async () => {
  const { userId } = await app.signUp()
  const before = new Date('2026-03-01T23:59:59Z')
  await Promise.all(Array.from({ length: 20 }, () => countQuestion(app.services.db, userId, before)))
  await countQuestion(app.services.db, userId, new Date('2026-03-02T00:00:00Z'))
  const counted = (await questionsOf(userId)).filter(({ date }) => date.startsWith('2026-03'))
  expect(counted.toSorted((a, b) => a.date.localeCompare(b.date))).toEqual([
    { date: '2026-03-01', questions: 20 },
    { date: '2026-03-02', questions: 1 },
  ])
})
