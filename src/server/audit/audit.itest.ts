import { afterAll, beforeAll, expect, it } from 'vitest'
import { setTier } from '#server/admin/set-tier.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { redirectTo } from '#test/faulty-responses.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'

let app: TestApp
let site: Website
let person: Person

const page = (title: string, text: string, ...links: string[]) =>
  `<html lang="en"><title>${title}</title><main><h1>${title}</h1><p>${text}</p>${links.map((link) => `<a href="${link}">${link}</a>`).join(' ')}</main></html>`
const words = (from: number) => Array.from({ length: 60 }, (_, n) => `word${from + n}`).join(' ')

beforeAll(async () => {
  site = await openWebsite({
    '/': page('Harbour', words(0), '/boats', '/gone', '/first'),
    '/boats': page('Boats', words(100), '/', '/gone'),
    '/first': redirectTo('/second'),
    '/second': redirectTo('/third'),
    '/third': page('Third', 'Soon.', '/'),
    '/lone': page('Lone', words(300), '/'),
  })
  site.set('/sitemap.xml', {
    headers: { 'Content-Type': 'application/xml' },
    body: `<urlset><url><loc>${site.origin}/lone</loc></url></urlset>`,
  })
  app = await openTestApp({ allowPrivateHosts: [site.host] })
  person = await app.signUp()
  await setTier(app.services.db, { userId: person.userId, tier: 'pro' })
})

afterAll(async () => {
  await app?.close()
  await site?.close()
})

it('audits the links that a crawl stored, and only for the owner [audit-1]', async () => {
  const { body: notebook } = await person.post('/api/notebooks', { title: 'Harbour' })
  const path = `/api/notebooks/${notebook.id}/audit`
  expect((await person.get(path)).body).toMatchObject({ pages_audited: 0, score: null, findings: [] })
  const { body } = await person.post('/api/crawls', {
    url: site.origin,
    maxPages: 10,
    settings: { sitemap: true },
  })
  const pageIds = await waitFor('the crawl', async () => {
    const { body: current } = await person.get(`/api/crawls/${body.id}`)
    return current.status === 'finished' && current.pages.map(({ id }: { id: string }) => id)
  })
  const lists = { crawled_pages: pageIds, selected_pages: [], chat_history: [] }
  await person.post('/api/chats', { title: 'Harbour', ...lists, notebook_id: notebook.id })
  const { body: audit } = await person.get(path)
  expect(audit).toMatchObject({ pages_audited: 4, pages_left_out: 0, pages_without_links: 0 })
  const at = (path_: string) => site.origin + path_
  expect(audit.findings).toMatchObject([
    {
      kind: 'broken-link',
      url: at('/gone'),
      skipped: { reason: 'http-status', detail: expect.stringContaining('404') },
      related: [{ title: 'Harbour' }, { title: 'Boats' }],
    },
    { kind: 'redirect-chain', url: at('/first'), skipped: { values: { url: at('/third'), redirects: 2 } } },
    { kind: 'orphan', url: at('/lone'), page: { title: 'Lone' } },
    { kind: 'thin', url: at('/third'), words: 2, page: { title: 'Third' } },
  ])
  // 30 × 2/4, 5 × 1/4, 10 × 1/4 and 10 × 1/4
  expect(audit.score).toBe(78)
  const stranger = await app.signUp()
  expect((await stranger.get(path)).status).toBe(404)
})
