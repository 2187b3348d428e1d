/** Answers of a language model, tested over HTTP: citations, token budget, stopping, replacing and failures. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { adminUsers, crawls, pages, passages } from '#server/platform/db/schema/index.ts'
import { splitPassages } from '#server/retrieval/split-passages.ts'
import { chooseEngine } from '#server/engines/choose-engine.ts'
import { type AiService, type ChatRequest, type Fault, startAiService } from '#test/ai-service.ts'
import { signUpAdministrator } from '#test/administrator.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import type { StreamedEvent } from '#test/client.ts'
import { startModelServer } from '#test/model-server.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'
import { prepareSavedAnswer, prepareUnsavedAnswer } from './prepare-answer.ts'

let app: TestApp
let site: Website
let service: AiService
let person: Person
let pageIds: string[]

const KEY = 'sk-the-key-of-this-test'

const settings = () => ({
  baseUrl: service.url,
  apiKey: KEY,
  model: 'gpt-4-turbo-preview',
  fallbackModel: 'gpt-4.1',
  embeddingModel: undefined,
  contextTokens: undefined,
  answerContextTokens: 12_000,
})

beforeAll(async () => {
  service = await startAiService()
  service.key = KEY
  const article = (title: string, text: string) =>
    `<html lang="en"><title>${title}</title><main><h1>${title}</h1><p>${text}</p><a href="/lamps">Lamps</a></main></html>`
  site = await openWebsite({
    '/': article(
      'Lighthouses',
      'The lighthouse of Hook Head was built in the thirteenth century by William Marshal. Its tower is four storeys high.',
    ),
    '/lamps': article(
      'Lamps',
      'Augustin-Jean Fresnel invented the lens that bears his name in 1822. It gathers the light of a lamp into a beam.',
    ),
  })
  app = await openTestApp({ allowPrivateHosts: [site.host], openai: settings() })
  person = await app.signUp()
  const { body } = await person.post('/api/crawls', { url: site.origin, maxPages: 2 })
  const crawl = await waitFor('the crawl and its analysis', async () => {
    const answer = await person.get(`/api/crawls/${body.id}`)
    const analyzed = answer.body.pages.every((page: { analysis: string }) => page.analysis === 'done')
    return answer.body.status === 'finished' && analyzed && answer.body
  })
  pageIds = crawl.pages.map((page: { id: string }) => page.id)
  await person.post('/api/knowledge', { pageIds })
})

afterAll(async () => {
  await app?.close()
  await site?.close()
  await service?.close()
})

beforeEach(() => {
  service.say = null
  service.next.length = 0
  service.requests.length = 0
})

const eventData = (events: StreamedEvent[], name: string) =>
  events.filter(({ event }) => event === name).map(({ data }) => data)
const textOf = (events: StreamedEvent[]) =>
  eventData(events, 'delta')
    .map(({ text }) => text)
    .join('')
const saveChat = async () =>
  (
    await person.post('/api/chats', {
      title: 'Lighthouses',
      crawled_pages: pageIds,
      selected_pages: pageIds,
      chat_history: [],
    })
  ).body.id
const historyOf = async (chatId: string) => (await person.get(`/api/chats/${chatId}`)).body.chat_history

describe('pages', () => {
  it('stores summary and topics from the language model for crawled pages', async () => {
    const { body } = await person.get(`/api/pages/${pageIds[1]}`)
    expect(body).toMatchObject({
      analysis: 'done',
      summary: expect.stringContaining('Fresnel'),
      topics: expect.arrayContaining([expect.any(String)]),
    })
    const [row] = await app.services.db
      .select()
      .from(pages)
      .where(eq(pages.id, pageIds[1] ?? ''))
    expect(row?.analyzedBy).toBe('gpt-4-turbo-preview')
  })
})

describe('citations', () => {
  const QUESTION = { question: 'Who invented the lens, and how high is the tower?', pageIds: [] as string[] }
  const FRESNEL = 'Augustin-Jean Fresnel invented the lens that bears his name in 1822.'
  const INVENTED = 'Augustin-Jean Fresnel invented the lens that bears his name'
  const TOWER = 'Its tower is four storeys high.'

  /**
   * [S1] and [S2] in a text are the pages in the order of the crawl; the model sees them in the order of the search.
   */
  const asModel = (say: string) => (request: ChatRequest) => {
    const system = request.messages[0]?.content ?? ''
    const sourceOf = (title: string) => new RegExp(`source="(S\\d+)">\\nTitle: ${title}$`, 'm').exec(system)?.[1] ?? ''
    const numbers = new Map([
      ['S1', sourceOf('Lighthouses')],
      ['S2', sourceOf('Lamps')],
    ])
    return say.replace(/(?<=\[)S[12]\b/g, (number) => numbers.get(number) ?? number)
  }

  async function judge(say: string) {
    service.say = asModel(say)
    const { events } = await person.stream('/api/answers', { ...QUESTION, pageIds })
    const [citations] = eventData(events, 'citations')
    const [done] = eventData(events, 'done')
    // Withdrawn text is not part of the answer.
    const from = events.findLastIndex(({ event }) => event === 'replace') + 1
    const text = textOf(events.slice(from))
    const uncited = (done.uncited ?? []).map(({ start, end }: { start: number; end: number }) => text.slice(start, end))
    return { text, citations, done, uncited, states: citations.map(({ state }: { state: string }) => state) }
  }

  it('judges each claim by the words that the model gave as support, and shows none of them [answers-13]', async () => {
    const { text, citations, states, uncited } = await judge(
      `${FRESNEL} [S2: "${FRESNEL}"] In 1822 ${INVENTED} [S2: "${FRESNEL}"]. ` +
        `${INVENTED} in 1832 [S2: "${INVENTED}"]. ` +
        `The lens was made of ice [S2: "made of ice"]. It weighs two tonnes [S40: "two tonnes"].`,
    )
    expect(states).toEqual(['quoted', 'paraphrased', 'differs', 'not-found', 'not-found'])
    const verified = citations.map((citation: { verified: boolean }) => citation.verified)
    expect(verified).toEqual([true, false, false, false, false])
    expect(text).toBe(
      `${FRESNEL} [1] In 1822 ${INVENTED} [2]. ${INVENTED} in 1832 [3]. The lens was made of ice [4]. It weighs two tonnes [5].`,
    )
    expect(uncited).toEqual([])
    const lamps = await person.get(`/api/pages/${pageIds[1]}`)
    for (const { sentence } of citations.slice(0, 3)) expect(lamps.body.content).toContain(sentence)
    for (const { sentence } of citations.slice(3)) expect(sentence).toBe('')
    expect(citations[2]).toMatchObject({
      pageId: pageIds[1],
      claim: `${INVENTED} in 1832`,
      sentence: FRESNEL,
      differences: [{ claim: '1832', source: '1822' }],
    })
  })

  it('does not accept a quotation that is not verbatim [answers-16]', async () => {
    const { states } = await judge(
      'It is known that "Augustin-Jean Fresnel invented the lens in 1822" [S2]. Augustin-Jean Fresnel invented "the lens that bears his name" in 1822 [S2].',
    )
    expect(states).toEqual([expect.stringMatching(/differs|not-found/), expect.stringMatching(/quoted|paraphrased/)])
  })

  it('lets one sentence cite two pages, each for its own part', async () => {
    const { text, citations } = await judge(
      `The tower is four storeys high [S1: "${TOWER}"] and Fresnel invented the lens in 1822 [S2: "${FRESNEL}"].`,
    )
    expect(text).toContain('high [1] and Fresnel invented the lens in 1822 [2].')
    expect(citations.map(({ pageId, claim }: { pageId: string; claim: string }) => [pageId, claim])).toEqual([
      [pageIds[0], 'The tower is four storeys high'],
      [pageIds[1], 'and Fresnel invented the lens in 1822'],
    ])
  })

  it('marks invented list items, cells and code, also after a refusal [answers-19]', async () => {
    const { uncited } = await judge(
      [
        'The selected pages don’t answer this. The lamp burns whale oil.',
        'Here is an overview:',
        `- ${FRESNEL} [S2: "${FRESNEL}"]\n  - It was made of ice.`,
        `| Part | Height | Made of |\n| --- | --- | --- |\n| Tower | four storeys [S1: "${TOWER}"] | granite |`,
        '```sh\nlens --polish\n```',
        `\`\`\`\n${TOWER}\n\`\`\``,
      ].join('\n\n'),
    )
    expect(uncited).toEqual([
      'The lamp burns whale oil.',
      'It was made of ice.',
      'granite',
      '```sh\nlens --polish\n```',
    ])
  })

  const REASONING = `Is it [S1: "${TOWER}"]? A ghost built it. No.`
  it.each([
    ['in tags', '', `<think>${REASONING}</think>`],
    ['with a closing tag alone', '', `${REASONING}\n</think>\n\n`],
    ["in the protocol's field", REASONING, ''],
  ])(
    'streams reasoning %s apart and never cites, stores, sends or exports it [answers-20]',
    async (_, field, inline) => {
      const chatId = await saveChat()
      const say = `${inline}${FRESNEL} [S2: "${FRESNEL}"]`
      service.say = asModel(say)
      service.reasoning = field
      onTestFinished(() => void (service.reasoning = ''))
      const { events } = await person.stream(`/api/chats/${chatId}/messages`, { question: 'Who invented the lens?' })
      const thoughts = eventData(events, 'reasoning').map(({ text }: { text: string }) => text)
      expect(thoughts.join('').trim().replace(/S\d+/, 'S1')).toBe(REASONING)
      const [, answer] = await historyOf(chatId)
      expect(answer).toMatchObject({ content: `${FRESNEL} [1]`, citations: [{ marker: 1, state: 'quoted' }] })
      expect(answer.citations).toHaveLength(1)
      const { body } = await person.get(`/api/chats/${chatId}/export?format=markdown`)
      expect(body).not.toMatch(/Is it|ghost|think/)
      await person.stream(`/api/chats/${chatId}/messages`, { question: 'When?' })
      expect(JSON.stringify(service.requests.at(-1)?.messages.slice(1))).not.toMatch(/Is it|ghost|think/)
      const { text, states } = await judge(say)
      expect([text, states]).toEqual([`${FRESNEL} [1]`, ['quoted']])
    },
  )

  it('says that an answer was cut at the token limit, also later and in an export [answers-21]', async () => {
    const chatId = await saveChat()
    service.say = asModel(`${FRESNEL} [S2: "${FRESNEL}"] The tower is [S1: "Its tower`)
    service.next = ['truncated']
    const { events } = await person.stream(`/api/chats/${chatId}/messages`, { question: 'Who invented the lens?' })
    expect(eventData(events, 'done')[0]).toMatchObject({ truncated: true, stopped: false })
    const [, answer] = await historyOf(chatId)
    expect(answer).toMatchObject({ truncated: true, content: `${FRESNEL} [1] The tower is` })
    expect(answer, 'the citation of the last sentence is missing only because it was cut').not.toHaveProperty('uncited')
    const { body } = await person.get(`/api/chats/${chatId}/export?format=markdown`)
    expect(body).toContain('The answer was cut at the length limit. Ask for the rest.')
  })

  it.each([
    ['Latin letters', 'n', 70_000],
    ['letters of two bytes', 'ü', 40_000],
    ['letters of three bytes', '字', 25_000],
  ])('cuts an answer without end in %s at 64 kB and says so', async (_, letter, count) => {
    const chatId = await saveChat()
    service.say = asModel(`${FRESNEL} ${letter.repeat(count)}`)
    await person.stream(`/api/chats/${chatId}/messages`, { question: 'Who invented the lens?' })
    const [, answer] = await historyOf(chatId)
    expect(answer).toMatchObject({ truncated: true })
    expect(answer.content).not.toContain('\uFFFD')
    expect(Buffer.byteLength(answer.content)).toBeGreaterThan(64_000)
    expect(Buffer.byteLength(answer.content)).toBeLessThanOrEqual(64 * 1024)
  })
})

describe('an answer', () => {
  it('reports the model and that it read every page, and stores both with the chat [answers-6]', async () => {
    const chatId = await saveChat()
    const { events } = await person.stream(`/api/chats/${chatId}/messages`, { question: 'Who invented the lens?' })
    const [done] = eventData(events, 'done')
    expect(done).toMatchObject({
      engine: 'gpt-4-turbo-preview',
      stopped: false,
      used: { wholePages: true, pages: 2, ofPages: 2 },
    })
    expect((await historyOf(chatId))[1]).toMatchObject({
      id: done.messageId,
      engine: 'gpt-4-turbo-preview',
      used: done.used,
    })
  })

  it('reports the sentences without a citation, and again when the chat is loaded', async () => {
    const chatId = await saveChat()
    service.say = 'Fresnel invented his lens in 1822 [S2]. It weighs two tonnes. Is that all?'
    const { events } = await person.stream(`/api/chats/${chatId}/messages`, { question: 'Who invented the lens?' })
    const [done] = eventData(events, 'done')
    const [, answer] = await historyOf(chatId)
    expect(answer.uncited).toEqual(done.uncited)
    expect(
      done.uncited.map(({ start, end }: { start: number; end: number }) => answer.content.slice(start, end)),
    ).toEqual(['It weighs two tonnes.'])
    service.say = 'The selected pages don’t answer this.'
    const refused = await person.stream(`/api/chats/${chatId}/messages`, { question: 'Who invented the wheel?' })
    expect(eventData(refused.events, 'done')[0]).not.toHaveProperty('uncited')
  })

  it('continues when the browser disconnects, and streams from the beginning when it reconnects [answers-12]', async () => {
    const held = Promise.withResolvers<void>()
    service.next = [{ hold: held.promise }]
    const chatId = await saveChat()
    const connection = new AbortController()
    const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(`${app.origin}/api/chats/${chatId}/messages`, {
      method: 'POST',
      signal: connection.signal,
      headers: { Cookie: cookie, Origin: app.origin, 'Content-Type': 'application/json' },
      body: JSON.stringify({ question: 'Who invented the lens?' }),
    })
    const id = response.headers.get('readback-answer-id')
    await response.body?.getReader().read()
    connection.abort()
    const stranger = await app.signUp()
    expect((await stranger.get(`/api/answers/${id}`)).status).toBe(404)
    const resumed = person.request('GET', `/api/answers/${id}`)
    held.resolve()
    const body: string = (await resumed).body
    expect(body).toContain('event: done')
    const history = await historyOf(chatId)
    expect(history).toMatchObject([{ role: 'user' }, { role: 'assistant', stopped: false }])
    expect(history[1].content).toContain('Fresnel invented the lens')
  })

  it('saves a stopped answer with its question as far as it was written, marked as stopped [answers-8]', async () => {
    const held = Promise.withResolvers<void>()
    service.next = [{ hold: held.promise }]
    const chatId = await saveChat()
    const begun = Promise.withResolvers<void>()
    const asked = person.stream(`/api/chats/${chatId}/messages`, { question: 'Who invented the lens?' }, (events) => {
      if (textOf(events)) begun.resolve()
    })
    await begun.promise
    expect((await person.post(`/api/chats/${chatId}/stop`)).status).toBe(204)
    const { events } = await asked
    held.resolve()
    expect(eventData(events, 'done')[0]).toMatchObject({ stopped: true, messageId: expect.any(String) })
    const history = await historyOf(chatId)
    expect(history).toMatchObject([
      { role: 'user', content: 'Who invented the lens?' },
      { role: 'assistant', stopped: true },
    ])
    expect(history[1].content).toBe(textOf(events))
    expect(history[1].content).toMatch(/^Augustin/)
    expect(history[1].content).not.toContain('1822')
  })

  it('replaces the messages from an edited question on, and keeps them when the new answer fails [answers-10]', async () => {
    const chatId = await saveChat()
    await person.stream(`/api/chats/${chatId}/messages`, { question: 'Who invented the lens?' })
    await person.stream(`/api/chats/${chatId}/messages`, { question: 'Who built the lighthouse?' })
    const [first, , second] = await historyOf(chatId)
    await person.stream(`/api/chats/${chatId}/messages`, { question: 'Who built Hook Head?', replaces: second.id })
    const changed = await historyOf(chatId)
    expect(
      changed.map(({ content }: { content: string }) => content).filter((_: string, n: number) => n % 2 === 0),
    ).toEqual(['Who invented the lens?', 'Who built Hook Head?'])
    service.next = [{ status: 401 }]
    await person.stream(`/api/chats/${chatId}/messages`, { question: 'Who?', replaces: first.id })
    expect(await historyOf(chatId), 'a failure changes nothing').toEqual(changed)
    const { status } = await person.stream(`/api/chats/${await saveChat()}/messages`, {
      question: 'Who?',
      replaces: first.id,
    })
    expect(status).toBe(404)
  })

  it('keeps what another tab wrote when that replaced the edited question meanwhile', async () => {
    const chatId = await saveChat()
    await person.stream(`/api/chats/${chatId}/messages`, { question: 'Who invented the lens?' })
    await person.stream(`/api/chats/${chatId}/messages`, { question: 'Who built the lighthouse?' })
    const [first, , second] = await historyOf(chatId)
    const edited = { userId: person.userId, tier: 'free', chatId, question: 'Who built Hook Head?' } as const
    const prepared = await prepareSavedAnswer(app.services, { ...edited, replaces: second.id })
    await person.stream(`/api/chats/${chatId}/messages`, { question: 'Who made the lens?', replaces: first.id })
    const written = await historyOf(chatId)
    await expect(prepared.answer({ onText: () => undefined })).rejects.toMatchObject({ code: 'chat.not-found' })
    expect(await historyOf(chatId)).toEqual(written)
  })

  it.each<[Fault, string]>([
    [
      { status: 401, error: { message: `Incorrect API key provided: ${KEY}` } },
      'Failed to get a response. Please try again.',
    ],
    ['cut', 'Failed to get a response. Please try again.'],
    ['malformed', 'Failed to get a response. Please try again.'],
    ['refusal', 'No response received from OpenAI'],
    ['no-choices', 'No response received from OpenAI'],
  ])('reports a failure of the service (%j) and saves nothing [answers-2]', async (misbehavior, words) => {
    const chatId = await saveChat()
    service.next = [misbehavior]
    const { events } = await person.stream(`/api/chats/${chatId}/messages`, { question: 'Who invented the lens?' })
    expect(events.at(-1)).toMatchObject({ event: 'error', data: { error: { message: words } } })
    expect(JSON.stringify(events)).not.toContain(KEY)
    expect(await historyOf(chatId)).toEqual([])
  })
})

describe('the cause of a failed answer', () => {
  const quota = { message: 'You exceeded your current quota', type: 'insufficient_quota', code: 'insufficient_quota' }
  const region = {
    message: 'Country, region, or territory not supported',
    code: 'unsupported_country_region_territory',
  }

  it.each<[Fault, string, string]>([
    [{ status: 401 }, 'answer.failed', 'model.key-refused'],
    [{ status: 429, error: quota }, 'answer.failed', 'model.quota-used'],
    [{ status: 403, error: region }, 'answer.failed', 'model.region-refused'],
    ['refusal', 'answer.empty', 'model.no-text'],
    ['malformed', 'answer.failed', 'settings.ai-failed'],
  ])('%j is sent to administrators, and to no one else [answers-22]', async (misbehavior, code, cause) => {
    const ask = async () => {
      service.next = [misbehavior]
      const { events } = await person.stream('/api/answers', { question: 'Who invented the lens?', pageIds })
      return events.at(-1)?.data.error
    }
    const told = await ask()
    expect(told.code).toBe(code)
    expect(JSON.stringify(told)).not.toMatch(/cause|model\.|settings\./)
    const { db } = app.services
    await db.insert(adminUsers).values({ id: person.userId })
    onTestFinished(async () => void (await db.delete(adminUsers)))
    const { host } = new URL(service.url)
    expect(await ask()).toMatchObject({
      code,
      message: told.message,
      values: { cause: { code: cause, values: { host } } },
    })
  })
})

describe('a finished answer', () => {
  it('reports that it cannot be stored and leaves neither message [answers-1]', async () => {
    const { db } = app.services
    const chatId = await saveChat()
    await db.execute(sql`create function refuse_message() returns trigger language plpgsql as
      $$ begin raise exception 'refused by the test'; end $$`)
    await db.execute(sql`create trigger refuse_message before insert on chat_messages for each row
      when (new.role = 'assistant') execute function refuse_message()`)
    const { events } = await person.stream(`/api/chats/${chatId}/messages`, { question: 'Who invented the lens?' })
    await db.execute(sql`drop trigger refuse_message on chat_messages`)
    expect(events.at(-1)).toMatchObject({ event: 'error', data: { error: { message: 'Failed to save message' } } })
    expect(await historyOf(chatId)).toEqual([])
  })
})

describe('a selection of a thousand pages', () => {
  it('fits a context of 8,000 tokens with the best passages and as many titles as possible [answers-7]', async () => {
    const ids = await storePages(1000)
    const openai = { ...settings(), provider: 'compatible' as const, model: 'a-small-model', contextTokens: 8192 }
    service.models.add('a-small-model')
    service.maxCharacters = 8192 * 4
    const small = { ...app.services, engine: chooseEngine(openai, app.services.log) }
    for (const question of [
      'Which beacon is on rock number 777?',
      'Tell me everything about all of it',
      'x'.repeat(4000),
    ]) {
      const history = [{ role: 'assistant' as const, content: 'y '.repeat(40_000) }]
      const asked = { userId: person.userId, tier: 'enterprise' as const, question, pageIds: ids, history }
      const prepared = await prepareUnsavedAnswer(small, asked)
      const answer = await prepared.answer({ onText: () => {} })
      expect(answer.used).toMatchObject({ wholePages: false, ofPages: 1000, ofPassages: 3000 })
      expect(answer.used.pages).toBeGreaterThan(10)
    }
    const [first] = service.requests
    expect(first?.messages[0]?.content).toContain('rock number 777')
    expect(first?.messages.reduce((sum, { content }) => sum + content.length, 0)).toBeGreaterThan(12_000)
    service.maxCharacters = Infinity
  })
})

describe('the choice of a model', () => {
  it('is open among the models that the administrator allows; answers keep model, tokens and cost [models-9]', async () => {
    const openrouter = await startModelServer('openrouter')
    openrouter.models = new Set(['large', 'small', 'secret'])
    const administrator = await signUpAdministrator(app)
    onTestFinished(async () => {
      await administrator.request('DELETE', '/api/admin/models/chat')
      await openrouter.close()
    })
    const service = { provider: 'openrouter', address: `${openrouter.url}/v1`, model: 'large' }
    const alternatives = [{ model: 'small', price: { input: 1_000, output: 10_000 } }]
    await administrator.put('/api/admin/models/chat', { ...service, alternatives })
    expect((await app.visitor.get('/api/instance')).body.engine.models).toEqual(['large', 'small'])

    const today = async () => (await person.get('/api/usage')).body.days.at(-1)
    const before = await today()
    const chatId = await saveChat()
    const ask = async (model?: string) => {
      const question = { question: 'How high is the tower?', model }
      const { events } = await person.stream(`/api/chats/${chatId}/messages`, question)
      return eventData(events, 'done')[0]
    }
    const small = await ask('small')
    const { tokens, cost } = small.used
    expect(openrouter.requests.at(-1)?.body['model']).toBe('small')
    expect(small.engine).toBe('small')
    expect(tokens.output).toBe(9)
    expect(cost).toBeCloseTo((tokens.input * 1_000 + 9 * 10_000) / 1e6)
    const large = await ask()
    expect([large.engine, large.used.tokens.output, large.used.cost]).toEqual(['large', 9, undefined])
    const engines = (await historyOf(chatId)).map(({ engine }: { engine?: string }) => engine)
    expect(engines).toEqual([undefined, 'small', undefined, 'large'])

    const after = await today()
    expect(after.tokens - before.tokens).toBe(tokens.input + large.used.tokens.input + 18)
    expect(after.cost - before.cost).toBeCloseTo(cost)
    expect((await administrator.get('/api/usage')).body.days.at(-1)).toMatchObject({ tokens: 0, cost: 0 })
    const { days } = (await administrator.get('/api/admin/activity?days=30')).body
    expect(days.at(-1)).toMatchObject({ tokens: after.tokens, cost: after.cost })

    const refused = await person.post(`/api/chats/${chatId}/messages`, { question: 'How high?', model: 'secret' })
    expect([refused.status, refused.body.error.code]).toEqual([400, 'model.not-allowed'])
  })
})

/** Inserts pages of three passages each. */
async function storePages(count: number): Promise<string[]> {
  const { db } = app.services
  const [crawl] = await db.select({ id: crawls.id }).from(crawls).limit(1)
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const content = [1, 2, 3]
      .map(
        (part) =>
          `## Part ${part}\n\n${`The beacon of part ${part} stands on rock number ${n} and is lit at dusk. `.repeat(12)}`,
      )
      .join('\n\n')
    const [page] = await db
      .insert(pages)
      .values({
        userId: person.userId,
        crawlId: crawl?.id ?? null,
        url: `https://example.org/rocks/${n}`,
        finalUrl: `https://example.org/rocks/${n}`,
        title: `Rock number ${n}`,
        summary: `What is on rock number ${n}. It is a beacon.`,
        content,
        contentHash: `hash ${n}`,
        processedHash: `hash ${n}`,
        depth: 1,
        analysis: 'done',
      })
      .returning({ id: pages.id })
    const pageId = page?.id ?? ''
    await db.insert(passages).values(
      splitPassages(content)
        .slice(0, 3)
        .map((span, position) => ({ pageId, position, ...span })),
    )
    ids.push(pageId)
  }
  return ids
}
