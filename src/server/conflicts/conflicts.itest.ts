import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'

let app: TestApp
let site: Website
let person: Person
let notebook: string

const page = (title: string, text: string, links = '') =>
  `<html lang="en"><title>${title}</title><main><h1>${title}</h1><p>${text}</p>${links}</main></html>`
const LIMITS = 'Uploads to the harbour archive are limited to 10 MB.'
const UPLOADS = 'The maximum size of uploads to the harbour archive is 25 MB.'

async function crawl(): Promise<string[]> {
  const { body } = await person.post('/api/crawls', { url: site.origin, maxPages: 3 })
  return waitFor('the crawl', async () => {
    const { body: current } = await person.get(`/api/crawls/${body.id}`)
    return current.status === 'finished' && current.pages.map(({ id }: { id: string }) => id)
  })
}
const save = async (pageIds: string[]) =>
  (
    await person.post('/api/chats', {
      title: 'Harbour',
      crawled_pages: pageIds,
      selected_pages: [],
      chat_history: [],
      notebook_id: notebook,
    })
  ).body.id
const search = async () => (await person.post(`/api/notebooks/${notebook}/conflicts`)).body

beforeAll(async () => {
  site = await openWebsite({
    '/': page('Limits', `This page lists what the harbour archive allows. ${LIMITS}`, '<a href="/uploads">Uploads</a>'),
    '/uploads': page('Uploads', `You can upload files in the browser or with a program. ${UPLOADS}`),
  })
  app = await openTestApp({ allowPrivateHosts: [site.host] })
  person = await app.signUp()
  notebook = (await person.post('/api/notebooks', { title: 'Harbour' })).body.id
})

afterAll(async () => {
  await app?.close()
  await site?.close()
})

describe('the conflicts of a notebook', () => {
  it('are found on its pages, quoted from both, and stay dismissed after another crawl [conflicts-1]', async () => {
    expect(await search()).toMatchObject({ pages_compared: 0, conflicts: [] })
    const first = await crawl()
    await save(first)
    const found = await search()
    expect(found).toMatchObject({ pages_compared: 2, pages_left_out: 0 })
    expect(found.conflicts).toMatchObject([
      {
        property: 'maximum',
        subject: 'Uploads harbour archive',
        dismissed: false,
        statements: [
          { title: 'Limits', sentence: LIMITS, value: '10 MB' },
          { title: 'Uploads', sentence: UPLOADS, value: '25 MB' },
        ],
      },
    ])
    const [{ id }] = found.conflicts
    const dismissed = await person.patch(`/api/conflicts/${id}`, { dismissed: true })
    expect(dismissed.body).toMatchObject({ id, dismissed: true })

    const second = await crawl()
    await save(second)
    const again = await search()
    expect(again.pages_compared).toBe(2)
    expect(again.conflicts).toMatchObject([{ id, dismissed: true }])
    expect(second).toContain(again.conflicts[0].statements[0].pageId)
    expect((await person.get(`/api/notebooks/${notebook}/conflicts`)).body).toEqual(again)
    expect((await person.patch(`/api/conflicts/${id}`, { dismissed: false })).body.dismissed).toBe(false)
  })

  it('are not listed once a page no longer has the sentence, before another search', async () => {
    site.set('/uploads', page('Uploads', 'You can upload files in the browser or with a program.'))
    const id = await save(await crawl())
    expect((await person.get(`/api/notebooks/${notebook}/conflicts`)).body.conflicts).toEqual([])
    await person.delete(`/api/chats/${id}`)
    site.set('/uploads', page('Uploads', `You can upload files in the browser or with a program. ${UPLOADS}`))
    expect((await person.get(`/api/notebooks/${notebook}/conflicts`)).body.conflicts).toHaveLength(1)
  })

  it('are listed and can be dismissed while another search runs', async () => {
    const list = async () => (await person.get(`/api/notebooks/${notebook}/conflicts`)).body.conflicts
    const [{ id }] = await list()
    let isSearching = true
    const searches = (async () => {
      for (let n = 0; n < 5; n++) await search()
    })().finally(() => (isSearching = false))
    while (isSearching) expect(await list()).toMatchObject([{ id }])
    await searches
    const changes = [{ dismissed: true }, { dismissed: false }]
    for (const change of changes)
      expect((await person.patch(`/api/conflicts/${id}`, change)).body).toMatchObject(change)
  })

  it('of another user are not found', async () => {
    const stranger = await app.signUp()
    const [{ id }] = (await search()).conflicts
    expect((await stranger.get(`/api/notebooks/${notebook}/conflicts`)).status).toBe(404)
    expect((await stranger.post(`/api/notebooks/${notebook}/conflicts`)).status).toBe(404)
    expect((await stranger.patch(`/api/conflicts/${id}`, { dismissed: true })).status).toBe(404)
    expect((await search()).conflicts).toMatchObject([{ dismissed: false }])
  })

  it('of a chat that was deleted are gone after the next search', async () => {
    const { chats } = (await person.get(`/api/notebooks/${notebook}`)).body
    for (const chat of chats) await person.delete(`/api/chats/${chat.id}`)
    expect(await search()).toMatchObject({ pages_compared: 0, conflicts: [] })
  })
})
