/**
 * Bench: response times by route, memory and event-loop delay, with concurrent users and crawls.
 *   node bench/load.ts [--people 200] [--crawls 100] [--seconds 60]     PostgreSQL and the built-in engine
 *   --embedded    the embedded database, 20 users and 20 crawls
 *   --model       the stand-in model, whose own time to first token is measured as a baseline
 *   --pace 2000-6000    milliseconds between a user's requests; --delay 3000-4999    between a crawl's pages
 */
import { mkdtempSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { startPostgresServer } from '#test/postgres-server.ts'
import { type RunningServer, startServer } from '#test/running-server.ts'
import { measureModelBaseline } from './model-baseline.ts'
import { startChild } from './start-child.ts'
import { at, measureIdleLatency } from './latency.ts'
import { APP_SECRET, fillInstallation, type Person } from './load-installation.ts'
import { simulateUser, FIRST_TOKEN, type Results } from './load-user.ts'
import { residentMemoryMb, cpuTimeMs } from './process-stats.ts'

/** The time to first token of a fast service. */
const MODEL_LATENCY_MS = 400

const { values } = parseArgs({
  options: {
    people: { type: 'string' },
    crawls: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    embedded: { type: 'boolean', default: false },
    model: { type: 'boolean', default: false },
    pace: { type: 'string', default: '2000-6000' },
    delay: { type: 'string', default: '3000-4999' },
  },
})
const people = Number(values.people ?? (values.embedded ? 20 : 200))
const crawls = Number(values.crawls ?? (values.embedded ? 20 : 100))
const seconds = Number(values.seconds)
const [from = 0, to = from] = values.pace.split('-').map(Number)

const sites = startChild('generated-site.ts', ['200', ...Array.from({ length: people }, () => '0')])
const model = values.model ? startChild('stand-in-model.ts', [String(MODEL_LATENCY_MS)]) : null
const postgres = values.embedded ? null : await startPostgresServer({ durable: true })
let server: RunningServer | null = null
try {
  const addresses = (await sites.line).split(' ')
  const modelUrl = await model?.line
  const dataDir = mkdtempSync(join(tmpdir(), 'readback-bench-'))
  const users = await fillInstallation({ dataDir, databaseUrl: postgres?.url, sites: addresses })
  server = await startServer({
    DATA_DIR: dataDir,
    APP_SECRET,
    NODE_ENV: 'production',
    ALLOW_PRIVATE_HOSTS: addresses.map((address) => new URL(address).host).join(','),
    CRAWL_DELAY_MS: values.delay,
    LOG_LEVEL: 'warn',
    ...(postgres && { DATABASE_URL: postgres.url }),
    ...(modelUrl && { OPENAI_BASE_URL: modelUrl }),
  })
  const { url } = server
  const idle = residentMemoryMb(server.pid())
  await Promise.all(users.slice(0, crawls).map((person, index) => startCrawl(url, person, addresses[index] ?? '')))
  console.log(
    `${people} people, ${crawls} crawls, ${postgres ? 'PostgreSQL' : 'embedded'}, ${model ? 'stand-in model' : 'built-in engine'}, ${seconds} s`,
  )

  const results: Results = { times: new Map(), failures: new Map() }
  const end = AbortSignal.timeout(seconds * 1_000)
  await readEventLoopDelay(url) // Reading resets the metric.
  const cpuBefore = cpuTimeMs(server.pid())
  const baseline = modelUrl ? measureModelBaseline(modelUrl, end) : Promise.resolve([])
  const machine = measureIdleLatency()
  await Promise.all(users.map((person) => simulateUser(url, person, results, { from, to }, end)))

  const delay = await readEventLoopDelay(url)
  const idleLatency = await machine
  const cpuMs = cpuTimeMs(server.pid()) - cpuBefore
  const requests = [...results.times].reduce((sum, [name, times]) => sum + (name === FIRST_TOKEN ? 0 : times.length), 0)
  console.log(
    `trivial HTTP server: p50 ${idleLatency.p50}, p99 ${idleLatency.p99} ms; load average ${loadavg()[0]?.toFixed(1)}`,
  )
  console.log('| route | requests | p50 ms | p95 | p99 |\n|---|---|---|---|---|')
  for (const [name, times] of [...results.times].toSorted(([a], [b]) => a.localeCompare(b))) {
    console.log(`| ${name} | ${times.length} | ${at(times, 0.5)} | ${at(times, 0.95)} | ${at(times, 0.99)} |`)
  }
  for (const [failure, count] of results.failures) console.log(`failed: ${failure}, ${count} times`)
  console.log(
    `event-loop delay ms: mean ${delay('mean')}, p50 ${delay('p50')}, p99 ${delay('p99')}, max ${delay('max')}`,
  )
  console.log(
    `resident MB: ${idle.now} at the start, ${residentMemoryMb(server.pid()).now} at the end, peak ${residentMemoryMb(server.pid()).peak}`,
  )
  console.log(
    `server CPU including crawls: ${(cpuMs / seconds / 1_000).toFixed(2)} cores, ${(cpuMs / requests).toFixed(1)} ms per request (${requests} requests)`,
  )
  const modelTimes = await baseline
  const productTimes = results.times.get(FIRST_TOKEN) ?? []
  if (modelTimes.length > 0) {
    const ratio = (share: number) => (Number(at(productTimes, share)) / Number(at(modelTimes, share))).toFixed(2)
    console.log(
      `time to first token: model p50 ${at(modelTimes, 0.5)}, p95 ${at(modelTimes, 0.95)} ms; product ${ratio(0.5)} and ${ratio(0.95)} times that`,
    )
  }
} finally {
  await server?.close()
  await postgres?.stop()
  sites.stop()
  model?.stop()
}
process.exit()

/** Starts a crawl that the user's requests then refer to. */
async function startCrawl(origin: string, person: Person, url: string) {
  const response = await fetch(`${origin}/api/crawls`, {
    method: 'POST',
    headers: { Cookie: person.cookie, Origin: origin, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url, maxPages: 200, maxDepth: 10 }),
  })
  if (response.status !== 201) throw new Error(`a crawl was refused: ${response.status} ${await response.text()}`)
  person.crawlId = z.object({ id: z.string() }).parse(await response.json()).id
}

/** The server's event-loop delay since the last read, by statistic, in milliseconds. */
async function readEventLoopDelay(origin: string) {
  const text = await (await fetch(`${origin}/metrics`)).text()
  return (name: string) =>
    (Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)`, 'm').exec(text)?.[1]) * 1_000).toFixed(1)
}
