import { type SQL, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { moveJobsBack } from '#server/platform/open-queue.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'
import { cutWaits } from './lease.ts'

const DAY_MS = 86_400_000
const PAGES = 4

const links = Array.from({ length: PAGES - 1 }, (_, n) => `<a href="/${n + 1}">${n + 1}</a>`).join(' ')
const page = (name: string) =>
  `<title>Page ${name}</title><main><p>Page ${name} of a site that is read while the clock jumps.</p>${links}</main>`

let site: Website
let app: TestApp
beforeAll(async () => {
  site = await openWebsite(Object.fromEntries(['', '1', '2', '3'].map((name) => [`/${name}`, page(name)])))
  app = await openTestApp({ allowPrivateHosts: [site.host] })
})
afterAll(async () => {
  await app.close()
  await site.close()
})

const TrueDate = Date
afterEach(() => void (globalThis.Date = TrueDate))

it.each([
  ['forward', DAY_MS],
  ['back', -DAY_MS],
])(
  'continues a crawl and keeps sessions when the clock of the server is set %s by a day [clock-1]',
  async (_, jumpMs) => {
    const person = await app.signUp()
    const before = (await person.get('/api/credits')).body.credits_count
    const held = site.hold('/2')
    const { body } = await person.post('/api/crawls', { url: `${site.origin}/`, maxPages: PAGES, maxDepth: 2 })
    await held.asked
    setClock(jumpMs)
    let attempts = 0
    // One page is retried after the jump.
    site.set(
      '/2',
      (_, response) =>
        void response.writeHead(attempts++ === 0 ? 503 : 200, { 'content-type': 'text/html' }).end(page('2')),
    )
    held.release()
    const ended = await waitFor('the end', async () => {
      const { status, body: crawl } = await person.get(`/api/crawls/${body.id}`)
      expect(status).toBe(200)
      return crawl.finishedAt && crawl
    })
    expect(ended).toMatchObject({ status: 'finished', progress: { pagesCrawled: PAGES } })
    expect((await person.get('/api/credits')).body.credits_count).toBe(before - PAGES)
    expect((await person.post('/api/crawls', { url: `${site.origin}/`, maxPages: 1, maxDepth: 1 })).status).toBe(201)
  },
)

it('cuts waits and job delays to what they were when the clock of the database was set back [clock-2]', async () => {
  const { db } = app.services
  const person = await app.signUp()
  const held = site.hold('/')
  const { body } = await person.post('/api/crawls', { url: `${site.origin}/`, maxPages: 1, maxDepth: 1 })
  await held.asked
  await db.execute(sql`update crawls set next_step_at = now() + interval '1 day' where id = ${body.id}::uuid`)
  await db.execute(sql`
    insert into pgboss.job (name, state, created_on, start_after)
    values ('send-mail', 'created', now() + interval '1 day', now() + interval '1 day 5 minutes')`)
  await cutWaits(db)
  await moveJobsBack(db)
  const seconds = async (due: SQL) => {
    const result = await db.execute(due)
    return Number(z.object({ rows: z.tuple([z.object({ s: z.coerce.number() })]) }).parse(result).rows[0].s)
  }
  const crawl = sql`select extract(epoch from next_step_at - now()) as s from crawls where id = ${body.id}::uuid`
  expect(Math.round(await seconds(crawl))).toBe(60)
  const job = sql`select extract(epoch from max(start_after) - now()) as s from pgboss.job where name = 'send-mail'`
  expect(Math.round(await seconds(job))).toBe(300)
  await db.execute(sql`delete from pgboss.job where name = 'send-mail'`)
  held.release()
})

/** Sets the clock of this process only; the database keeps its own, as on another machine. */
function setClock(jumpMs: number) {
  globalThis.Date = class extends TrueDate {
    constructor(...given: unknown[]) {
      // One signature for all overloads; without arguments it is the current time.
      super(...((given.length > 0 ? given : [TrueDate.now() + jumpMs]) as [number]))
    }
    static override now() {
      return TrueDate.now() + jumpMs
    }
  } as DateConstructor // A class cannot be called without `new`; no caller does.
}
