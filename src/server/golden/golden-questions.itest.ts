import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setTier } from '#server/admin/set-tier.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'

let app: TestApp
let site: Website
let person: Person
let notebook: string
let pageIds: string[]

const html = (title: string, text: string, links = '') =>
  `<html lang="en"><title>${title}</title><main><h1>${title}</h1><p>${text}</p>${links}</main></html>`
const LIMIT = 'Uploads to the harbour archive are limited to 10 MB.'
const FOUNDED = 'The harbour archive was founded in 1998 by fishermen.'
const HOLDERS = 'Wick holders are small tubes of brass.'
const LAMP = `${FOUNDED}</p><h2>Wick Holders</h2><p>${HOLDERS} A wick holder keeps the wick upright, so that the flame of the lamp stays even and does not blacken the glass.`
const questions = () => [
  { question: 'How large may an upload to the harbour archive be?', page: `${site.origin}/limits`, sentence: LIMIT },
  { question: 'When was the harbour archive founded?', page: '/about', must_include: ['1998'] },
]

async function crawl(owner = person): Promise<string[]> {
  const { body } = await owner.post('/api/crawls', { url: site.origin, maxPages: 5 })
  return waitFor('the crawl', async () => {
    const { body: current } = await owner.get(`/api/crawls/${body.id}`)
    return current.status === 'finished' && current.pages.map(({ id }: { id: string }) => id)
  })
}
const save = (crawled: string[], { owner = person, notebookId = notebook } = {}) =>
  owner.post('/api/chats', {
    title: 'Harbour',
    crawled_pages: crawled,
    selected_pages: [],
    chat_history: [],
    notebook_id: notebookId,
  })
const run = async () => (await person.post(`${notebookPath()}/golden-runs`)).body
const notebookPath = () => `/api/notebooks/${notebook}`

beforeAll(async () => {
  site = await openWebsite({
    '/': html('Harbour', 'Welcome to the harbour.', '<a href="/limits">Limits</a> <a href="/about">About</a>'),
    '/limits': html('Limits', `This page lists what is allowed. ${LIMIT}`),
    '/about': html('About', `This page tells the history. ${FOUNDED}`),
  })
  app = await openTestApp({ allowPrivateHosts: [site.host] })
  person = await app.signUp()
  notebook = (await person.post('/api/notebooks', { title: 'Harbour' })).body.id
  pageIds = await crawl()
})

afterAll(async () => {
  await app?.close()
  await site?.close()
})

describe('the golden questions of a notebook', () => {
  it('run once at a time for one user', async () => {
    const busy = await app.signUp()
    await setTier(app.services.db, { userId: busy.userId, tier: 'pro' })
    const { body } = await busy.post('/api/notebooks', { title: 'Busy' })
    const crawled = await crawl(busy)
    await save(crawled, { owner: busy, notebookId: body.id })
    const path = `/api/notebooks/${body.id}`
    // So many that the second request arrives long before the first run ends.
    const many = Array.from({ length: 40 }, (_, n) => {
      return { question: `How large may upload number ${n} to the harbour archive be?`, must_include: ['10'] }
    })
    const file = JSON.stringify({ questions: many })
    await busy.post(`${path}/golden-questions/import`, { format: 'yaml', file })
    const runs = await Promise.all([busy.post(`${path}/golden-runs`), busy.post(`${path}/golden-runs`)])
    const [run, refused] = runs.toSorted((one, other) => one.status - other.status)
    expect(run).toMatchObject({ status: 200, body: { questions: many, runs: [{ pages: 3 }] } })
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'request.too-many-at-once' } } })
  })

  it('pass, turn red when their page changes, and are answered again later, without a charge [golden-1]', async () => {
    const file = JSON.stringify({ questions: questions() })
    const imported = await person.post(`${notebookPath()}/golden-questions/import`, { format: 'yaml', file })
    expect(imported.body.questions).toMatchObject(questions())
    expect(await run()).toMatchObject({ runs: [{ pages: 0, lost: 2 }], results: [{ outcome: 'lost' }, {}] })

    await save(pageIds)
    const { credits_count } = (await person.get('/api/credits')).body
    const second = await run()
    expect(second.results).toMatchObject([
      { outcome: 'passed', newly_answered: true, found: { url: `${site.origin}/limits`, sentence: LIMIT } },
      { outcome: 'passed', newly_answered: true },
    ])
    expect((await run()).results).toEqual(second.results.map((each: object) => ({ ...each, newly_answered: false })))

    const more = 'Uploads to the harbour archive are limited to 25 MB.'
    site.set('/limits', html('Limits', `This page lists what is allowed. ${more}`))
    await save(await crawl())
    const changed = await run()
    expect(changed.results).toMatchObject([
      { outcome: 'changed', expected: LIMIT, found: { sentence: more } },
      { outcome: 'passed' },
    ])
    expect(changed.runs).toMatchObject([{ passed: 1, changed: 1, pages: 3 }, {}, {}, { lost: 2 }])
    expect((await person.get(`${notebookPath()}/golden-questions`)).body).toEqual(changed)
    expect((await person.get('/api/credits')).body.credits_count).toBe(credits_count - 3)
  })

  it('show what was expected beside what the pages answer now when they are lost [golden-3]', async () => {
    const instead = 'An upload to the harbour archive may be as large as your plan allows.'
    site.set('/limits', html('Limits', instead))
    await save(await crawl())
    expect((await run()).results).toMatchObject([
      { outcome: 'lost', expected: LIMIT, found: { url: `${site.origin}/limits`, sentence: instead } },
      { outcome: 'passed' },
    ])
  })

  it('are exported as a file with its site, which imports to the same questions and site [golden-5]', async () => {
    const site = { site: 'https://docs.example.org/', folder: 'build', pages: 200, depth: 4 }
    expect((await person.put(`${notebookPath()}/golden-site`, site)).body).toEqual(site)
    const { questions: before } = (await person.get(`${notebookPath()}/golden-questions`)).body
    for (const [format, type] of [
      ['yaml', 'application/yaml'],
      ['json', 'application/json'],
      ['csv', 'text/csv'],
    ] as const) {
      const exported = await person.get(`${notebookPath()}/golden-questions/export?format=${format}`)
      expect(exported.headers.get('content-type')).toContain(type)
      await person.put(`${notebookPath()}/golden-site`, {})
      const file = typeof exported.body === 'string' ? exported.body : JSON.stringify(exported.body)
      const import_ = { format: format === 'csv' ? 'csv' : 'yaml', file }
      const again = await person.post(`${notebookPath()}/golden-questions/import`, import_)
      expect(again.body.questions).toEqual(before)
      const { body } = await person.get(`${notebookPath()}/golden-questions`)
      expect(body.site).toEqual(format === 'csv' ? {} : site)
      await person.put(`${notebookPath()}/golden-site`, site)
    }
    expect((await person.put(`${notebookPath()}/golden-site`, { site: 'ftp://docs.example.org' })).status).toBe(400)
  })

  it('are suggested from the pages, each with a sentence that passes, until they are kept [golden-4]', async () => {
    const suggestions = async () => (await person.get(`${notebookPath()}/golden-suggestions`)).body.questions
    site.set('/about', html('About', LAMP))
    await save(await crawl())
    const suggested = await suggestions()
    expect(suggested).toEqual([
      { question: 'What are wick holders?', page: `${site.origin}/about`, title: 'About', sentence: HOLDERS },
    ])
    const { question, page, sentence } = suggested[0]
    const kept = await person.post(`${notebookPath()}/golden-questions`, { question, page, sentence })
    expect((await run()).results).toContainEqual(
      expect.objectContaining({ question_id: kept.body.id, outcome: 'passed' }),
    )
    expect(await suggestions()).toEqual([])
    await person.delete(`/api/golden-questions/${kept.body.id}`)
  })

  it('are lost when their page is deleted and the site crawled again, not when that crawl was cut short [golden-6]', async () => {
    const start = html('Harbour', 'Welcome to the harbour.', '<a href="/limits">Limits</a> <a href="/tides">Tides</a>')
    site.set('/', start)
    site.set('/tides', html('Tides', 'The tide table of the harbour archive is printed every spring.'))
    await save(await crawl())
    const { body: added } = await person.post(`${notebookPath()}/golden-questions`, {
      question: 'When is the tide table of the harbour archive printed?',
      page: '/tides',
    })
    const outcome = async () =>
      (await run()).results.find(({ question_id }: { question_id: string }) => question_id === added.id).outcome
    expect(await outcome()).toBe('passed')

    // Still linked: the site says that it is gone, or leads to another page.
    for (const answer of [{ status: 404 }, { status: 301, headers: { location: '/about' } }]) {
      site.set('/tides', answer)
      await save(await crawl())
      expect(await outcome()).toBe('lost')
    }
    site.set('/tides', html('Tides', 'The tide table of the harbour archive is printed every spring.'))
    await save(await crawl())
    expect(await outcome()).toBe('passed')

    // No longer linked: gone, unless a page that may link to it could not be read.
    site.set('/', start.replace('<a href="/tides">Tides</a>', ''))
    site.set('/limits', { status: 403 })
    await save(await crawl())
    expect(await outcome()).toBe('passed')
    site.set('/limits', html('Limits', LIMIT))
    await save(await crawl())
    expect(await outcome()).toBe('lost')
    await person.delete(`/api/golden-questions/${added.id}`)
  })

  it('can be added, changed and deleted, with the limit of the plan', async () => {
    const { body: added } = await person.post(`${notebookPath()}/golden-questions`, { question: 'Who founded it?' })
    const taken = await person.put(`/api/golden-questions/${added.id}`, { question: questions()[0]?.question })
    expect(taken).toMatchObject({ status: 409, body: { error: { code: 'golden.exists', field: 'question' } } })
    const changed = await person.put(`/api/golden-questions/${added.id}`, { question: 'Who founded the archive?' })
    expect(changed.body).toEqual({ ...added, question: 'Who founded the archive?' })
    const many = Array.from({ length: 18 }, (_, n) => ({ question: `Question ${n}?` }))
    const import_ = { format: 'yaml', file: JSON.stringify(many) }
    const refused = await person.post(`${notebookPath()}/golden-questions/import`, import_)
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'golden.too-many', values: { n: 20 } } } })
    expect((await person.delete(`/api/golden-questions/${added.id}`)).status).toBe(204)
    expect((await person.get(`${notebookPath()}/golden-questions`)).body.questions).toHaveLength(2)
  })
})
