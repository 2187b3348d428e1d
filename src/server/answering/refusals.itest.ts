import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'

let site: Website
let app: TestApp
let person: Person
let crawlId = ''

const article = (title: string, text: string, links: string[] = []) =>
  `<html lang="en"><title>${title}</title><main><h1>${title}</h1><p>${text}</p>${links.map((link) => `<a href="${link}">More</a>`).join(' ')}</main></html>`

beforeAll(async () => {
  site = await openWebsite({
    '/': article('Lighthouses', 'The lighthouse of Hook Head was built in the thirteenth century by William Marshal.', [
      '/towers',
      '/guide/changing-batteries.html',
      '/guide/paint',
      '/login/batteries',
      // Another address of a page that is read.
      '/towers/index.html',
    ]),
    '/towers': article('Towers', 'Its tower is four storeys high above the rocks of the peninsula.', [
      '/deep/battery-recycling',
    ]),
    '/guide/changing-batteries.html': article(
      'Batteries',
      'The batteries of the lamp are changed every second winter by the keeper.',
      ['/other'],
    ),
    '/guide/paint': article('Paint', 'The tower is painted in black and white bands.'),
    '/deep/battery-recycling': article('Recycling', 'Old batteries are shipped to Waterford and recycled there.'),
    '/other': article('Other', 'This page is only linked from the batteries page.'),
  })
  app = await openTestApp({ allowPrivateHosts: [site.host] })
  person = await app.signUp()
  const { body } = await person.post('/api/crawls', { url: site.origin, maxPages: 2, maxDepth: 1 })
  crawlId = body.id
})
afterAll(async () => {
  await app?.close()
  await site?.close()
})

const ended = () =>
  waitFor('the end of the crawl', async () => {
    const { body } = await person.get(`/api/crawls/${crawlId}`)
    return body.finishedAt && body
  })

async function ask(question: string, pageIds: string[]) {
  const { body } = await person.post('/api/answers', { question, pageIds })
  const events = String(body).split('\n\n').filter(Boolean)
  const data = (name: string) =>
    JSON.parse(events.find((event) => event.startsWith(`event: ${name}\n`))?.split('data: ')[1] ?? 'null')
  return { citations: data('citations'), done: data('done') }
}

const QUESTION = 'How often are the batteries replaced?'
/** Shares words with the pages, which do not have its name. */
const RELATED_QUESTION = `${QUESTION} Does Murphy do it on the lighthouse or the tower?`

it('returns the closest passages verbatim and suggests skipped addresses with a refusal [refusals-1]', async () => {
  const { pages } = await ended()
  const pageIds = pages.map((page: { id: string }) => page.id)
  await person.post('/api/knowledge', { pageIds })
  const { citations, done } = await ask(RELATED_QUESTION, pageIds)
  expect(citations).toEqual([])
  expect(done.nearest.length).toBeGreaterThan(0)
  for (const passage of done.nearest) {
    const page = pages.find(({ id }: { id: string }) => id === passage.pageId)
    expect(passage.sentence, 'a sentence, not a heading').toMatch(/\.$/)
    expect(page.content).toContain(passage.sentence)
  }
  expect(done.offers).toEqual([
    { crawlId, url: `${site.origin}/guide/changing-batteries.html`, title: 'Changing batteries' },
    { crawlId, url: `${site.origin}/deep/battery-recycling`, title: 'Battery recycling' },
  ])
})

it('offers no passage that shares no word with the question', async () => {
  const { pages } = await ended()
  const ids = pages.map((page: { id: string }) => page.id)
  expect((await ask(QUESTION, ids)).done.nearest).toEqual([])
})

it('says that a question is in another language than the pages, also if they share no word', async () => {
  const { pages } = await ended()
  const ids = pages.map((page: { id: string }) => page.id)
  const { done } = await ask('Wie lange ist die Probezeit?', ids)
  expect(done.used).toMatchObject({ passages: 0, languages: { question: 'de', pages: 'en' } })
})

it('adds neither passages nor suggestions to an answer from the pages', async () => {
  const { pages } = await ended()
  const { done } = await ask(
    'Who built the lighthouse of Hook Head?',
    pages.map((page: { id: string }) => page.id),
  )
  expect(done).not.toHaveProperty('nearest')
  expect(done).not.toHaveProperty('offers')
})

it('keeps passages and suggestions of a refusal when the chat is saved afterward', async () => {
  const { pages } = await ended()
  const ids = pages.map((page: { id: string }) => page.id)
  const { done } = await ask(RELATED_QUESTION, ids)
  const { nearest, offers } = done
  const chat_history = [
    { role: 'user', content: RELATED_QUESTION },
    { role: 'assistant', content: 'The selected pages don’t answer this.', nearest, offers },
  ]
  const { body } = await person.post('/api/chats', {
    title: 'Later',
    crawled_pages: ids,
    selected_pages: ids,
    chat_history,
  })
  const stored = body.chat_history[1]
  expect(stored.offers).toEqual(offers)
  expect(stored.nearest.map(({ sentence, state }: { sentence: string; state: string }) => [sentence, state])).toEqual(
    nearest.map(({ sentence }: { sentence: string }) => [sentence, 'quoted']),
  )
})

it('keeps suggestions in a saved chat, and adds the pages to it when they are crawled [refusals-3]', async () => {
  const { pages } = await ended()
  const ids = pages.map((page: { id: string }) => page.id)
  const chat = await person.post('/api/chats', {
    title: 'Batteries',
    crawled_pages: ids,
    selected_pages: ids,
    chat_history: [],
  })
  const chatId = chat.body.id
  await person.post(`/api/chats/${chatId}/messages`, { question: QUESTION })
  const loadChat = async () => (await person.get(`/api/chats/${chatId}`)).body
  expect((await loadChat()).chat_history[1]).toMatchObject({ citations: [], offers: [{ crawlId }, { crawlId }] })

  const urls = [`${site.origin}/guide/changing-batteries.html`, `${site.origin}/deep/battery-recycling`]
  const stranger = await app.signUp()
  expect((await stranger.post(`/api/crawls/${crawlId}/continue`, { urls })).status).toBe(404)
  const foreign = await stranger.post('/api/chats', {
    title: 'Mine',
    crawled_pages: [],
    selected_pages: [],
    chat_history: [],
  })
  expect((await person.post(`/api/crawls/${crawlId}/continue`, { urls, chatId: foreign.body.id })).status).toBe(404)
  expect(
    (await person.post(`/api/crawls/${crawlId}/continue`, { urls: [`${site.origin}/login/batteries`] })).status,
  ).toBe(409)

  const continued = await person.post(`/api/crawls/${crawlId}/continue`, { urls, chatId })
  expect(continued.body).toMatchObject({ status: 'queued', maxPages: 4 })
  const crawl = await ended()
  expect(crawl.pages.map(({ url }: { url: string }) => new URL(url).pathname)).toEqual([
    '/',
    '/towers',
    '/guide/changing-batteries.html',
    '/deep/battery-recycling',
  ])
  expect((await loadChat()).selected_pages).toHaveLength(4)
  const answer = await person.post(`/api/chats/${chatId}/messages`, {
    question: 'How often are the batteries of the lamp changed?',
  })
  expect(String(answer.body)).toContain('every second winter')
  expect((await person.get('/api/credits')).body.credits_count).toBe(26)
})
