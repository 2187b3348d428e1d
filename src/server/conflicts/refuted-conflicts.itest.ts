/** Conflicts that a connected language model discards, over HTTP with a stand-in model. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { pages } from '#server/platform/db/schema/index.ts'
import { type AiService, startAiService } from '#test/ai-service.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'

let app: TestApp
let service: AiService
let person: Person

const CONTENTS = [
  '# Relay\n\nUploads to the relay are limited to 1 GB.\n\nThe relay team plan costs $12 per month.',
  '# Limits of the relay\n\nThe maximum size of uploads to the relay is 512 MB.\n\nThe price of the relay team plan is $15 per month.',
]

beforeAll(async () => {
  service = await startAiService()
  const openai = {
    baseUrl: service.url,
    apiKey: undefined,
    model: 'gpt-4-turbo-preview',
    fallbackModel: 'gpt-4.1',
    embeddingModel: undefined,
    contextTokens: undefined,
    answerContextTokens: 12_000,
  }
  app = await openTestApp({ openai })
  person = await app.signUp()
})
beforeEach(() => {
  service.requests = []
  service.say = null
})
afterAll(async () => {
  await app?.close()
  await service?.close()
})

/** A new notebook with both pages. */
async function openNotebook() {
  const { id } = (await person.post('/api/notebooks', { title: 'Relay' })).body
  const rows = CONTENTS.map((content, n) => {
    const url = `https://relay.test/${id}/page-${n}`
    const title = content.slice(2, content.indexOf('\n'))
    const { userId } = person
    return { userId, url, finalUrl: url, title, content, contentHash: `${id} ${n}`, language: 'en', depth: 1 }
  })
  const stored = await app.services.db.insert(pages).values(rows).returning({ id: pages.id })
  const ids = stored.map((page) => page.id)
  await person.post('/api/chats', {
    title: 'Relay',
    crawled_pages: ids,
    selected_pages: [],
    chat_history: [],
    notebook_id: id,
  })
  const states = ({ body }: { body: { conflicts: { property: string; dismissed: boolean }[] } }) =>
    body.conflicts.map(({ property, dismissed }) => ({ property, dismissed }))
  return {
    search: async () => states(await person.post(`/api/notebooks/${id}/conflicts`)),
    list: async () => (await person.get(`/api/notebooks/${id}/conflicts`)).body.conflicts,
  }
}
const OPEN = [
  { property: 'maximum', dismissed: false },
  { property: 'price', dismissed: false },
]
const PRICE_DISMISSED = [OPEN[0], { property: 'price', dismissed: true }]

it('a connected model may dismiss new conflicts; each is sent once, and a person’s decision stays [conflicts-3]', async () => {
  const { search, list } = await openNotebook()
  service.say = ({ messages }) => (messages.at(-1)?.content.includes('$12') ? '1' : 'none')
  expect(await search()).toEqual(PRICE_DISMISSED)
  expect(service.requests).toHaveLength(2)
  const sent = service.requests.map(({ messages }) => messages.at(-1)?.content ?? '').join('\n')
  expect(sent).toContain('The relay team plan costs $12 per month.')

  expect(await search()).toEqual(PRICE_DISMISSED)
  const [, price] = await list()
  await person.patch(`/api/conflicts/${price.id}`, { dismissed: false })
  expect(await search()).toEqual(OPEN)
  expect(service.requests).toHaveLength(2)
})

it('nothing is discarded or shown when the model fails or says anything but numbers [conflicts-4]', async () => {
  const failing = await openNotebook()
  service.next = [{ status: 500 }]
  expect(await failing.search()).toEqual(OPEN)
  expect(service.requests).toHaveLength(1)

  const talking = await openNotebook()
  service.say = 'Pair 1 is fine, and the crane lifts 3 tons while the relay lifts 5.'
  expect(await talking.search()).toEqual(OPEN)
  expect(JSON.stringify(await talking.list())).not.toContain('crane')

  const outOfRange = await openNotebook()
  service.say = '7'
  expect(await outOfRange.search()).toEqual(OPEN)
})
