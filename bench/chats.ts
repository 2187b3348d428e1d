/**
 * Bench: response times of the chat list, searches and a long chat, for a user with 1,000 chats.
 *   node bench/chats.ts     embedded database; --postgres for PostgreSQL
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { getRequestListener } from '@hono/node-server'
import { sql } from 'drizzle-orm'
import { createApp } from '#server/http/app.ts'
import { readConfig } from '#server/platform/config.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { openServices } from '#server/services.ts'
import { codeFor } from '#test/app.ts'
import { signUp, verify } from '#test/auth-requests.ts'
import { createClient } from '#test/client.ts'
import { startPostgresServer } from '#test/postgres-server.ts'
import { freePort } from '#test/running-server.ts'
import { testLog } from '#test/test-log.ts'

const CHATS = 1_000
const MESSAGES_EACH = 20
const LONG_CHAT = { messages: 500, pages: 1_000 }
const ROUNDS = 30
const EMAIL = 'bench@example.org'

const { values } = parseArgs({ options: { postgres: { type: 'boolean', default: false } } })
const folder = mkdtempSync(join(tmpdir(), 'readback-bench-'))
const postgres = values.postgres ? await startPostgresServer({ durable: true }) : null
const port = await freePort()
const config = readConfig({ PORT: String(port), DATA_DIR: folder, ...(postgres && { DATABASE_URL: postgres.url }) })
const services = await openServices(config, testLog)
const worker = await startWorker(services)
const http = createServer(getRequestListener(createApp(services).fetch)).listen(port, 'localhost')
try {
  const person = createClient(config.appUrl)
  await signUp(person, EMAIL)
  await verify(person, EMAIL, await codeFor(folder, EMAIL))
  const { body: me } = await person.get('/api/me')
  const first = await person.post('/api/chats', {
    title: 'The first',
    crawled_pages: [],
    selected_pages: [],
    chat_history: [],
  })
  const longChat = await fill(me.user.id, first.body)

  const routes = {
    'the list': '/api/chats',
    'the list, by title': '/api/chats?title=chat',
    'a search in messages': '/api/chats/search?q=granite&in=messages',
    'a search in pages': '/api/chats/search?q=granite&in=pages',
    [`a chat of ${LONG_CHAT.messages} messages and ${LONG_CHAT.pages} pages`]: `/api/chats/${longChat}`,
  }
  console.log(
    `${CHATS} chats of ${MESSAGES_EACH} messages on ${values.postgres ? 'PostgreSQL' : 'the embedded database'}, ${ROUNDS} rounds`,
  )
  for (const [name, path] of Object.entries(routes)) {
    await person.get(path)
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const startedAt = performance.now()
      const { status } = await person.get(path)
      if (status !== 200) throw new Error(`${path} responded with ${status}`)
      times.push(performance.now() - startedAt)
    }
    const at = (share: number) => (times.toSorted((a, b) => a - b)[Math.floor(ROUNDS * share)] ?? 0).toFixed(1)
    console.log(`${name}: p50 ${at(0.5)}, p95 ${at(0.95)} ms`)
  }
} finally {
  http.closeAllConnections()
  http.close()
  await worker.close(1_000)
  await services.close()
  await postgres?.stop()
  rmSync(folder, { recursive: true })
}
process.exit(0)

/** Creates the chats and returns the id of the long one. */
async function fill(
  userId: string,
  { id, notebook_id: notebookId }: { id: string; notebook_id: string },
): Promise<string> {
  const { db } = services
  await db.execute(sql`
    insert into saved_chats (user_id, notebook_id, title, created_at)
    select ${userId}, ${notebookId}, 'Chat ' || n, now() - make_interval(mins => n) from generate_series(1, ${CHATS - 1}::int) n`)
  await db.execute(sql`
    insert into chat_messages (chat_id, role, content)
    select c.id, 'user', 'Message ' || n || ' about ' || case when n = 7 then 'granite' else md5(c.id::text || n) end || repeat(' and so on', 20)
    from saved_chats c, generate_series(1, ${MESSAGES_EACH}::int) n where c.user_id = ${userId} and c.id <> ${id}`)
  await db.execute(sql`
    insert into chat_messages (chat_id, role, content)
    select ${id}, case when n % 2 = 0 then 'assistant' else 'user' end, 'Message ' || n || repeat(' of a long chat', 30)
    from generate_series(1, ${LONG_CHAT.messages}::int) n`)
  await db.execute(sql`
    insert into pages (user_id, url, final_url, title, content_hash, depth, analysis, content)
    select ${userId}, 'https://example.org/' || n, 'https://example.org/' || n, 'Page ' || n, n::text, 1, 'done', repeat('A sentence about granite and more. ', 300)
    from generate_series(1, ${LONG_CHAT.pages}::int) n`)
  await db.execute(sql`insert into chat_pages (chat_id, page_id) select ${id}, id from pages where user_id = ${userId}`)
  await db.execute(sql`analyze`)
  return id
}
