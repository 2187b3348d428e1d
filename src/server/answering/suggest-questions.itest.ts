import { afterAll, beforeAll, expect, it } from 'vitest'
import { pages } from '#server/platform/db/schema/index.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app?.close())

const CONTENTS = {
  en: `# The lamp manual\n\nThis manual describes the lamp, its parts and their care.\n\n## Cleaning the Glass\n\nTo clean the glass, take it off the lamp and wash it in warm water with a little soap. Dry the glass with a soft cloth before it is put back.\n\n## Wick Holders\n\nWick holders are small tubes of brass. A wick holder keeps the wick upright, so that the flame of the lamp stays even and does not blacken the glass.`,
  de: `# Das Lampenhandbuch\n\nDieses Handbuch beschreibt die Lampe und ihre Pflege.\n\n## Dochthalter\n\nEin Dochthalter ist ein kleines Rohr aus Messing. Der Dochthalter hält den Docht aufrecht, damit die Flamme der Lampe gleichmäßig brennt und das Glas nicht schwärzt.\n\n## Wie oft muss das Glas gereinigt werden?\n\nDas Glas muss jede Woche einmal gereinigt werden, bei starkem Ruß auch häufiger. Nehmen Sie das Glas dazu von der Lampe ab.`,
}

async function storePage(person: Person, language: keyof typeof CONTENTS): Promise<string> {
  const url = `https://site.test/${language}`
  const content = CONTENTS[language]
  const title = content.slice(2, content.indexOf('\n'))
  const row = { userId: person.userId, url, finalUrl: url, title, content, contentHash: language, language, depth: 1 }
  const [page] = await app.services.db.insert(pages).values(row).returning({ id: pages.id })
  return page?.id ?? ''
}

it.each([
  ['en', ['How do I clean the glass?', 'What are wick holders?']],
  ['de', ['Wie oft muss das Glas gereinigt werden?', 'Was ist ein Dochthalter?']],
] as const)('suggests questions in the language of the pages, and answers each (%s)', async (language, expected) => {
  const person = await app.signUp()
  const pageIds = [await storePage(person, language)]
  await person.post('/api/knowledge', { pageIds })
  const { status, body } = await person.post('/api/knowledge/questions', { pageIds })
  expect(status).toBe(200)
  expect(body.questions.toSorted()).toEqual([...expected].toSorted())
  for (const question of body.questions) {
    const { events } = await person.stream('/api/answers', { question, pageIds })
    const done = events.find(({ event }) => event === 'done')
    expect({ question, kind: done?.data.used.kind }).toEqual({ question, kind: 'answer' })
  }
})

it('suggests nothing for pages without headings, and refuses an empty list and pages of another user', async () => {
  const person = await app.signUp()
  const stranger = await app.signUp()
  const pageId = await storePage(person, 'en')
  expect((await person.post('/api/knowledge/questions', { pageIds: [] })).status).toBe(400)
  expect((await stranger.post('/api/knowledge/questions', { pageIds: [pageId] })).status).toBe(404)
  const url = 'https://site.test/plain'
  const plain = {
    userId: person.userId,
    url,
    finalUrl: url,
    title: 'Plain',
    content: 'Just a line.',
    contentHash: 'p',
    depth: 1,
  }
  const [page] = await app.services.db.insert(pages).values(plain).returning({ id: pages.id })
  const { body } = await person.post('/api/knowledge/questions', { pageIds: [page?.id] })
  expect(body).toEqual({ questions: [] })
})
