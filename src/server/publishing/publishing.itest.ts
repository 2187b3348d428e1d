/** Published notebooks: the owner's settings, and what visitors of the page and of other sites may do. */
import { eq, inArray, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FEEDBACK_ID_HEADER } from '#shared/chat/publications.ts'
import { visitorLimits } from '#shared/limits.ts'
import { dailyUsage, openQuestions, pages, users, visitorQuestions } from '#server/platform/db/schema/index.ts'
import { unsafeDeleteExpiredQuestions } from '#server/chat/open-questions.ts'
import { hashedKey, takeFromRateLimit } from '#server/platform/rate-limit.ts'
import { recordTokenUse } from '#server/platform/token-quota.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { startAiService } from '#test/ai-service.ts'
import { createClient } from '#test/client.ts'
import { setManual } from '#test/manual-chapter.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'

const LAMP = 'The lamp of the lighthouse was built in Paris in 1871.'
const SITE = 'https://docs.example.org'
const settings = { address: 'harbour', title: 'Harbour help', origins: [SITE] }

let app: TestApp
let site: Website
let owner: Person
let notebook: string
let visits = 0

/** A visitor at a separate network address, on the public page or on `origin`. */
function visitor(origin?: string, address = `203.0.113.${++visits}`) {
  const headers = { 'x-forwarded-for': address, ...(origin && { origin }) }
  const send = (path: string, init: RequestInit = {}) =>
    fetch(`${app.origin}/api/published${path}`, { ...init, headers: { ...headers, ...init.headers } })
  const post = (path: string, body: object) =>
    send(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
  return { send, post, ask: (question: string, to = 'harbour') => post(`/${to}/answers`, { question }) }
}
const publication = () => `/api/notebooks/${notebook}/publication`
const usage = async () => (await owner.get(publication())).body.publication.usage

async function crawl(person: Person, url: string, maxPages = 3): Promise<{ id: string; url: string }[]> {
  const { body } = await person.post('/api/crawls', { url, maxPages })
  return waitFor('the crawl', async () => {
    const { body: current } = await person.get(`/api/crawls/${body.id}`)
    return current.finishedAt && current.pages
  })
}

beforeAll(async () => {
  site = await openWebsite({ '/': `<title>Lighthouse</title><main><p>${LAMP}</p></main>` })
  app = await openTestApp({ allowPrivateHosts: ['127.0.0.1'] })
  owner = await app.signUp()
  notebook = (await owner.post('/api/notebooks', { title: 'Harbour' })).body.id
  const ids = (await crawl(owner, site.origin)).map(({ id }) => id)
  const lists = { crawled_pages: ids, selected_pages: ids, chat_history: [] }
  await owner.post('/api/chats', { title: 'Harbour', ...lists, notebook_id: notebook })
  await owner.put(publication(), settings)
})

afterAll(async () => {
  await app?.close()
  await site?.close()
})

describe('a published notebook', () => {
  it('answers anyone at its address with sources, and stores nothing about the visitor [publishing-1]', async () => {
    const response = await visitor().ask('Where was the lamp built?')
    expect(response.status).toBe(200)
    expect(response.headers.get('set-cookie')).toBeNull()
    const text = await response.text()
    expect(text).toContain(LAMP)
    expect(text).toMatch(/event: citations\ndata: \[\{.*"state":"quoted"/)
    const [stored] = await app.services.db.select().from(visitorQuestions)
    expect(Object.keys(stored ?? {}).toSorted()).toEqual([
      'askedAt',
      'id',
      'isAnswered',
      'isHelpful',
      'notebookId',
      'question',
      'userId',
    ])
    expect(stored).toMatchObject({ question: 'Where was the lamp built?', isAnswered: true, isHelpful: null })
  })

  it('is not found at an address that none can have', async () => {
    const { send } = visitor()
    for (const address of ['/%00', '/a%20b']) expect([400, 404]).toContain((await send(address)).status)
    expect((await fetch(`${app.origin}/k/%00`)).status).toBe(404)
  })

  it('shows visitors its title and its pages, and nothing of the owner [publishing-2]', async () => {
    const { send } = visitor()
    const about = await (await send('/harbour')).json()
    expect(about).toEqual({
      title: 'Harbour help',
      intro: '',
      color: '#0b6e4f',
      logo: '',
      contact: '',
      powered_by: true,
      url: `${app.services.appUrl}/k/harbour`,
      page_count: 1,
    })
    const listed = await (await send('/harbour/pages?q=light')).json()
    expect(listed).toEqual({
      pages: [{ id: expect.any(String), url: site.origin, title: 'Lighthouse' }],
      next: null,
    })
    expect(await (await send('/harbour/pages?q=50%25')).json()).toEqual({ pages: [], next: null })
  })

  it('lists its pages to the end, however long their addresses are', async () => {
    const { db } = app.services
    const { body: created } = await owner.post('/api/notebooks', { title: 'Long' })
    const row = { userId: owner.userId, title: 'Long', content: 'Long.', contentHash: 'long', depth: 0 }
    const rows = Array.from({ length: 51 }, (_, n) => {
      const url = `https://example.org/${'long'.repeat(520)}${n}`
      return { ...row, url, finalUrl: url }
    })
    const added = await db.insert(pages).values(rows).returning()
    const ids = added.map(({ id }) => id)
    const lists = { crawled_pages: ids, selected_pages: ids, chat_history: [] }
    await owner.post('/api/chats', { title: 'Long', ...lists, notebook_id: created.id })
    await owner.put(`/api/notebooks/${created.id}/publication`, { ...settings, address: 'long' })
    const { send } = visitor()
    const first = await (await send('/long/pages')).json()
    const second = await (await send(`/long/pages?after=${encodeURIComponent(first.next)}`)).json()
    const listed = [...first.pages, ...second.pages].map(({ url }: { url: string }) => url)
    expect([listed, second.next]).toEqual([rows.map(({ url }) => url).toSorted(), null])
    expect((await send('/long/pages?after=x')).status).toBe(400)
    await db.delete(pages).where(inArray(pages.id, ids))
    await owner.delete(`/api/notebooks/${created.id}`)
  })

  it('cuts the name of the site from titles when all pages of the crawl end with it [publishing-18]', async () => {
    const page = (title: string, text: string) =>
      `<title>${title} — Harbour of Brest</title><main><p>${text}</p><a href="/a">A</a> <a href="/b">B</a></main>`
    const named = await openWebsite({
      '/': page('Pilots', 'Pilots board at the western buoy before every entry.'),
      '/a': page('Tides', 'Tide tables are printed in January of each year.'),
      '/b': page('Fees', 'Fees are paid at the office beside the gate.'),
    })
    const [pilots] = await crawl(owner, named.origin)
    await named.close()
    const { body: created } = await owner.post('/api/notebooks', { title: 'Brest' })
    const lists = { crawled_pages: [pilots?.id], selected_pages: [pilots?.id], chat_history: [] }
    await owner.post('/api/chats', { title: 'Pilots', ...lists, notebook_id: created.id })
    await owner.put(`/api/notebooks/${created.id}/publication`, { ...settings, address: 'brest' })
    const { site_suffixes } = (await owner.get(`/api/notebooks/${created.id}`)).body
    expect(site_suffixes).toEqual({ [named.host]: ' — Harbour of Brest' })
    const { send, ask } = visitor()
    const { pages: listed } = await (await send('/brest/pages')).json()
    expect(listed).toMatchObject([{ title: 'Pilots' }])
    expect(await (await ask('Where do pilots board?', 'brest')).text()).toContain('"title":"Pilots"')
  })

  it('can be asked from the sites its owner allows, and from no other [publishing-3]', async () => {
    const allowed = visitor(SITE)
    const preflight = await allowed.send('/harbour/answers', {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe(SITE)
    const answer = await allowed.ask('Where was the lamp built?')
    expect(answer.headers.get('access-control-allow-origin')).toBe(SITE)
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    expect(await answer.text()).toContain(LAMP)

    const foreign = await visitor('https://elsewhere.example').ask('Where was the lamp built?')
    expect(foreign.status).toBe(403)
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
    expect(await foreign.json()).toMatchObject({ error: { code: 'publication.origin' } })
  })

  it('ignores the session of a signed-in visitor [publishing-4]', async () => {
    const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const before = (await owner.get('/api/chats')).body
    await (await visitor(SITE).send('/harbour', { headers: { cookie } })).text()
    expect((await owner.get('/api/chats')).body).toEqual(before)
    expect((await createClient(app.origin).get(publication())).status).toBe(401)
  })

  it('refuses a visitor who asks too fast, and everyone once the day’s questions are spent [publishing-5]', async () => {
    const { ask } = visitor()
    for (let asked = 0; asked < visitorLimits.questionsPerMinute; asked++) await (await ask('lamp?')).text()
    const refused = await ask('lamp?')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({ error: { code: 'publication.too-fast' } })

    const { today } = await usage()
    await owner.put(publication(), { ...settings, daily_questions: today + 1 })
    expect((await visitor().ask('lamp?')).status).toBe(200)
    const spent = await visitor().ask('lamp?')
    expect(await spent.json()).toMatchObject({ error: { code: 'publication.budget-spent' } })
    await owner.put(publication(), settings)
  })

  it('takes no question from the day’s budget that it refuses [publishing-27]', async () => {
    const { body: empty } = await owner.post('/api/notebooks', { title: 'Empty' })
    const path = `/api/notebooks/${empty.id}/publication`
    await owner.put(path, { ...settings, address: 'empty-harbour', daily_questions: 1 })
    const refused = await visitor().ask('lamp?', 'empty-harbour')
    expect(await refused.json()).toMatchObject({ error: { code: 'publication.no-pages' } })
    const { body } = await owner.get(`/api/chats?notebookId=${notebook}`)
    await owner.patch(`/api/chats/${body.chats[0].id}`, { notebook_id: empty.id })
    expect((await visitor().ask('lamp?', 'empty-harbour')).status).toBe(200)
    await owner.patch(`/api/chats/${body.chats[0].id}`, { notebook_id: notebook })
    await owner.delete(`/api/notebooks/${empty.id}`)
  })

  it('counts the addresses of one IPv6 network as one visitor [publishing-28]', async () => {
    const from = (host: number) => visitor(undefined, `2001:db8:7:7::${host}`)
    for (let asked = 0; asked < visitorLimits.questionsPerMinute; asked++) await (await from(asked).ask('lamp?')).text()
    expect((await from(99).ask('lamp?')).status).toBe(429)
    expect((await visitor(undefined, '2001:db8:7:8::1').ask('lamp?')).status).toBe(200)
  })

  it('sends a visitor the answer when the question cannot be recorded [publishing-25]', async () => {
    const { db } = app.services
    await db.execute(sql`alter table visitor_questions add constraint refuse_all check (false) not valid`)
    const text = await (await visitor().ask('Where was the lamp built?')).text()
    await db.execute(sql`alter table visitor_questions drop constraint refuse_all`)
    expect(text).toContain(LAMP)
    expect(text).toContain('event: done')
    expect(text).not.toContain('event: error')
  })

  it('refuses a visitor who has asked too much in an hour [publishing-15]', async () => {
    const address = '203.0.113.250'
    const { questionsPerHour } = visitorLimits
    const asked = {
      key: hashedKey(app.services.appSecret, 'visitor 3600', address),
      limit: questionsPerHour,
      windowSeconds: 3600,
    }
    await takeFromRateLimit(app.services.db, { ...asked, count: questionsPerHour - 1 })
    const { ask } = visitor(undefined, address)
    expect((await ask('lamp?')).status).toBe(200)
    const refused = await ask('lamp?')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
    expect(await refused.json()).toMatchObject({ error: { code: 'publication.too-fast' } })
  })

  it('costs its owner no credit, and shows no page of the owner outside it [publishing-16]', async () => {
    const SECRET = 'The lamp of the vault was built in Oslo in 1999.'
    const vault = await openWebsite({ '/': `<title>Vault lamp</title><main><p>${SECRET}</p></main>` })
    const [hidden] = await crawl(owner, vault.origin)
    await vault.close()
    const other = (await owner.post('/api/notebooks', { title: 'Private' })).body.id
    const lists = { crawled_pages: [hidden?.id], selected_pages: [hidden?.id], chat_history: [] }
    await owner.post('/api/chats', { title: 'Private', ...lists, notebook_id: other })
    const credits = (await owner.get('/api/credits')).body.credits_count
    const { ask, send } = visitor()
    const texts = [
      await (await ask('Where was the lamp of the vault built in 1999?')).text(),
      await (await send('/harbour/pages')).text(),
    ]
    for (const file of ['llms.txt', 'llms-full.txt', 'pages.jsonl'])
      texts.push(await (await fetch(`${app.origin}/k/harbour/${file}`)).text())
    for (const text of texts) {
      expect(text).toMatch(/lighthouse/i)
      expect(text).not.toMatch(/Oslo|Vault lamp/)
    }
    expect((await fetch(`${app.origin}/k/harbour/pages/${hidden?.id}`)).status).toBe(404)
    expect((await owner.get('/api/credits')).body.credits_count).toBe(credits)
  })

  it('counts the tokens of a visitor’s answer for its owner, until their tokens of the day are spent [publishing-17]', async () => {
    const service = await startAiService()
    const limits = { ...app.config.limits, modelTokensPerPersonPerDay: 1_000_000 }
    const withModel = await openTestApp({
      allowPrivateHosts: [site.host],
      openai: { ...app.config.openai, apiKey: 'sk-for-tests', baseUrl: service.url },
      limits,
    })
    try {
      const { db } = withModel.services
      const person = await withModel.signUp()
      const { id } = (await person.post('/api/notebooks', { title: 'Metered' })).body
      const pageIds = (await crawl(person, site.origin)).map((page) => page.id)
      const lists = { crawled_pages: pageIds, selected_pages: pageIds, chat_history: [] }
      await person.post('/api/chats', { title: 'Metered', ...lists, notebook_id: id })
      await person.put(`/api/notebooks/${id}/publication`, settings)
      const ask = async () => {
        const response = await fetch(`${withModel.origin}/api/published/harbour/answers`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ question: 'Where was the lamp built?' }),
        })
        return { status: response.status, text: await response.text() }
      }
      const credits = (await person.get('/api/credits')).body.credits_count
      const used = async () => {
        const [row] = await db.select().from(dailyUsage).where(eq(dailyUsage.userId, person.userId))
        return row && row.outputTokens > 0 && row
      }
      // The page's summary is counted before the answer.
      const before = await waitFor('the summary', used)
      expect(await ask()).toMatchObject({ status: 200, text: expect.stringContaining('event: done') })
      await waitFor('the tokens', async () => {
        const after = await used()
        return after && after.inputTokens > before.inputTokens
      })
      await recordTokenUse(db, limits, { userId: person.userId, use: { input: 1_000_000, output: 0 }, price: null })
      expect(await ask()).toMatchObject({ status: 429, text: expect.stringContaining('publication.budget-spent') })
      expect((await person.get('/api/credits')).body.credits_count).toBe(credits)
    } finally {
      await withModel.close()
      await service.close()
    }
  })

  it('leaves its owner an answer while visitors occupy all of theirs [publishing-14]', async () => {
    const service = await startAiService()
    const withModel = await openTestApp({
      allowPrivateHosts: [site.host],
      openai: { ...app.config.openai, apiKey: 'sk-for-tests', baseUrl: service.url },
    })
    const ends = Promise.withResolvers<void>()
    try {
      const person = await withModel.signUp()
      const { id } = (await person.post('/api/notebooks', { title: 'Busy' })).body
      const pageIds = (await crawl(person, site.origin)).map((page) => page.id)
      const lists = { crawled_pages: pageIds, selected_pages: pageIds, chat_history: [] }
      const chat = (await person.post('/api/chats', { title: 'Busy', ...lists, notebook_id: id })).body.id
      await person.put(`/api/notebooks/${id}/publication`, settings)
      const before = service.requests.length
      const { answersAtOnce } = visitorLimits.answers
      for (let count = 0; count < answersAtOnce; count++) service.next.push({ hold: ends.promise })
      const asked = Array.from({ length: answersAtOnce + 1 }, (_, count) =>
        fetch(`${withModel.origin}/api/published/harbour/answers`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${count}` },
          body: JSON.stringify({ question: 'Where was the lamp built?' }),
        }).then((response) => response.text()),
      )
      await waitFor('the visitors', () => service.open === answersAtOnce)
      const { events } = await person.stream(`/api/chats/${chat}/messages`, { question: 'Where was the lamp built?' })
      expect(events.map(({ event }) => event)).toContain('done')
      // The fifth visitor still waits.
      expect(service.requests.length).toBe(before + answersAtOnce + 1)
      ends.resolve()
      await Promise.all(asked)
    } finally {
      ends.resolve()
      await withModel.close()
      await service.close()
    }
  })

  it('shows its owner what visitors asked and found unhelpful, and feeds the gaps [publishing-6]', async () => {
    const before = await usage()
    const { ask, post } = visitor()
    const answer = await ask('Who may park at the harbour on Sundays?')
    expect(await answer.text()).toContain('event: done')
    const id = answer.headers.get(FEEDBACK_ID_HEADER)
    expect((await post(`/harbour/feedback/${id}`, { helpful: false })).status).toBe(204)
    expect(await usage()).toMatchObject({
      questions: before.questions + 1,
      unanswered: before.unanswered + 1,
      unhelpful: 1,
      unhelpful_questions: ['Who may park at the harbour on Sundays?'],
    })
    await (await ask('Where was the lamp built?')).text()
    const [latest, previous] = (await usage()).latest_questions
    expect(latest).toMatchObject({ question: 'Where was the lamp built?', is_answered: true, is_helpful: null })
    expect(previous).toMatchObject({ question: 'Who may park at the harbour on Sundays?', is_helpful: false })
    const { gaps } = (await owner.get(`/api/notebooks/${notebook}/gaps`)).body
    expect(gaps).toContainEqual(expect.objectContaining({ questions: ['Who may park at the harbour on Sundays?'] }))
    const other = (await owner.post('/api/notebooks', { title: 'Other' })).body.id
    await owner.put(`/api/notebooks/${other}/publication`, { ...settings, address: 'other' })
    expect((await post(`/other/feedback/${id}`, { helpful: true })).status).toBe(404)
    expect(await (await visitor().ask('lamp?', 'other')).json()).toMatchObject({
      error: { code: 'publication.no-pages' },
    })
  })

  it('has a unique address, and no address, color, logo or site that is invalid [publishing-7]', async () => {
    const stranger = await app.signUp()
    const { body } = await stranger.post('/api/notebooks', { title: 'Mine' })
    const publish = (change: object) =>
      stranger.put(`/api/notebooks/${body.id}/publication`, { ...settings, ...change })
    expect(await publish({})).toMatchObject({ status: 409, body: { error: { field: 'address' } } })
    for (const [field, value] of Object.entries({
      address: 'Not an address',
      color: 'red;}',
      logo: 'data:image/svg+xml;base64,PHN2Zz4=',
      contact: 'javascript:alert(1)',
      origins: ['https://docs.example.org/path'],
    })) {
      const { status, body: failure } = await publish({ address: 'mine', [field]: value })
      expect([field, status, failure.error.field.split('.')[0]]).toEqual([field, 400, field])
    }
    const { body: published } = await publish({ address: 'mine', contact: ' harbour@example.org ' })
    expect(published.settings.contact).toBe('mailto:harbour@example.org')
  })

  it('has a page without anything that is parsed as markup, and files for other programs [publishing-12]', async () => {
    await owner.put(publication(), { ...settings, title: '</title><script>1</script>', intro: '"><b>' })
    const page = await fetch(`${app.origin}/k/harbour`, { headers: { 'accept-language': 'de' } })
    const text = await page.text()
    expect(text).toContain('<html lang="de">')
    expect(text).toContain('<title>&lt;/title&gt;&lt;script&gt;1&lt;/script&gt;</title>')
    expect(text).not.toContain('"><b>')
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self' 'nonce-")
    const languageFor = async (search: string, accepted: string) => {
      const response = await fetch(`${app.origin}/k/harbour${search}`, { headers: { 'accept-language': accepted } })
      return /<html lang="(.*?)">/.exec(await response.text())?.[1]
    }
    expect(await languageFor('', 'ja, pl;q=0.9, en;q=0.8'), 'the first that the widget has').toBe('pl')
    expect(await languageFor('?lang=fr', 'de'), 'the one that the link names').toBe('fr')
    expect(await languageFor('?lang="><b>', 'de')).toBe('de')
    await owner.put(publication(), settings)
    const lines = (await (await fetch(`${app.origin}/k/harbour/pages.jsonl`)).text()).trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ url: site.origin, text: LAMP }])
    expect(await (await fetch(`${app.origin}/k/harbour/llms.txt`)).text()).toMatch(/^# Harbour help\n/)
    expect((await fetch(`${app.origin}/k/nowhere/llms.txt`)).status).toBe(404)
  })

  it('sends a visitor no more files than the limit of an hour [mirror-3]', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.251' }
    const read = () => fetch(`${app.origin}/k/harbour/llms.txt`, { headers })
    const key = hashedKey(app.services.appSecret, 'published files', '203.0.113.251')
    const taken = { key, limit: 600, windowSeconds: 3600, count: 599 }
    await takeFromRateLimit(app.services.db, taken)
    expect((await read()).status).toBe(200)
    const refused = await read()
    expect({ status: refused.status, body: await refused.json() }).toMatchObject({
      status: 429,
      body: { error: { code: 'publication.too-fast' } },
    })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
  })

  it('has the same texts when its mirror is crawled: code, tables, lists and links too [publishing-13]', async () => {
    const manual = await openWebsite({})
    const number = setManual(manual)
    const author = await app.signUp()
    const sources = await crawl(author, manual.origin, number)
    expect(sources).toHaveLength(number)
    const ids = sources.map(({ id }) => id)
    const lists = { crawled_pages: ids, selected_pages: ids, chat_history: [] }
    const chat = await author.post('/api/chats', { title: 'Lock', ...lists })
    const lock = { address: 'lock', title: 'Lock', origins: [] }
    await author.put(`/api/notebooks/${chat.body.notebook_id}/publication`, lock)

    // The server's own address cannot be crawled: a copy of the files on another one.
    const copies = await openWebsite({
      '/robots.txt': { status: 404 },
      '*': async ({ url }, response) => {
        const file = await fetch(app.origin + url)
        response.writeHead(file.status, { 'content-type': file.headers.get('content-type') ?? '' })
        response.end((await file.text()).replaceAll(app.origin, copies.origin))
      },
    })
    const mirrored = await crawl(await app.signUp(), `${copies.origin}/k/lock/llms.txt`, number + 1)
    await Promise.all([copies.close(), manual.close()])
    const stored = async (list: { id: string; url: string }[], addressOf: (page: { url: string }) => string) => {
      const rows = await app.services.db
        .select({ id: pages.id, url: pages.url, title: pages.title, text: pages.content, digest: pages.contentHash })
        .from(pages)
        .where(
          inArray(
            pages.id,
            list.map(({ id }) => id),
          ),
        )
      const sorted = rows.map(({ id, ...page }) => ({ ...page, url: addressOf({ url: page.url || id }) }))
      return sorted.toSorted((one, two) => (one.url < two.url ? -1 : 1))
    }
    // A page of the mirror ends in the id of its source.
    const addresses = new Map(sources.map(({ id, url }) => [id, url]))
    const copied = mirrored.filter(({ url }) => url.includes('/k/lock/pages/'))
    const expected = await stored(sources, ({ url }) => url)
    expect(await stored(copied, ({ url }) => addresses.get(url.split('/').at(-1) ?? '') ?? url)).toEqual(expected)
    expect(expected.map(({ text }) => text).join()).toContain('| Flood |')
  })

  it('records no question of a visitor in any notebook when it records none, and forgets those it has [publishing-19]', async () => {
    const { db } = app.services
    const { body: other } = await owner.post('/api/notebooks', { title: 'Also with the lighthouse' })
    const [chat] = (await owner.get('/api/chats?title=Harbour')).body.chats
    const { body: copy } = await owner.post(`/api/chats/${chat.id}/duplicate`)
    await owner.patch(`/api/chats/${copy.id}`, { notebook_id: other.id })
    await owner.put(publication(), { ...settings, daily_questions: 1_000 })
    const gapSettings = `/api/notebooks/${notebook}/gaps`
    await owner.patch(gapSettings, { records_questions: false })
    const visits = () => db.select().from(visitorQuestions).where(eq(visitorQuestions.notebookId, notebook))
    const stored = await visits()
    expect(stored.length).toBeGreaterThan(0)
    expect(stored.filter(({ question }) => question !== null)).toEqual([])
    await db.delete(openQuestions)
    await (await visitor().ask('Who painted the Sistine Chapel?')).text()
    expect(await db.select().from(openQuestions)).toEqual([])
    await owner.patch(gapSettings, { records_questions: true })
    await (await visitor().ask('Who painted the Sistine Chapel?')).text()
    expect(await db.select().from(openQuestions)).toHaveLength(2)

    const old = { askedAt: sql`now() - interval '91 days'` }
    await db.update(openQuestions).set(old).where(eq(openQuestions.notebookId, other.id))
    await db.update(visitorQuestions).set(old).where(isNull(visitorQuestions.question))
    await unsafeDeleteExpiredQuestions(db)
    expect(await db.select().from(openQuestions)).toHaveLength(1)
    expect(await visits()).toHaveLength(1)
    await owner.delete(`/api/notebooks/${other.id}`)
    await db.delete(openQuestions)
  })

  it('says of a site without a scheme that it needs one, and of one with a path that it has none', async () => {
    const saved = async (origin: string) => {
      const { status, body } = await owner.put(publication(), { ...settings, origins: [origin] })
      return [status, body.error?.message]
    }
    expect(await saved('localhost:8614')).toEqual([
      400,
      'Enter sites with http:// or https://, such as https://docs.example.org.',
    ])
    expect(await saved('docs.example.org/help')).toEqual([
      400,
      'Enter sites with http:// or https://, such as https://docs.example.org.',
    ])
    expect(await saved('https://docs.example.org/help')).toEqual([
      400,
      'Enter sites without a path, such as https://docs.example.org.',
    ])
  })

  it('is gone once it is unpublished or its owner suspended [publishing-8]', async () => {
    const { send } = visitor()
    const suspend = (suspendedAt: Date | null) =>
      app.services.db.update(users).set({ suspendedAt }).where(eq(users.id, owner.userId))
    await suspend(new Date())
    expect((await send('/harbour')).status).toBe(404)
    await suspend(null)
    expect((await send('/harbour')).status).toBe(200)
    expect((await owner.delete(publication())).status).toBe(204)
    expect((await send('/harbour')).status).toBe(404)
    expect((await owner.get(publication())).body).toEqual({ publication: null })
  })
})
