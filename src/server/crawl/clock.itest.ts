import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import type { Db } from '#server/db/database.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite, type Website } from '#test/website.ts'

const DAY_MS = 86_400_000
const PAGES = 4

const links = Array.from({ length: PAGES - 1 }, (_, n) => `<a href="/${n + 1}">${n + 1}</a>`).join(' ')
const page = (name: string) => `<title>Page ${name}</title><main><p>Page ${name} of a site that is read while the clock jumps.</p>${links}</main>`

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
])('goes on when the clock of the server is set %s by a day: nobody is signed out, every page is stored and charged once', async (_, jumpMs) => {
  const person = await app.signUp()
  const before = (await person.get('/api/credits')).body.credits_count
  const inHand = site.hold('/2')
  const { body } = await person.post('/api/crawls', { url: `${site.origin}/`, maxPages: PAGES, maxDepth: 2 })
  await inHand.asked
  setClock(jumpMs)
  let tries = 0
  // One page waits for its next try after the jump, by itself.
  site.set('/2', (_, response) => void response.writeHead(tries++ === 0 ? 503 : 200, { 'content-type': 'text/html' }).end(page('2')))
  inHand.release()
  const ended = await waitFor('the end', async () => {
    const { status, body: crawl } = await person.get(`/api/crawls/${body.id}`)
    expect(status).toBe(200)
    return crawl.finishedAt && crawl
  })
  expect(ended).toMatchObject({ status: 'finished', progress: { pagesCrawled: PAGES } })
  expect((await person.get('/api/credits')).body.credits_count).toBe(before - PAGES)
  expect((await person.post('/api/crawls', { url: `${site.origin}/`, maxPages: 1, maxDepth: 1 })).status).toBe(201)
})

it('goes on when the clock of the database is set back by a day while a page waits for its next try, and so do mails and summaries', async () => {
  const person = await app.signUp()
  const once = site.hold('/2')
  site.set('/2', { status: 503, headers: { 'retry-after': '2' }, body: '<title>Later</title>' })
  const { body } = await person.post('/api/crawls', { url: `${site.origin}/`, maxPages: PAGES, maxDepth: 2 })
  await once.asked
  once.release()
  await waitFor('the page to wait', async () => (await person.get(`/api/crawls/${body.id}`)).body.progress.pagesCrawled === PAGES - 1)
  site.set('/2', page('2'))
  await setDatabaseClockBack(app.services.db, '1 day')
  const ended = await waitFor('the end', async () => {
    const { body: crawl } = await person.get(`/api/crawls/${body.id}`)
    return crawl.finishedAt && crawl
  }, 45_000)
  expect(ended).toMatchObject({ status: 'finished', progress: { pagesCrawled: PAGES } })
  expect(ended.pages.every(({ summary }: { summary: string }) => summary !== '')).toBe(true)
  // Its code comes by mail, from the same queue.
  await app.signUp()
}, 60_000)

const Moments = z.object({ rows: z.array(z.object({ table: z.string(), sets: z.string() })) })

/** Every moment that is stored lies so much later then, and so it does here, in the product's tables and in the queue's. */
async function setDatabaseClockBack(db: Db, by: string) {
  await db.transaction(async (tx) => {
    const { rows } = Moments.parse(await tx.execute(sql`
      select format('%I.%I', n.nspname, c.relname) as table,
             string_agg(format('%1$I = %1$I + interval %2$L', a.attname, ${by}::text), ', ') as sets
        from pg_class c
        join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'pgboss')
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and a.atttypid = 'timestamptz'::regtype and a.attgenerated = ''
       where c.relkind in ('r', 'p') and not c.relispartition
       group by 1`))
    for (const { table, sets } of rows) await tx.execute(sql.raw(`update ${table} set ${sets}`))
  })
}

/** The clock of this process alone; the database's goes on as it was, as on another machine. */
function setClock(jumpMs: number) {
  globalThis.Date = class extends TrueDate {
    constructor(...given: unknown[]) {
      // The constructor's many forms in one; without arguments it is the time.
      super(...((given.length > 0 ? given : [TrueDate.now() + jumpMs]) as [number]))
    }
    static override now() {
      return TrueDate.now() + jumpMs
    }
  } as DateConstructor // A class cannot be called without `new`, which nobody does.
}
