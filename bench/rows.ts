/**
 * Bench: what a page, a list, a search and a deletion cost with many rows in the tables, compared with few.
 *   node bench/rows.ts [--pages 1000000] [--rounds 5]     PostgreSQL with fsync; the comparison has 10,000 pages
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { Pool } from 'pg'
import { z } from 'zod'
import { createUser } from '#test/auth-requests.ts'
import type { Client } from '#test/client.ts'
import { startPostgresServer } from '#test/postgres-server.ts'
import { type RunningServer, startServer } from '#test/running-server.ts'
import { runStatement, withDatabaseName } from '#test/run-statement.ts'
import { waitFor } from '#test/wait-for.ts'
import { startChild } from './start-child.ts'
import { median } from './median.ts'

const FEW_PAGES = 10_000
const PAGES_PER_CRAWL = 40
const CRAWLS_PER_PERSON = 20
/** Crawls of the person whose requests are measured; each round deletes some. */
const OWN_CRAWLS = 120
const DELETIONS = 10
const REQUESTS = 40
const CRAWLED_PAGES = 200
/** Pages inserted by one statement. */
const CHUNK = 40_000

const { values } = parseArgs({
  options: { pages: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '5' } },
})
const [manyPages, rounds] = [Number(values.pages), Number(values.rounds)]

type Actions = Record<string, () => Promise<number>>

const postgres = await startPostgresServer({ durable: true })
const site = startChild('generated-site.ts', [String(CRAWLED_PAGES)])
const servers: RunningServer[] = []
try {
  const address = await site.line
  const sizes = [await open('few', FEW_PAGES, address), await open('many', manyPages, address)]
  const results = sizes.map(() => new Map<string, number[]>())
  for (let round = 0; round < rounds; round++) {
    for (const name of Object.keys(sizes[0] ?? {})) {
      // Alternating, so that the machine's changing speed affects both.
      for (const [index, actions] of sizes.entries()) {
        const ms = (await actions[name]?.()) ?? Number.NaN
        results[index]?.set(name, [...(results[index].get(name) ?? []), ms])
      }
    }
  }
  console.log(`| ms, median of ${rounds} rounds | ${FEW_PAGES} pages | ${manyPages} pages | ratio |\n|---|---|---|---|`)
  for (const [name, few] of results[0] ?? []) {
    const [before, after] = [median(few), median(results[1]?.get(name) ?? [])]
    console.log(`| ${name} | ${before.toFixed(1)} | ${after.toFixed(1)} | ${(after / before).toFixed(2)} |`)
  }
  console.log(`load ${loadavg()[0]?.toFixed(1)}`)
} finally {
  for (const server of servers) await server.close()
  site.stop()
  await postgres.stop()
}

/** A database with `pages` pages of other people, and the actions of one person in it; each returns milliseconds. */
async function open(name: string, pages: number, address: string): Promise<Actions> {
  await runStatement(postgres.url, `create database ${name}`)
  const databaseUrl = withDatabaseName(postgres.url, name)
  const host = new URL(address).host
  const server = await startServer({ DATABASE_URL: databaseUrl, DEFAULT_TIER: 'enterprise', ALLOW_PRIVATE_HOSTS: host })
  servers.push(server)
  const client = await createUser(server, 'person@example.org')
  const { body: me } = await client.get('/api/me')
  await insertRows(databaseUrl, pages, z.string().parse(me.user.id))
  return {
    'page crawled, with its summary': async () => {
      const startedAt = performance.now()
      const { body } = await client.post('/api/crawls', { url: address, maxPages: CRAWLED_PAGES, maxDepth: 20 })
      await waitFor('the end of the crawl', async () => {
        const { body: crawl } = await client.get(`/api/crawls/${body.id}?content=false`)
        return crawl.finishedAt && crawl.progress.pagesCrawled === CRAWLED_PAGES
      })
      return (performance.now() - startedAt) / CRAWLED_PAGES
    },
    'list of crawls': () => timeOf(client, () => '/api/crawls'),
    'list of chats': () => timeOf(client, () => '/api/chats'),
    'search in messages': () => timeOf(client, (n) => `/api/chats/search?in=messages&q=a${n % 10}`),
    'search in pages': () => timeOf(client, (n) => `/api/chats/search?in=pages&q=b${n % 10}`),
    'crawl deleted': async () => {
      const { body } = await client.get('/api/crawls')
      const ids = z.array(z.object({ id: z.string() })).parse(body.crawls)
      const startedAt = performance.now()
      for (const { id } of ids.slice(0, DELETIONS)) {
        const { status } = await client.delete(`/api/crawls/${id}`)
        if (status >= 300) throw new Error(`The deletion of a crawl failed: ${status}`)
      }
      return (performance.now() - startedAt) / DELETIONS
    },
  }
}

async function timeOf(client: Client, path: (request: number) => string): Promise<number> {
  const startedAt = performance.now()
  for (let n = 0; n < REQUESTS; n++) {
    const { status } = await client.get(path(n))
    if (status !== 200) throw new Error(`${path(n)} returned ${status}`)
  }
  return (performance.now() - startedAt) / REQUESTS
}

/** Pages of 1,300 characters with their addresses and charges; one crawl in ten is a chat of half its pages. */
async function insertRows(databaseUrl: string, pages: number, userId: string) {
  const database = new Pool({ connectionString: databaseUrl, max: 1 })
  const run = (text: string, parameters: unknown[] = []) => database.query(text, parameters)
  const people = Math.ceil(pages / PAGES_PER_CRAWL / CRAWLS_PER_PERSON)
  await run(
    `insert into users (id, name, email, email_verified) select 'person-' || n, 'Person', 'person-' || n || '@example.org', true
       from generate_series(1, $1::int) as n`,
    [people],
  )
  await run(
    `insert into crawls (user_id, url, protocol, host, path_prefix, max_pages, max_depth, status, pages_found, pages_crawled, created_at, finished_at)
     select owner, 'https://site-' || k || '.example/', 'https:', 'site-' || k || '.example', '', 100, 3, 'finished', 60, ${PAGES_PER_CRAWL},
            now() - make_interval(mins => k), now() - make_interval(mins => k)
       from (select 'person-' || n as owner, k from generate_series(1, $1::int) as n, generate_series(1, ${CRAWLS_PER_PERSON}) as k
             union all select $2, k from generate_series(1, ${OWN_CRAWLS}) as k) as wanted`,
    [people, userId],
  )
  const crawls = await run('select id from crawls')
  const ids = crawls.rows.map(({ id }) => String(id))
  for (let from = 0; from < ids.length; from += CHUNK / PAGES_PER_CRAWL) {
    const chunk = ids.slice(from, from + CHUNK / PAGES_PER_CRAWL)
    await run(
      `insert into pages (user_id, crawl_id, url, final_url, title, content, content_hash, depth, summary, analysis)
       select user_id, c.id, url || p, url || p, 'Page ' || p, text, md5(c.id::text || p), 1, left(text, 200), 'done'
         from crawls c, generate_series(1, ${PAGES_PER_CRAWL}) as p,
              lateral (select string_agg(md5(c.id::text || p || w), ' ') as text from generate_series(1, 40) as w) as words
        where c.id = any($1::uuid[])`,
      [chunk],
    )
    await run(
      `insert into frontier (crawl_id, url, fetch_url, depth, state)
       select c.id, url || p, url || p, 1, case when p <= ${PAGES_PER_CRAWL} then 'stored' else 'skipped' end
         from crawls c, generate_series(1, 60) as p where c.id = any($1::uuid[])`,
      [chunk],
    )
    await run(
      `insert into credit_ledger (user_id, amount, reason, crawl_id, url)
       select user_id, -1, 'page', crawl_id, url from pages where crawl_id = any($1::uuid[])`,
      [chunk],
    )
  }
  await run(`insert into notebooks (user_id, title) select id, 'Notes' from users`)
  await run(
    `insert into saved_chats (user_id, notebook_id, title)
     select c.user_id, (select id from notebooks n where n.user_id = c.user_id limit 1), c.id::text from crawls c where c.id::text < '1a'`,
  )
  await run(
    `insert into chat_pages (chat_id, page_id) select s.id, p.id from saved_chats s join pages p on p.crawl_id = s.title::uuid
      where p.id::text < '8'`,
  )
  await run(
    `insert into chat_messages (chat_id, role, content)
     select s.id, case when m % 2 = 0 then 'assistant' else 'user' end,
            (select string_agg(md5(s.id::text || m || w), ' ') from generate_series(1, 20) as w)
       from saved_chats s, generate_series(1, 10) as m`,
  )
  await run('vacuum analyze')
  await database.end()
}
