import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { crawls } from '#server/platform/db/schema/index.ts'
import { openTestApp, type Person, type TestApp } from '#test/app.ts'
import { articlePage, waitForCrawlEnd } from '#test/crawls.ts'
import { openWebsite, type Website } from '#test/website.ts'

let app: TestApp
let site: Website
/** A crawl of the other site must not wait for the one that holds this site. */
let quick: Website
let gate: ReturnType<Website['hold']>

beforeAll(async () => {
  site = await openWebsite({ '/held': articlePage('Held') })
  quick = await openWebsite({ '/quick': articlePage('Quick') })
  app = await openTestApp({ allowPrivateHosts: [site.host, quick.host] })
  gate = site.hold('/held')
})

afterAll(async () => {
  gate?.release()
  await app?.close()
  await site?.close()
  await quick?.close()
})

const start = (person: Person, options: Record<string, unknown> = {}, key?: string) =>
  person.request(
    'POST',
    '/api/crawls',
    { url: `${site.origin}/held`, maxPages: 10, ...options },
    key === undefined ? {} : { 'idempotency-key': key },
  )

/** Moves the start of a crawl out of the time in which a repeated request is the same one. */
const startedEarlier = (id: string) =>
  app.services.db
    .update(crawls)
    .set({ createdAt: new Date(Date.now() - 6_000) })
    .where(eq(crawls.id, id))

describe('starting a crawl twice', () => {
  it('starts one crawl for two starts at the same time, also with credits for no second one [same-start-1]', async () => {
    const person = await app.signUp()
    const starts = await Promise.all(Array.from({ length: 8 }, () => start(person, { maxPages: 10 })))
    expect(starts.map(({ status }) => status)).toEqual(starts.map(() => 201))
    expect(new Set(starts.map(({ body }) => body.id)).size).toBe(1)
    expect((await person.get('/api/crawls')).body.crawls).toHaveLength(1)
  })

  it.each([
    ['another depth', { maxDepth: 2 }],
    ['another page limit', { maxPages: 9 }],
    ['another address', { path: '/held/more' }],
    ['mail at the end', { mailAtEnd: true }],
  ])('starts two crawls when the second has %s', async (_, { path = '/held', ...options }: Record<string, unknown>) => {
    const person = await app.signUp()
    const [first, second] = [await start(person), await start(person, { url: `${site.origin}${path}`, ...options })]
    expect(first.body.id).not.toBe(second.body.id)
  })

  it('starts two crawls when two users start the same one', async () => {
    const [one, other] = [await start(await app.signUp(), {}, 'k'), await start(await app.signUp(), {}, 'k')]
    expect([one.status, other.status]).toEqual([201, 201])
    expect(one.body.id).not.toBe(other.body.id)
  })

  it('starts a second crawl without a key once the first has ended or was stopped', async () => {
    const person = await app.signUp()
    const request = { url: `${quick.origin}/quick`, maxPages: 1 }
    const first = await start(person, request)
    await waitForCrawlEnd(person, first.body.id)
    expect((await start(person, request)).body.id).not.toBe(first.body.id)
    const stopped = await start(person)
    await person.post(`/api/crawls/${stopped.body.id}/stop`)
    expect((await start(person)).body.id).not.toBe(stopped.body.id)
  })

  it('starts two crawls for two keys, each of which its key returns for good [same-start-3]', async () => {
    const person = await app.signUp()
    const [one, two] = [await start(person, {}, 'one'), await start(person, {}, 'two')]
    expect(one.body.id).not.toBe(two.body.id)
    await startedEarlier(one.body.id)
    await startedEarlier(two.body.id)
    expect((await start(person, {}, 'one')).body.id).toBe(one.body.id)
    expect((await start(person, {}, 'two')).body.id).toBe(two.body.id)
  })

  it('starts one crawl without a key and then with one, which the key returns for good [same-start-4]', async () => {
    const person = await app.signUp()
    const first = await start(person)
    expect((await start(person, {}, 'late')).body.id).toBe(first.body.id)
    await startedEarlier(first.body.id)
    expect((await start(person, {}, 'late')).body.id).toBe(first.body.id)
    expect((await start(person)).body.id).not.toBe(first.body.id)
  })

  it('starts and charges one crawl for one Idempotency-Key even after it has ended [same-start-2]', async () => {
    const person = await app.signUp()
    const request = { url: `${quick.origin}/quick`, maxPages: 1 }
    const first = await start(person, request, 'key 1')
    await waitForCrawlEnd(person, first.body.id)
    expect((await start(person, request, 'key 1')).body.id).toBe(first.body.id)
    expect((await person.get('/api/credits')).body.credits_count).toBe(29)
    expect((await start(person, request, 'key 2')).body.id).not.toBe(first.body.id)
  })

  it('refuses the key of a crawl of another address', async () => {
    const person = await app.signUp()
    await start(person, {}, 'used')
    const { status, body } = await start(person, { url: `${quick.origin}/quick` }, 'used')
    expect({ status, code: body.error.code }).toEqual({ status: 409, code: 'crawl.key-reused' })
  })
})
