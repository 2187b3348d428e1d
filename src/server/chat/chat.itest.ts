import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REFUSAL } from '#shared/chat/answer-stream.ts'
import { notebooks } from '#server/platform/db/schema/index.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import type { StreamedEvent } from '#test/client.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'

type StoredPage = { id: string; url: string; content: string }

let app: TestApp
let site: Website
let person: Person
let storedPages: StoredPage[]

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
    '/lamps': article(
      'Lamps',
      `<p>Augustin-Jean Fresnel invented the lens that bears his name in 1822.</p>
       <p>The lens gathers the light of a lamp into a beam that is seen twenty miles away.</p>`,
    ),
  })
  app = await openTestApp({ allowPrivateHosts: [site.host] })
  person = await app.signUp()
  const { body } = await person.post('/api/crawls', { url: site.origin, maxPages: 2 })
  const crawl = await waitFor('the crawl', async () => {
    const answer = await person.get(`/api/crawls/${body.id}`)
    return answer.body.status === 'finished' && answer.body
  })
  storedPages = crawl.pages
})

afterAll(async () => {
  await app?.close()
  await site?.close()
})

const pageIds = () => storedPages.map((page) => page.id)

const eventData = (events: StreamedEvent[], name: string) =>
  events.filter(({ event }) => event === name).map(({ data }) => data)

const textOf = (events: StreamedEvent[]) =>
  eventData(events, 'delta')
    .map((delta) => delta.text)
    .join('')

describe('processing pages', () => {
  it('makes pages searchable, and changes nothing when repeated', async () => {
    const first = await person.post('/api/knowledge', { pageIds: pageIds() })
    expect(first).toMatchObject({ status: 200, body: { processed: 2, unchanged: 0 } })
    const again = await person.post('/api/knowledge', { pageIds: pageIds() })
    expect(again.body).toEqual({ processed: 0, unchanged: 2, passages: first.body.passages })
  })

  it('requires at least one page to process [chat-5]', async () => {
    const answer = await person.post('/api/knowledge', { pageIds: [] })
    expect(answer.status).toBe(400)
    expect(answer.body.error.message).toBe('No pages selected for processing')
  })
})

describe('an answer', () => {
  it('streams the text, then citations with verbatim sentences of the cited pages [chat-11]', async () => {
    const { status, events } = await person.stream('/api/answers', {
      question: 'Who invented the Fresnel lens?',
      pageIds: pageIds(),
    })
    expect(status).toBe(200)
    expect(textOf(events)).toContain('Augustin-Jean Fresnel invented the lens')
    const [citations] = eventData(events, 'citations')
    expect(citations.length).toBeGreaterThan(0)
    for (const citation of citations) {
      const page = storedPages.find((each) => each.id === citation.pageId)
      expect(citation.state).toBe('quoted')
      expect(page?.content).toContain(citation.sentence)
      expect(citation.url).toBe(page?.url)
      expect(textOf(events)).toContain(`[${citation.marker}]`)
    }
    expect(events.at(-1)?.event).toBe('done')
  })

  it('refuses without citations when the pages do not answer the question [chat-13]', async () => {
    const { events } = await person.stream('/api/answers', {
      question: 'What is the boiling point of tungsten?',
      pageIds: pageIds(),
    })
    expect(eventData(events, 'citations')).toEqual([[]])
    expect(textOf(events)).toContain(REFUSAL)
  })

  it.each([
    [{ question: '', pageIds: [] }, 'Enter a question first.'],
    [{ question: 'Who?', pageIds: [] }, 'No context available. Please process pages first.'],
  ])('rejects %j [chat-10]', async (request, message) => {
    const { status, body } = await person.stream('/api/answers', request)
    expect(status).toBe(400)
    expect(body.error.message).toBe(message)
  })
})

describe('a saved chat', () => {
  const save = (title = 'About lighthouses', more: Record<string, unknown> = {}) =>
    person.post('/api/chats', {
      title,
      crawled_pages: pageIds(),
      selected_pages: [storedPages[0]?.id],
      chat_history: [],
      ...more,
    })

  it('stores pages, selection and messages across a restart [chat-3]', async () => {
    const { events } = await person.stream('/api/answers', {
      question: 'How thick are the walls?',
      pageIds: pageIds(),
    })
    const [citations] = eventData(events, 'citations')
    const history = [
      { role: 'user', content: 'How thick are the walls?' },
      { role: 'assistant', content: textOf(events), citations, engine: 'Built-in engine' },
    ]
    const saved = await save('Walls', { chat_history: history })
    expect(saved.status).toBe(201)
    await app.restart()
    const { body: chat } = await person.get(`/api/chats/${saved.body.id}`)
    expect(chat).toEqual(saved.body)
    expect(chat.crawled_pages.map((page: StoredPage) => page.id)).toEqual(pageIds())
    expect(chat.selected_pages.map((page: StoredPage) => page.id)).toEqual([storedPages[0]?.id])
    expect(chat.chat_history.map((message: { content: string }) => message.content)).toEqual(
      history.map((message) => message.content),
    )
    expect(chat.chat_history[1].citations[0]).toMatchObject({ sentence: citations[0].sentence, state: 'quoted' })
  })

  it('judges citations again and ignores the state that the browser sends [chat-12]', async () => {
    const [page] = storedPages
    const sentence = page?.content.match(/Its tower[^.]*\./)?.[0] ?? ''
    const forged = { pageId: page?.id, url: '', title: '', passageId: '', state: 'quoted', differences: [] }
    const cite = (marker: number, fields: object) => ({ ...forged, marker, sentence, claim: sentence, ...fields })
    const saved = await save('Forged', {
      chat_history: [
        {
          role: 'assistant',
          content: `It sank [1]. ${sentence} [2] Its tower is nine storeys high. [3] Its tower is high. [4]`,
          citations: [
            cite(1, { sentence: 'The lighthouse sank in 1900.', claim: 'It sank' }),
            cite(2, {}),
            cite(3, {}),
            cite(4, { pageId: '' }),
          ],
        },
      ],
    })
    const { citations } = saved.body.chat_history[0]
    expect(citations.map(({ state }: { state: string }) => state)).toEqual([
      'not-found',
      'quoted',
      'differs',
      'not-found',
    ])
    expect(citations[0].sentence).toBe('')
    expect(citations[2]).toMatchObject({ claim: 'Its tower is nine storeys high.', sentence })
  })

  it('appends question and answer to the saved chat [chat-2]', async () => {
    const { body: chat } = await save('Asked')
    const { events } = await person.stream(`/api/chats/${chat.id}/messages`, { question: 'How high is the tower?' })
    expect(eventData(events, 'done')[0].messageId).toEqual(expect.any(String))
    const { body: opened } = await person.get(`/api/chats/${chat.id}`)
    expect(opened.chat_history.map((message: { role: string }) => message.role)).toEqual(['user', 'assistant'])
    expect(opened.chat_history[1].content).toBe(textOf(events))
    expect(Date.parse(opened.updated_at)).toBeGreaterThan(Date.parse(chat.updated_at))
  })

  it('requires a selected page to answer [chat-8]', async () => {
    const { body: chat } = await save('None', { selected_pages: [] })
    const { status, body } = await person.stream(`/api/chats/${chat.id}/messages`, { question: 'Who?' })
    expect(status).toBe(400)
    expect(body.error.message).toBe('No pages selected for context')
  })

  it('renames a chat and rejects a blank title [chat-6]', async () => {
    const { body: chat } = await save('Old')
    expect((await person.patch(`/api/chats/${chat.id}`, { title: '  New  ' })).body.title).toBe('New')
    const rejected = await person.patch(`/api/chats/${chat.id}`, { title: '   ' })
    expect(rejected.status).toBe(400)
    expect(rejected.body.error.message).toBe('Title cannot be empty')
  })

  it('changes the pages of a chat, but accepts only pages of its owner [chat-7]', async () => {
    const { body: chat } = await save('Pages')
    const [first, second] = pageIds()
    const changed = await person.put(`/api/chats/${chat.id}/pages`, {
      crawled_pages: [second],
      selected_pages: [second],
    })
    expect(changed.body.crawled_pages.map((page: StoredPage) => page.id)).toEqual([second])
    const added = { crawled_pages: [first], selected_pages: [], keep_others: true }
    const { body: both } = await person.put(`/api/chats/${chat.id}/pages`, added)
    expect(both.crawled_pages.map((page: StoredPage) => page.id).toSorted()).toEqual([first, second].toSorted())
    expect(both.selected_pages.map((page: StoredPage) => page.id)).toEqual([second])
    const stranger = await app.signUp()
    const rejected = await stranger.post('/api/chats', {
      title: 'Theft',
      crawled_pages: [first],
      selected_pages: [],
      chat_history: [],
    })
    expect(rejected.status).toBe(404)
  })

  it('creates one default notebook even for concurrent saves [chat-4]', async () => {
    const newcomer = await app.signUp()
    const chat = { title: 'Racing', crawled_pages: [], selected_pages: [], chat_history: [] }
    const saves = await Promise.all(Array.from({ length: 5 }, () => newcomer.post('/api/chats', chat)))
    expect(saves.map((each) => each.status)).toEqual([201, 201, 201, 201, 201])
    const made = await app.services.db.select().from(notebooks).where(eq(notebooks.userId, newcomer.userId))
    expect(made).toMatchObject([{ title: 'Default Notebook', description: 'Auto-created notebook for saved chats' }])
  })

  it('refuses messages together with a crawl, which has its own', async () => {
    const chat_history = [{ role: 'user', content: 'When is high tide?' }]
    const both = { title: 'Tides', crawled_pages: [], selected_pages: [], crawlId: crypto.randomUUID(), chat_history }
    const refused = await person.post('/api/chats', both)
    expect(refused).toMatchObject({ status: 400, body: { error: { code: 'chat.crawl-or-history' } } })
  })

  it('lists chats newest first, with counts and last message [chat-9]', async () => {
    const reader = await app.signUp()
    for (const title of ['First', 'Second']) {
      await reader.post('/api/chats', {
        title,
        crawled_pages: [],
        selected_pages: [],
        chat_history: [{ role: 'user', content: `Hello from ${title}` }],
      })
    }
    const { body } = await reader.get('/api/chats')
    expect(body.chats).toMatchObject([
      {
        title: 'Second',
        lastMessage: 'Hello from Second',
        messageCount: 1,
        selectedPagesCount: 0,
        crawledPagesCount: 0,
      },
      { title: 'First', lastMessage: 'Hello from First', messageCount: 1 },
    ])
  })
})

describe('a crawl for a chat', () => {
  it('adds its pages to that chat, selected there and in the crawl alike [chat-1]', async () => {
    const { body: chat } = await person.post('/api/chats', {
      title: 'Grows',
      crawled_pages: [],
      selected_pages: [],
      chat_history: [],
    })
    const { body } = await person.post('/api/crawls', { url: `${site.origin}/lamps`, maxPages: 1, chatId: chat.id })
    await waitFor('the crawl', async () => (await person.get(`/api/crawls/${body.id}`)).body.status === 'finished')
    const { body: grown } = await person.get(`/api/chats/${chat.id}`)
    expect(grown.selected_pages.map((page: { title: string }) => page.title)).toEqual(['Lamps'])
    const { body: crawl } = await person.get(`/api/crawls/${body.id}`)
    expect(crawl.pages).toMatchObject([{ title: 'Lamps', selected: true }])
  })
})
