/** Graceful shutdown under load: docs/operations.md, "Stopping". */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AiService, startAiService } from '#test/ai-service.ts'
import { type Client, cookieOf } from '#test/client.ts'
import { newTestDatabase } from '#test/database.ts'
import { openCrawlingServer } from '#test/kill-during-crawls.ts'
import type { RunningServer } from '#test/running-server.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'

let site: Website
let service: AiService
let server: RunningServer
let person: Client

const LINKS = [1, 2, 3].map((n) => `<a href="/lamps/${n}">${n}</a>`).join(' ')
const article = (title: string, text: string) =>
  `<html lang="en"><title>${title}</title><main><h1>${title}</h1><p>${text}</p>${LINKS}</main></html>`

beforeAll(async () => {
  site = await openWebsite({
    '/': article('Lighthouses', 'The lighthouse of Hook Head was built in the thirteenth century by William Marshal.'),
    '/lamps/1': article('Lenses', 'Augustin-Jean Fresnel invented the lens that bears his name in 1822.'),
    '/lamps/2': article('Oil', 'Whale oil burned in the lamps of the coast until paraffin came.'),
    '/lamps/3': article('Keepers', 'Three keepers took turns at night and wound up the clockwork.'),
  })
  service = await startAiService()
  const { databaseUrl, dataDir } = await newTestDatabase()
  ;({ server, person } = await openCrawlingServer(site, databaseUrl, {
    DATA_DIR: dataDir,
    OPENAI_BASE_URL: service.url,
  }))
}, 120_000)

afterAll(async () => {
  await server?.close()
  await site?.close()
  await service?.close()
})

it('shuts down within ten seconds: saves answers, ends streams, and loses no page', async () => {
  const first = await crawl(4)
  const chats = await Promise.all([chatOf(first.pages), chatOf(first.pages), chatOf(first.pages)])
  const [soon, never] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const hanging = site.hold('/lamps/2')
  const second = await person.post('/api/crawls', { url: site.origin, maxPages: 4, maxDepth: 2 })
  await hanging.asked
  // Summaries use the same service.
  await waitFor('the summaries of the pages before', async () => {
    const { body } = await person.get(`/api/crawls/${second.body.id}`)
    return body.pages.length === 2 && body.pages.every(({ analysis }: { analysis: string }) => analysis === 'done')
  })
  const events = await open('/api/events')
  service.next = [{ hold: soon.promise }, { hold: never.promise }, 'silence']
  const answers: Awaited<ReturnType<typeof open>>[] = []
  for (const chat of chats)
    answers.push(await open(`/api/chats/${chat}/messages`, { question: 'Who invented the lens?' }))
  await waitFor('two answers to have begun', () =>
    answers.slice(0, 2).every((answer) => answer.text().includes('event: delta')),
  )

  const stoppedAt = performance.now()
  const asked = Array.from({ length: 40 }, () => person.get('/api/crawls').catch(() => null))
  const stopping = server.stop()
  await events.ended
  soon.resolve()
  expect(await stopping).toBe(0)
  expect(performance.now() - stoppedAt).toBeLessThan(10_000)
  await Promise.all(answers.map(({ ended }) => ended))
  // Every accepted request is answered.
  for (const answer of await Promise.all(asked)) expect(answer?.status ?? 200).toBe(200)
  const [whole, cut, silent] = answers.map((answer) => answer.text())
  expect(whole).toMatch(/event: done\ndata: .*"stopped":false/)
  expect(cut).toMatch(/event: done\ndata: .*"stopped":true/)
  expect(silent).toMatch(/event: error\ndata: .*"server.starting"/)

  never.resolve()
  hanging.release()
  await server.restart()
  const histories = await Promise.all(chats.map(async (id) => (await person.get(`/api/chats/${id}`)).body.chat_history))
  expect(histories).toMatchObject([
    [{}, { stopped: false }],
    [{}, { stopped: true, content: expect.stringMatching(/\w/) }],
    [],
  ])
  const crawled = await ended(second.body.id)
  expect(crawled.pages).toHaveLength(4)
  expect((await person.get('/api/credits')).body.credits_count).toBe(3000 - 8)
  // The hanging page was aborted and requested again; no other page was requested twice.
  const again = site.requests.slice(site.requests.findIndex(({ path }) => path === '/lamps/2') + 1)
  expect(again.filter(({ path }) => path === '/lamps/2')).toHaveLength(2)
}, 120_000)

async function crawl(maxPages: number) {
  const { body } = await person.post('/api/crawls', { url: site.origin, maxPages, maxDepth: 2 })
  const crawled = await ended(body.id)
  await person.post('/api/knowledge', { pageIds: crawled.pages.map(({ id }: { id: string }) => id) })
  return crawled
}

const ended = (id: string) =>
  waitFor(
    'the crawl',
    async () => {
      const { body } = await person.get(`/api/crawls/${id}`)
      return body.finishedAt && body
    },
    40_000,
  )

async function chatOf(pages: { id: string }[]): Promise<string> {
  const ids = pages.map(({ id }) => id)
  const { body } = await person.post('/api/chats', {
    title: 'Lamps',
    crawled_pages: ids,
    selected_pages: ids,
    chat_history: [],
  })
  return body.id
}

/** An open stream: the text so far, and a promise of its end. */
async function open(path: string, body?: unknown) {
  const response = await fetch(server.url + path, {
    headers: { Cookie: cookieOf(person), Origin: server.url, 'Content-Type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  })
  let text = ''
  const ended = (async () => {
    if (!response.body) return
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) text += chunk
  })()
  ended.catch(() => {})
  return { text: () => text, ended }
}
