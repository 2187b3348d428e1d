import { like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { chatMessages, openQuestions, pages } from '#server/platform/db/schema/index.ts'
import { enqueueGapCheck } from '#server/platform/open-queue.ts'
import { startAiService } from '#test/ai-service.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'
import { unsafeCheckGapsOfChat } from './notebook-gaps.ts'

let app: TestApp
let site: Website
let person: Person
let notebook: string
let chat: string
let pageIds: string[]

const page = (title: string, text: string) =>
  `<html lang="en"><title>${title}</title><main><h1>${title}</h1><p>${text}</p></main></html>`
const LAMP = 'The lighthouse lamp was built in Waterford and has burned since the thirteenth century.'
const BATTERIES = 'Who replaces the batteries of the lamp?'

async function crawl(): Promise<string[]> {
  const { body } = await person.post('/api/crawls', { url: site.origin, maxPages: 1 })
  return waitFor('the crawl', async () => {
    const { body: current } = await person.get(`/api/crawls/${body.id}`)
    return current.status === 'finished' && current.pages.map(({ id }: { id: string }) => id)
  })
}
async function save(ids: string[]): Promise<string> {
  await person.post('/api/knowledge', { pageIds: ids })
  const lists = { crawled_pages: ids, selected_pages: ids, chat_history: [] }
  return (await person.post('/api/chats', { title: 'Harbour', ...lists, notebook_id: notebook })).body.id
}
const gaps = async () => (await person.get(`/api/notebooks/${notebook}/gaps`)).body
const check = async () => (await person.post(`/api/notebooks/${notebook}/gaps`)).body
const ask = (question: string) => person.post(`/api/chats/${chat}/messages`, { question })
const askUnsaved = (question: string) => person.post('/api/answers', { question, pageIds })
const decide = (id: string, decision: string) => person.patch(`/api/notebooks/${notebook}/gaps/${id}`, { decision })

beforeAll(async () => {
  site = await openWebsite({ '/': page('Lighthouse', LAMP) })
  app = await openTestApp({ allowPrivateHosts: [site.host] })
  person = await app.signUp()
  notebook = (await person.post('/api/notebooks', { title: 'Harbour' })).body.id
  pageIds = await crawl()
  chat = await save(pageIds)
})

afterAll(async () => {
  await app?.close()
  await site?.close()
})

describe('the gaps of a notebook', () => {
  it('are its unanswered questions by subject, with the closest page, and no answered question [gaps-1]', async () => {
    expect(await gaps()).toMatchObject({ gaps: [], checked_at: null, needs_check: false, records_questions: true })
    await ask('Where was the lighthouse lamp built?')
    await ask(BATTERIES)
    await ask('replacing the lamp batteries')
    await askUnsaved('Is there a parking lot for visitors?')
    await ask('Can you summarize these pages?')
    // Refused because of their language: the pages may well answer them.
    await ask('Wo wurde die Lampe des Turms gebaut?')
    await askUnsaved('Wo wurde die Lampe des Turms gebaut?')
    // As an answer that leaves something open.
    const summaries = await app.services.db
      .update(chatMessages)
      .set({ used: sql`used || '{"kind": "closest"}'` })
      .where(like(chatMessages.content, '###%'))
      .returning({ id: chatMessages.id })
    expect(summaries).toHaveLength(1)
    const { gaps: found } = await gaps()
    expect(found).toMatchObject([
      { questions: ['replacing the lamp batteries', BATTERIES], count: 2, decision: 'open' },
      { questions: ['Is there a parking lot for visitors?'], count: 1, refused: 1, closest: null, answered_by: null },
    ])
    expect(found[0].closest).toMatchObject({ title: 'Lighthouse', sentence: LAMP })
  })

  it('say that they are answered since once a newer page answers them [gaps-2]', async () => {
    const [before] = (await check()).gaps
    expect(before.answered_by).toBeNull()
    const sentence = 'The keeper replaces the batteries of the lamp every six weeks.'
    site.set('/', page('Lamp batteries', sentence))
    await save(await crawl())
    expect(await gaps()).toMatchObject({ needs_check: true })
    const checked = await check()
    expect(checked).toMatchObject({ needs_check: false, checked_at: expect.any(String) })
    expect(checked.gaps[0].answered_by).toMatchObject({ title: 'Lamp batteries', sentence })
    expect(checked.gaps[1].answered_by).toBeNull()
    expect((await gaps()).gaps).toEqual(checked.gaps)
  })

  it('are asked again in the background once for pages that join the notebook together [gaps-5]', async () => {
    const sentence = 'The keeper replaces the batteries of the lamp every seven weeks.'
    site.set('/', page('Lamp batteries', sentence))
    const chatId = await save(await crawl())
    const { db, queue } = app.services
    const waiting = () =>
      db.execute(sql`select id from pgboss.job where name = 'check-gaps' and data ->> 'chatId' = ${chatId}`)
    expect(await waiting()).toMatchObject({ rows: [{}] })
    await db.transaction((tx) => enqueueGapCheck(queue, tx, chatId))
    expect(await waiting()).toMatchObject({ rows: [{}] })
    expect(await gaps()).toMatchObject({ needs_check: true })
    await unsafeCheckGapsOfChat(app.services, { chatId })
    const checked = await gaps()
    expect(checked).toMatchObject({ needs_check: false, gaps: [{ answered_by: { sentence } }, {}] })
    await unsafeCheckGapsOfChat(app.services, { chatId })
    expect(await gaps()).toEqual(checked)
  })

  it('are resolved until they are asked in vain again, ignored for good, and shown again', async () => {
    const [first, second] = (await gaps()).gaps
    expect((await decide(first.id, 'resolved')).body).toMatchObject({ id: first.id, decision: 'resolved' })
    expect((await decide(second.id, 'ignored')).body.decision).toBe('ignored')
    await ask(BATTERIES)
    await askUnsaved('Is there a parking lot for visitors?')
    expect((await gaps()).gaps).toMatchObject([
      { id: first.id, decision: 'open', count: 3, answered_by: null },
      { id: second.id, decision: 'ignored', count: 2 },
    ])
    expect((await decide(second.id, 'open')).body.decision).toBe('open')
  })

  it('of another user are not found', async () => {
    const stranger = await app.signUp()
    const [{ id }] = (await gaps()).gaps
    const path = `/api/notebooks/${notebook}/gaps`
    const settings = { records_questions: false }
    const answers = [
      await stranger.get(path),
      await stranger.post(path),
      await stranger.patch(path, settings),
      await stranger.patch(`${path}/${id}`, { decision: 'ignored' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(await gaps()).toMatchObject({ records_questions: true, gaps: [{ decision: 'open' }, {}] })
  })

  it('keep the questions of programs for the chosen days, and none when recording is off [gaps-3]', async () => {
    const path = `/api/notebooks/${notebook}/gaps`
    await app.services.db.update(openQuestions).set({ askedAt: sql`now() - interval '8 days'` })
    expect((await gaps()).gaps).toHaveLength(2)
    expect((await person.patch(path, { keep_questions_days: 7 })).body.gaps).toHaveLength(1)
    await askUnsaved('Is there a parking lot for visitors?')
    expect((await gaps()).gaps).toHaveLength(2)
    const off = (await person.patch(path, { records_questions: false })).body
    expect(off).toMatchObject({ records_questions: false, keep_questions_days: 7, gaps: [{ count: 3 }] })
    await askUnsaved('Is there a parking lot for visitors?')
    expect((await gaps()).gaps).toHaveLength(1)
    expect(await app.services.db.select().from(openQuestions)).toEqual([])
  })

  it('are shown as they were asked, not with the spelling that the search tried [gaps-7]', async () => {
    await person.patch(`/api/notebooks/${notebook}/gaps`, { records_questions: true })
    await ask('Where does the burnet grow?')
    await askUnsaved('Where does the burnet grow?')
    expect((await gaps()).gaps).toContainEqual(
      expect.objectContaining({ questions: ['Where does the burnet grow?'], count: 2 }),
    )
  })
})

it('a question whose answer by a language model has a claim that the pages lack is a gap, in a chat and without one [gaps-6]', async () => {
  const service = await startAiService()
  const openai = {
    baseUrl: service.url,
    apiKey: undefined,
    model: 'gpt-4-turbo-preview',
    fallbackModel: 'gpt-4.1',
    embeddingModel: undefined,
    contextTokens: undefined,
    answerContextTokens: 12_000,
  }
  const withModel = await openTestApp({ openai })
  onTestFinished(async () => {
    await withModel.close()
    await service.close()
  })
  const { userId, post, get } = await withModel.signUp()
  const url = 'https://lighthouse.test/'
  const content = `# Lighthouse\n\n${LAMP}`
  const row = {
    userId,
    url,
    finalUrl: url,
    title: 'Lighthouse',
    content,
    contentHash: 'lamp',
    language: 'en',
    depth: 1,
  }
  const stored = await withModel.services.db.insert(pages).values(row).returning({ id: pages.id })
  const ids = stored.map(({ id }) => id)
  const lists = { crawled_pages: ids, selected_pages: ids, chat_history: [] }
  await post('/api/knowledge', { pageIds: ids })
  const saved = await post('/api/chats', { title: 'Harbour', ...lists })

  service.say = `${LAMP} [S1: "${LAMP}"]`
  await post(`/api/chats/${saved.body.id}/messages`, { question: 'Where was the lighthouse lamp built?' })
  service.say = `${LAMP} [S1: "${LAMP}"] Its bulb was made in Paris [S1: "made in Paris"].`
  await post(`/api/chats/${saved.body.id}/messages`, { question: 'Where was the bulb made?' })
  await post('/api/answers', { question: 'Which factory delivered the glass?', pageIds: ids })
  const { notebooks } = (await get('/api/notebooks')).body
  const { body } = await get(`/api/notebooks/${notebooks[0].id}/gaps`)
  expect(body.gaps).toMatchObject([
    { questions: ['Which factory delivered the glass?'], refused: 0, unconfirmed: 1, closest: { sentence: LAMP } },
    { questions: ['Where was the bulb made?'], refused: 0, unconfirmed: 1, closest: { sentence: LAMP } },
  ])
})
