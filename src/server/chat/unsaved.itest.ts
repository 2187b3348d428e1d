import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'

type Message = { role: string; content: string; citations?: { sentence: string; state: string }[] }

let app: TestApp
let site: Website
let person: Person

const article = (title: string, text: string, links = '') =>
  `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1>${text}${links}</main></html>`

beforeAll(async () => {
  site = await openWebsite({
    '/': article(
      'Lighthouses',
      `<p>The lighthouse of Hook Head was built in the thirteenth century by William Marshal.</p>
       <p>Its tower is four storeys high, and its walls are up to four metres thick.</p>`,
      '<a href="/lamps">Lamps</a>',
    ),
    '/lamps': article('Lamps', '<p>Augustin-Jean Fresnel invented the lens that bears his name in 1822.</p>'),
  })
  app = await openTestApp({ allowPrivateHosts: [site.host] })
  person = await app.signUp()
})

afterAll(async () => {
  await app?.close()
  await site?.close()
})

async function crawl(owner = person, options: object = {}) {
  const { body } = await owner.post('/api/crawls', { url: site.origin, maxPages: 2, ...options })
  const done = await waitFor('the crawl', async () => {
    const answer = await owner.get(`/api/crawls/${body.id}`)
    return answer.body.status === 'finished' && answer.body
  })
  const pageIds: string[] = done.pages.map((page: { id: string }) => page.id)
  await owner.post('/api/knowledge', { pageIds })
  return { id: String(done.id), pageIds }
}

const ask = (work: { id: string; pageIds: string[] }, question: string, more: object = {}) =>
  person.stream('/api/answers', { question, pageIds: work.pageIds, crawlId: work.id, ...more })
const messagesOf = async (id: string): Promise<Message[]> =>
  (await person.get(`/api/crawls/${id}/messages`)).body.messages
const contents = (messages: Message[]) => messages.map(({ content }) => content)
const QUESTIONS = ['How thick are the walls?', 'Who invented the Fresnel lens?']

describe('a chat that is not saved', () => {
  it('keeps selection, messages and citations across a restart', async () => {
    const work = await crawl()
    await person.put(`/api/crawls/${work.id}/selection`, { pageIds: work.pageIds.slice(1) })
    for (const question of QUESTIONS) await ask(work, question)
    const before = await messagesOf(work.id)
    expect(before.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
    expect(before[1]?.citations).toContainEqual(
      expect.objectContaining({ state: 'quoted', sentence: expect.stringContaining('four metres') }),
    )
    await app.restart()
    expect(await messagesOf(work.id)).toEqual(before)
    expect((await person.get('/api/unsaved-chats')).body.unsaved).toContainEqual({
      crawlId: work.id,
      selectedPages: 1,
      messages: 4,
    })
  })

  it('replaces an edited question and everything after it when the new answer is finished', async () => {
    const work = await crawl()
    for (const question of QUESTIONS) await ask(work, question)
    await ask(work, 'Who built the lighthouse?', { replaces: 0 })
    expect(contents(await messagesOf(work.id)).filter((_, index) => index % 2 === 0)).toEqual([
      'Who built the lighthouse?',
    ])
  })

  it('keeps the questions of two tabs that ask concurrently', async () => {
    const work = await crawl()
    await Promise.all(QUESTIONS.map((question) => ask(work, question)))
    const questions = contents(await messagesOf(work.id)).filter((_, index) => index % 2 === 0)
    expect(questions.toSorted()).toEqual(QUESTIONS.toSorted())
  })

  it('is saved with its stored messages, and only once for two concurrent requests', async () => {
    const work = await crawl()
    for (const question of QUESTIONS) await ask(work, question)
    const before = await messagesOf(work.id)
    const chatRequest = { title: 'Kept', crawled_pages: work.pageIds, selected_pages: work.pageIds, crawlId: work.id }
    const saves = await Promise.all([person.post('/api/chats', chatRequest), person.post('/api/chats', chatRequest)])
    expect(saves.map(({ status }) => status)).toEqual([201, 201])
    const [one, other] = saves.map(({ body }) => body)
    expect(other.id).toBe(one.id)
    expect(contents(one.chat_history)).toEqual(contents(before))
    const cited = before[1]?.citations?.map(({ sentence }) => ({ sentence, state: 'quoted' }))
    expect(one.chat_history[1].citations).toMatchObject(cited ?? [])
    expect(await messagesOf(work.id)).toEqual([])
    const { body } = await person.get('/api/unsaved-chats')
    expect(body.unsaved.map((each: { crawlId: string }) => each.crawlId)).not.toContain(work.id)
    expect((await person.get(`/api/crawls/${work.id}`)).body.chatId).toBe(one.id)
  })

  it('adds questions to the saved chat after another tab has saved it', async () => {
    const work = await crawl()
    const chatRequest = {
      title: 'From another tab',
      crawled_pages: work.pageIds,
      selected_pages: work.pageIds,
      crawlId: work.id,
    }
    const { body: chat } = await person.post('/api/chats', chatRequest)
    await ask(work, QUESTIONS[0] ?? '')
    expect(contents((await person.get(`/api/chats/${chat.id}`)).body.chat_history)[0]).toBe(QUESTIONS[0])
    expect(await messagesOf(work.id)).toEqual([])
  })

  it('cannot be read, extended or saved by another user', async () => {
    const work = await crawl()
    await ask(work, QUESTIONS[0] ?? '')
    const stranger = await app.signUp()
    expect((await stranger.get(`/api/crawls/${work.id}/messages`)).status).toBe(404)
    const chatRequest = { title: 'Theft', crawled_pages: [], selected_pages: [], crawlId: work.id }
    expect((await stranger.post('/api/chats', chatRequest)).status).toBe(404)
    const strangerCrawl = await crawl(stranger)
    const asked = await stranger.stream('/api/answers', {
      question: 'Who?',
      pageIds: strangerCrawl.pageIds,
      crawlId: work.id,
    })
    expect(asked.status).toBe(404)
    expect((await stranger.get('/api/unsaved-chats')).body.unsaved).toEqual([])
    expect(await messagesOf(work.id)).toHaveLength(2)
  })

  it('is deleted with its crawl', async () => {
    const work = await crawl()
    await ask(work, QUESTIONS[0] ?? '')
    expect((await person.delete(`/api/crawls/${work.id}`)).status).toBe(204)
    expect((await person.get(`/api/crawls/${work.id}/messages`)).status).toBe(404)
  })
})

describe('a crawl for a saved chat', () => {
  it('replaces a page of the chat with its new version, keeps its selection, and adds no duplicate', async () => {
    const work = await crawl()
    const [home = '', lamps = ''] = work.pageIds
    const chatRequest = { title: 'Updated', crawled_pages: work.pageIds, selected_pages: [home], crawlId: work.id }
    const { body: chat } = await person.post('/api/chats', chatRequest)
    site.set('/lamps', article('Lamps', '<p>Fresnel made his first lens of glass prisms for Cordouan in 1823.</p>'))
    await crawl(person, { chatId: chat.id })
    const { body: after } = await person.get(`/api/chats/${chat.id}`)
    expect(after.crawled_pages.map((page: { title: string }) => page.title)).toEqual(['Lighthouses', 'Lamps'])
    const ids = after.crawled_pages.map((page: { id: string }) => page.id)
    expect(ids).not.toContain(lamps)
    expect(after.selected_pages.map((page: { id: string }) => page.id)).toEqual(ids.slice(0, 1))
    await person.put(`/api/chats/${chat.id}/pages`, { crawled_pages: ids, selected_pages: ids })
    const { events } = await person.stream(`/api/chats/${chat.id}/messages`, {
      question: 'When did Fresnel make his lens for Cordouan?',
    })
    const [citations] = events.filter(({ event }) => event === 'citations').map(({ data }) => data)
    expect(citations[0].sentence).toContain('Cordouan')
  })

  it('does not change the selection of another chat with the same pages', async () => {
    const work = await crawl()
    const chats = await Promise.all(
      [work.pageIds.slice(0, 1), work.pageIds.slice(1)].map(async (selected_pages, index) => {
        const chatRequest = {
          title: `Selection ${index}`,
          crawled_pages: work.pageIds,
          selected_pages,
          chat_history: [],
        }
        return (await person.post('/api/chats', chatRequest)).body
      }),
    )
    await person.put(`/api/chats/${chats[0].id}/pages`, { crawled_pages: work.pageIds, selected_pages: work.pageIds })
    const { body: other } = await person.get(`/api/chats/${chats[1].id}`)
    expect(other.selected_pages.map((page: { id: string }) => page.id)).toEqual(work.pageIds.slice(1))
  })
})
