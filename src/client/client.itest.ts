/** The published client against a real server, and against one that fails. */
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import type { AnswerEvent as ServerEvent } from '#shared/chat/answer-stream.ts'
import { createApiKey } from '#test/api-key.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { openWebsite } from '#test/website.ts'
import { type AnswerEvent, createClient, ReadbackError } from './index.ts'

let app: TestApp
let key: string

beforeAll(async () => {
  app = await openTestApp()
  key = (await createApiKey(await app.signUp(), ['read', 'ask', 'crawl'])).secret
})

afterAll(async () => app?.close())

describe('readback/client', () => {
  it('crawls, asks and streams a cited answer [client-1]', async () => {
    const readback = createClient({ server: app.origin, key })
    const seen: number[] = []
    const body = { url: `${app.origin}/help`, maxPages: 3 }
    const crawl = await readback.crawl(body, ({ progress }) => seen.push(progress.pagesCrawled))
    expect(crawl).toMatchObject({ status: 'finished', maxPages: 3 })
    expect(seen.at(-1)).toBe(3)
    const pageIds = crawl.pages.map(({ id }) => id)
    await readback.call('POST /api/knowledge', { body: { pageIds } })

    const texts: string[] = []
    const question = 'How many pages does the free plan crawl?'
    const answer = await readback.ask({ question, pageIds }, (text) => texts.push(text))
    expect(answer.citations[0]).toMatchObject({
      state: 'quoted',
      verified: true,
      url: expect.stringContaining('/help'),
    })
    expect(texts.at(-1)).toBe(answer.text)

    const events: string[] = []
    for await (const { event } of readback.stream('POST /api/answers', { body: { question, pageIds } })) {
      events.push(event)
    }
    expect(events.slice(-2)).toEqual(['citations', 'done'])
    const page = await readback.call('GET /api/pages/{id}', { path: { id: pageIds[0] ?? '' } })
    expect(page.url).toContain('/help')
    expect((await readback.call('GET /api/credits')).tier).toBe('free')
  })

  it('throws what the server says, with code, field and status [client-2]', async () => {
    const readback = createClient({ server: app.origin, key })
    const failed = await readback.call('POST /api/crawls', { body: { url: 'x' } }).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(ReadbackError)
    expect(failed).toMatchObject({ status: 400, field: 'url', message: expect.stringMatching(/\w+/) })
    const other = createClient({ server: app.origin, key: 'rb_wrong' })
    await expect(other.call('GET /api/credits')).rejects.toMatchObject({ status: 401, code: 'key.unknown' })
    const nowhere = createClient({ server: 'http://127.0.0.1:9', key, attempts: 1 })
    await expect(nowhere.call('GET /api/credits')).rejects.toMatchObject({ status: 0, code: 'network' })
  })

  it('repeats what failed for a while, but no request that may have been carried out [client-3]', async () => {
    const failures = [503, 502]
    const statusOf = () => failures.shift() ?? 200
    const site = await openWebsite({
      '*': (_, response) =>
        response.writeHead(statusOf(), { 'content-type': 'application/json' }).end('{"tier":"pro"}'),
    })
    const readback = createClient({ server: site.origin, key })
    expect(await readback.call('GET /api/credits')).toEqual({ tier: 'pro' })
    expect(site.requests).toHaveLength(3)

    failures.push(502)
    const body = { title: 'A notebook' }
    await expect(readback.call('POST /api/notebooks', { body })).rejects.toMatchObject({ status: 502 })
    expect(site.requests).toHaveLength(4)

    failures.push(502)
    await readback.call('POST /api/crawls', { body: { url: site.origin } })
    const keys = site.requests.slice(-2).map(({ headers }) => headers['idempotency-key'])
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).toBe(keys[0])

    failures.push(503, 503)
    const stopped = readback.call('GET /api/credits', { signal: AbortSignal.timeout(1) })
    await expect(stopped).rejects.toMatchObject({ name: 'TimeoutError' })
    await site.close()
  })

  it('sends its key to no other host, also when its server redirects there [client-5]', async () => {
    const other = await openWebsite({ '*': '{"tier":"pro"}' })
    const site = await openWebsite({
      '*': (_, response) => response.writeHead(302, { location: `${other.origin}/api/credits` }).end(),
    })
    await createClient({ server: site.origin, key }).call('GET /api/credits')
    expect(site.requests[0]?.headers.authorization).toBe(`Bearer ${key}`)
    expect(other.requests).toMatchObject([
      { headers: expect.not.objectContaining({ authorization: expect.anything() }) },
    ])
    await Promise.all([other.close(), site.close()])
  })

  it('declares the events that the server sends', () => {
    expectTypeOf<Exclude<ServerEvent, { event: 'error' }>>().toExtend<AnswerEvent>()
  })
})
