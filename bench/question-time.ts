/**
 * Bench: time of a question to the built-in engine in a chat with 1,000 pages, over HTTP.
 *   node bench/question-time.ts [--postgres] [--folder /usr/share/doc/postgresql-doc-15/html] [--rounds 4] [--pages 1000]
 * The pages are those of Debian's package postgresql-doc-15. The first round includes code that has not run before.
 */
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { loadavg } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { createUser } from '#test/auth-requests.ts'
import type { Client } from '#test/client.ts'
import { startPostgresServer } from '#test/postgres-server.ts'
import { startServer } from '#test/running-server.ts'
import { waitFor } from '#test/wait-for.ts'
import { at } from './latency.ts'
import { cpuTimeMs } from './process-stats.ts'

const { values } = parseArgs({
  options: {
    postgres: { type: 'boolean', default: false },
    folder: { type: 'string', default: '/usr/share/doc/postgresql-doc-15/html' },
    rounds: { type: 'string', default: '4' },
    pages: { type: 'string', default: '1000' },
  },
})
const pageCount = Number(values.pages)
const CRAWL_TIMEOUT_MS = 10 * 60_000
const EMAIL = 'questions@example.org'
const questions = z
  .array(z.object({ manual: z.string(), question: z.string() }))
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'manual-questions/questions.json'), 'utf8')))
  .flatMap(({ manual, question }) => (manual === 'postgres' ? question : []))

const site = createServer((request, response) => {
  const file = join(values.folder, basename(new URL(request.url ?? '/', 'http://site').pathname))
  if (!existsSync(file) || !file.endsWith('.html')) return response.writeHead(404).end()
  createReadStream(file).pipe(response.setHeader('Content-Type', 'text/html'))
})
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
const address = site.address()
const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
const postgres = values.postgres ? await startPostgresServer({ durable: true }) : null
const server = await startServer({
  ALLOW_PRIVATE_HOSTS: host,
  CRAWL_DELAY_MS: '0',
  LOG_LEVEL: 'warn',
  NODE_ENV: 'production',
  ...(postgres && { DATABASE_URL: postgres.url }),
})
try {
  const person = await createUser(server, EMAIL)
  await server.admin(['tier', EMAIL, 'enterprise'])
  const start = { url: `http://${host}/index.html`, maxPages: pageCount, maxDepth: 10 }
  const { id } = (await person.post('/api/crawls', start)).body
  const pageIds = await waitFor('the crawl with its summaries', () => finishedPages(person, id), CRAWL_TIMEOUT_MS)
  await person.post('/api/knowledge', { pageIds })
  const chat = { title: 'Questions', crawled_pages: pageIds, selected_pages: pageIds }
  const { id: chatId } = (await person.post('/api/chats', chat)).body
  console.log(`${pageIds.length} pages, ${questions.length} questions, load ${loadavg()[0]?.toFixed(1)}`)
  console.log('| Chat | round | p50 ms | p95 | CPU ms of the server per question |\n|---|---|---|---|---|')
  for (let round = 1; round <= Number(values.rounds); round++) {
    const unsaved = (question: string) => person.post('/api/answers', { question, pageIds })
    const saved = (question: string) => person.post(`/api/chats/${chatId}/messages`, { question })
    for (const [name, ask] of Object.entries({ unsaved, saved }))
      console.log(`| ${name} | ${round} | ${await time(ask)} |`)
  }
} finally {
  await server.close()
  await postgres?.stop()
  site.close()
}
process.exit()

async function finishedPages(person: Client, crawlId: string) {
  const { body } = await person.get(`/api/crawls/${crawlId}?content=false`)
  const pages: { id: string; analysis: string }[] = body.pages
  const isDone = body.finishedAt && pages.every(({ analysis }) => analysis !== 'pending')
  return isDone ? pages.map((page) => page.id) : undefined
}

async function time(ask: (question: string) => Promise<{ status: number }>) {
  const times: number[] = []
  const cpuBefore = cpuTimeMs(server.pid())
  for (const question of questions) {
    const from = performance.now()
    const { status } = await ask(question)
    if (status !== 200) throw new Error(`a question was refused: ${status}`)
    times.push(performance.now() - from)
  }
  const cpuMs = (cpuTimeMs(server.pid()) - cpuBefore) / questions.length
  return [at(times, 0.5), at(times, 0.95), cpuMs.toFixed(1)].join(' | ')
}
