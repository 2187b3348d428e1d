/**
 * Bench: resident memory of a server on both databases: peak of the start, at rest, and after a crawl and questions.
 *   node bench/memory.ts [--pages 1000] [--rest 30]
 */
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createUser } from '#test/auth-requests.ts'
import { startPostgresServer } from '#test/postgres-server.ts'
import { startServer } from '#test/running-server.ts'
import { waitFor } from '#test/wait-for.ts'
import { cpuTimeMs, residentMemoryMb } from './process-stats.ts'
import { startChild } from './start-child.ts'

const { values } = parseArgs({
  options: { pages: { type: 'string', default: '1000' }, rest: { type: 'string', default: '30' } },
})
const pages = Number(values.pages)
const EMAIL = 'memory@example.org'
const QUESTIONS = ['What is the limit?', 'How is a page stored?', 'Which option changes the port?']
const CRAWL_TIMEOUT_MS = 15 * 60_000

const site = startChild('generated-site.ts', [values.pages])
const url = await site.line
const postgres = await startPostgresServer({ durable: true })
try {
  console.log(`load ${loadavg()[0]?.toFixed(1)}`)
  console.log(
    '| Database | Peak of the start | At rest | Peak of the crawl | After the questions | CPU s of the start |',
  )
  console.log('|---|---|---|---|---|---|')
  for (const databaseUrl of [undefined, postgres.url]) console.log(await measure(databaseUrl))
} finally {
  site.stop()
  await postgres.stop()
}

/** A row of the table: resident MB of the server's process. */
async function measure(databaseUrl: string | undefined): Promise<string> {
  const server = await startServer({
    ALLOW_PRIVATE_HOSTS: new URL(url).host,
    CRAWL_DELAY_MS: '0',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  })
  try {
    await sleep(Number(values.rest) * 1_000)
    const { now: atRest, peak: atStart } = residentMemoryMb(server.pid())
    const startSeconds = cpuTimeMs(server.pid()) / 1_000
    const person = await createUser(server, EMAIL)
    await server.admin(['tier', EMAIL, 'enterprise'])
    const { id } = (await person.post('/api/crawls', { url, maxPages: pages, maxDepth: 20 })).body
    const crawl = await waitFor(
      'the crawl to end',
      async () => {
        const { body } = await person.get(`/api/crawls/${id}?content=false`)
        return body.finishedAt ? body : undefined
      },
      CRAWL_TIMEOUT_MS,
    )
    const { peak: whileCrawling } = residentMemoryMb(server.pid())
    const pageIds: string[] = crawl.pages.map((page: { id: string }) => page.id)
    await person.post('/api/knowledge', { pageIds })
    for (const question of QUESTIONS) await person.post('/api/answers', { question, pageIds })
    const { now: afterQuestions } = residentMemoryMb(server.pid())
    const name = databaseUrl ? 'PostgreSQL' : 'embedded'
    return `| ${[name, atStart, atRest, whileCrawling, afterQuestions, startSeconds.toFixed(1)].join(' | ')} |`
  } finally {
    await server.close()
  }
}
