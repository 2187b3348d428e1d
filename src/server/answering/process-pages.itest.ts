import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AppEvent } from '#shared/events.ts'
import { pages } from '#server/platform/db/schema/index.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { waitFor } from '#test/wait-for.ts'

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app?.close())

async function storePages(person: Person, count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, n) => ({
    userId: person.userId,
    url: `https://site.test/${n}`,
    finalUrl: `https://site.test/${n}`,
    title: `Page ${n}`,
    content: `# Page ${n}\n\nPage ${n} describes the harbour and its ships.`,
    contentHash: `hash ${n}`,
    depth: 1,
  }))
  return (await app.services.db.insert(pages).values(rows).returning({ id: pages.id })).map(({ id }) => id)
}

it('publishes progress while it processes 1,000 pages [process-pages-1]', async () => {
  const person = await app.signUp()
  const received: Extract<AppEvent, { type: 'knowledge' }>[] = []
  const unsubscribe = app.services.events.subscribe(
    person.userId,
    (event) => event.type === 'knowledge' && received.push(event),
  )
  const pageIds = await storePages(person, 1000)
  const { body } = await person.post('/api/knowledge', { pageIds })
  expect(body).toEqual({ processed: 1000, unchanged: 0, passages: 1000 })
  await waitFor('the last event', async () => received.at(-1)?.pages === 1000)
  unsubscribe()
  expect(received[0]).toEqual({ type: 'knowledge', pages: 0, ofPages: 1000 })
  expect(received.map(({ pages: ready }) => ready)).toEqual(
    received.map(({ pages: ready }) => ready).toSorted((a, b) => a - b),
  )
  expect(received.length).toBeGreaterThan(5)
})

it('processes no unchanged page again, and counts the same passages for concurrent requests [process-pages-2]', async () => {
  const person = await app.signUp()
  const pageIds = await storePages(person, 120)
  const answers = await Promise.all([1, 2].map(() => person.post('/api/knowledge', { pageIds })))
  expect(answers.map(({ status, body }) => [status, body.passages])).toEqual([
    [200, 120],
    [200, 120],
  ])
  const again = await person.post('/api/knowledge', { pageIds: [...pageIds, ...pageIds] })
  expect(again.body).toEqual({ processed: 0, unchanged: 120, passages: 120 })
})

it('processes only new pages [process-pages-3]', async () => {
  const person = await app.signUp()
  const [first = '', ...others] = await storePages(person, 3)
  await person.post('/api/knowledge', { pageIds: [first] })
  expect((await person.post('/api/knowledge', { pageIds: [first, ...others] })).body).toMatchObject({
    processed: 2,
    unchanged: 1,
  })
})
