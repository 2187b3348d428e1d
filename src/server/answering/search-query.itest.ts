/**
 * Search queries that a language model writes, tested over HTTP: when it is asked, what it is sent, and what happens if
 * it fails.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AiService, asksForSearchQuery, type Fault, startAiService } from '#test/ai-service.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import type { StreamedEvent } from '#test/client.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'

/** Room for one or two passages, so that the search decides what the model reads. */
const ANSWER_CONTEXT_TOKENS = 400

let app: TestApp
let site: Website
let service: AiService
let person: Person
let pageIds: string[]
let shortPageId: string

const article = (title: string, facts: string, links = '') =>
  `<html lang="en"><title>${title}</title><main><h1>${title}</h1><p>${facts} ${'People come here in every season to see it, and many of them stay for the whole day. '.repeat(6)}</p>${links}</main></html>`
const PATHS = ['/tower', '/lamp', '/boat', '/museum', '/quarry']

beforeAll(async () => {
  service = await startAiService()
  site = await openWebsite({
    '/': `<html lang="en"><title>Norvik</title><main><h1>Norvik</h1><p>Norvik is a village in the north.</p>${PATHS.map((path) => `<a href="${path}">${path}</a>`).join(' ')}</main></html>`,
    '/tower': article('The tower', 'The tower is 34 metres high and has four storeys.'),
    '/lamp': article('The lamp', 'The lamp burned colza oil until 1926.'),
    '/boat': article('The boat', 'The boat leaves the harbour at nine and costs twelve crowns.'),
    '/museum': article('The museum', 'The museum keeps the logbooks of four families.'),
    '/quarry': article('The quarry', 'The quarry closed after a fire.'),
  })
  const openai = {
    baseUrl: service.url,
    apiKey: undefined,
    model: 'gpt-4-turbo-preview',
    fallbackModel: 'gpt-4.1',
    embeddingModel: undefined,
    contextTokens: undefined,
    answerContextTokens: ANSWER_CONTEXT_TOKENS,
  }
  app = await openTestApp({ allowPrivateHosts: [site.host], openai })
  person = await app.signUp()
  const { body } = await person.post('/api/crawls', { url: site.origin, maxPages: 1 + PATHS.length })
  const crawl = await waitFor('the crawl and its analysis', async () => {
    const answer = await person.get(`/api/crawls/${body.id}`)
    const analyzed = answer.body.pages.every((page: { analysis: string }) => page.analysis === 'done')
    return answer.body.status === 'finished' && analyzed && answer.body
  })
  pageIds = crawl.pages.map((page: { id: string }) => page.id)
  shortPageId = crawl.pages.find((page: { title: string }) => page.title === 'Norvik').id
  await person.post('/api/knowledge', { pageIds })
})

afterAll(async () => {
  await app?.close()
  await site?.close()
  await service?.close()
})

beforeEach(() => {
  service.searchQuery = null
  service.before = null
  service.next.length = 0
  service.requests.length = 0
})

type Turn = { role: 'user' | 'assistant'; content: string }

async function ask(
  question: string,
  { history = [], selected = pageIds }: { history?: Turn[]; selected?: string[] } = {},
) {
  const { events } = await person.stream('/api/answers', { question, pageIds: selected, history })
  const done = events.find(({ event }: StreamedEvent) => event === 'done')?.data
  const [rewriting, ...others] = service.requests.filter(asksForSearchQuery)
  expect(others).toEqual([])
  const answering = service.requests.find((request) => !asksForSearchQuery(request))
  return { done, rewriting, context: answering?.messages[0]?.content ?? '', asked: answering?.messages.at(-1)?.content }
}

const GERMAN = 'Wie hoch ist der Turm und wie viele Stockwerke hat er?'
const HISTORY: Turn[] = [
  { role: 'user', content: 'When does the boat leave?' },
  { role: 'assistant', content: 'The boat leaves the harbour at nine. [1]' },
]

describe('a question to a language model', () => {
  it('is searched for as a query in the language of the pages if it is in another one, and answered as asked [search-query-1]', async () => {
    service.searchQuery = 'How high is the tower and how many storeys does it have?'
    const { done, rewriting, context, asked } = await ask(GERMAN)
    expect(rewriting).toMatchObject({ temperature: 0, max_tokens: 100 })
    expect(rewriting?.messages[0]?.content).toContain('in English')
    expect(rewriting?.messages[1]?.content).toContain(GERMAN)
    expect(JSON.stringify(rewriting?.messages), 'no page text is sent').not.toContain('34 metres')
    expect(context).toContain('The tower is 34 metres high')
    expect(asked).toBe(GERMAN)
    expect(done.used).toMatchObject({ searchedFor: service.searchQuery, engineKind: 'language-model' })
  })

  it('is rewritten with the turns before it if it follows others [search-query-2]', async () => {
    service.searchQuery = 'What does the boat cost?'
    const { done, rewriting, context } = await ask('How much is that, and is it worth the money?', { history: HISTORY })
    for (const { content } of HISTORY) expect(rewriting?.messages[1]?.content).toContain(content)
    expect(context).toContain('costs twelve crowns')
    expect(done.used.searchedFor).toBe(service.searchQuery)
  })

  it('is rewritten without the story around it [search-query-3]', async () => {
    service.searchQuery = 'When did the lamp stop burning colza oil?'
    const story = `${'My aunt once lived near a harbour and told us about the families, the boat and the fire every winter. '.repeat(3)}`
    const { done, context } = await ask(`${story}When did they stop using colza oil?`)
    expect(context).toContain('The lamp burned colza oil until 1926')
    expect(done.used.searchedFor).toBe(service.searchQuery)
  })

  it('is not rewritten if it names its subject, is no question, or every page is sent anyway [search-query-4]', async () => {
    for (const [question, history] of [
      ['How high is the tower?', []],
      ['How high is the tower?', HISTORY],
      ['Thank you very much!', HISTORY],
    ] as const) {
      service.requests.length = 0
      const { done, rewriting } = await ask(question, { history: [...history] })
      expect(rewriting).toBeUndefined()
      expect(done.used).not.toHaveProperty('searchedFor')
    }
    service.requests.length = 0
    const { done, rewriting } = await ask('And where is it?', { history: HISTORY, selected: [shortPageId] })
    expect(done.used.wholePages).toBe(true)
    expect(rewriting).toBeUndefined()
  })

  it.each<[string, Fault[], string | null]>([
    ['the call fails', [{ status: 500 }], null],
    ['the response is empty', ['empty'], null],
    ['the response is an essay', [], 'The boat leaves at nine. '.repeat(40)],
    ['the response has nothing to do with the conversation', [], 'cute kittens'],
  ])(
    'is searched for by the built-in rules if %s, and loses nothing [search-query-5]',
    async (_reason, next, query) => {
      service.next = next
      service.searchQuery = query
      const { done, rewriting, context } = await ask('And what does it cost?', { history: HISTORY })
      expect(rewriting).toBeDefined()
      expect(context).toContain('costs twelve crowns')
      expect(done.used).not.toHaveProperty('searchedFor')
    },
  )

  it('is not answered if it is stopped while it is rewritten, and is stored with what was searched for otherwise [search-query-6]', async () => {
    const request = { title: 'Norvik', crawled_pages: pageIds, selected_pages: pageIds, chat_history: [] }
    const chatId = (await person.post('/api/chats', request)).body.id
    const historyOf = async () => (await person.get(`/api/chats/${chatId}`)).body.chat_history
    service.searchQuery = 'How high is the tower?'
    await person.stream(`/api/chats/${chatId}/messages`, { question: GERMAN })
    expect((await historyOf())[1]).toMatchObject({ used: { searchedFor: service.searchQuery } })

    const held = Promise.withResolvers<void>()
    service.before = () => held.promise
    service.requests.length = 0
    const asked = person.stream(`/api/chats/${chatId}/messages`, { question: 'And the lamp?' })
    await waitFor('the rewriting call', async () => service.requests.length > 0)
    expect((await person.post(`/api/chats/${chatId}/stop`)).status).toBe(204)
    const { events } = await asked
    held.resolve()
    expect(events.at(-1)).toMatchObject({ event: 'done', data: { stopped: true } })
    expect(service.requests.filter((each) => !asksForSearchQuery(each))).toEqual([])
    expect(await historyOf()).toMatchObject([{}, {}, { content: 'And the lamp?' }, { content: '', stopped: true }])
  })
})
