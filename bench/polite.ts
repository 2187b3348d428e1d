/**
 * Bench: API response times during 500 concurrent crawls of different sites, with the default delay.
 *   node bench/polite.ts [--crawls 500] [--seconds 60]     PostgreSQL; --embedded for the embedded database
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { createUser } from '#test/auth-requests.ts'
import { startPostgresServer } from '#test/postgres-server.ts'
import { startServer } from '#test/running-server.ts'
import { at, measureIdleLatency } from './latency.ts'

const { values } = parseArgs({
  options: {
    crawls: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '60' },
    embedded: { type: 'boolean', default: false },
  },
})
const crawls = Number(values.crawls)
const PAGES_EACH = 20
const EMAIL = 'bench@example.org'

const sites = spawn(
  process.execPath,
  [fileURLToPath(new URL('generated-site.ts', import.meta.url)), '100', ...Array.from({ length: crawls }, () => '0')],
  { stdio: ['ignore', 'pipe', 'inherit'] },
)
const addresses = await new Promise<string[]>((resolve, reject) => {
  let output = ''
  sites.once('exit', (code) => reject(new Error(`the sites exited with ${code}`)))
  sites.stdout.on('data', (chunk) => {
    output += String(chunk)
    if (output.endsWith('\n')) resolve(output.trim().split(' '))
  })
})
const postgres = values.embedded ? null : await startPostgresServer({ durable: true })
const server = await startServer({
  ALLOW_PRIVATE_HOSTS: addresses.map((address) => new URL(address).host).join(','),
  CRAWL_DELAY_MS: '3000-4999',
  ...(postgres && { DATABASE_URL: postgres.url }),
})
try {
  const person = await createUser(server, EMAIL)
  await server.admin(['tier', EMAIL, 'enterprise'])
  await server.admin(['credits', EMAIL, String(crawls * PAGES_EACH + 1_000)])

  const ids: string[] = []
  for (const url of addresses) {
    const { status, body } = await person.post('/api/crawls', { url, maxPages: PAGES_EACH, maxDepth: 3 })
    if (status !== 201) throw new Error(`a crawl was refused: ${status} ${JSON.stringify(body)}`)
    ids.push(z.object({ id: z.string() }).parse(body).id)
  }
  console.log(`${ids.length} crawls running`)

  const routes: Record<string, () => string> = {
    'GET /api/crawls/{id}': () => `/api/crawls/${ids[Math.floor(Math.random() * ids.length)]}`,
    'GET /api/crawls': () => '/api/crawls',
    'GET /api/credits': () => '/api/credits',
    'GET /healthz': () => '/healthz',
  }
  const times = new Map(Object.keys(routes).map((name) => [name, [] as number[]]))
  const deadline = performance.now() + Number(values.seconds) * 1_000
  while (performance.now() < deadline) {
    for (const [name, path] of Object.entries(routes)) {
      const startedAt = performance.now()
      const { status } = await person.get(path())
      if (status !== 200) throw new Error(`${name} responded with ${status}`)
      times.get(name)?.push(performance.now() - startedAt)
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }

  const machine = await measureIdleLatency()
  console.log(`trivial HTTP server: p50 ${machine.p50}, p99 ${machine.p99} ms`)
  for (const [name, durations] of times) {
    console.log(
      `${name}: p50 ${at(durations, 0.5)}, p95 ${at(durations, 0.95)}, p99 ${at(durations, 0.99)} ms (${durations.length} requests)`,
    )
  }
  const { body } = await person.get('/api/credits')
  const left = z.object({ credits_count: z.number() }).parse(body).credits_count
  console.log(`${crawls * PAGES_EACH + 1_000 - left} pages stored`)
} finally {
  await server.close()
  await postgres?.stop()
  sites.kill()
}
process.exit(0)
