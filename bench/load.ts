/**
 * Bench: people clicking through lists, details and questions while others' crawls run: times by route, memory, event-loop delay.
 *   node bench/load.ts [--people 200] [--crawls 100] [--seconds 60]     PostgreSQL, answers by the built-in engine
 *   --embedded    the embedded database, 20 people and 20 crawls
 *   --model       answers by the stand-in model, whose own first words are measured beside the product's
 *   --pace 2000-6000    milliseconds between a person's clicks; --delay 3000-4999    between a crawl's pages
 */
import { mkdtempSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { startPostgresServer } from '#test/postgres-server.ts'
import { type RunningServer, startServer } from '#test/running-server.ts'
import { askBareModel } from './bare-model.ts'
import { startChild } from './child.ts'
import { at, quietTime } from './latency.ts'
import { APP_SECRET, fillInstallation, type Person } from './load-installation.ts'
import { clickThrough, FIRST_TOKEN, type Told } from './load-person.ts'
import { memoryOf, processorMsOf } from './process-facts.ts'

/** What a quick service needs for its first words. */
const MODEL_THINKS_MS = 400

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
const model = values.model ? startChild('stand-in-model.ts', [String(MODEL_THINKS_MS)]) : null
const postgres = values.embedded ? null : await startPostgresServer({ durable: true })
let server: RunningServer | null = null
try {
  const addresses = (await sites.line).split(' ')
  const modelUrl = await model?.line
  const dataDir = mkdtempSync(join(tmpdir(), 'readback-bench-'))
  const crowd = await fillInstallation({ dataDir, databaseUrl: postgres?.url, sites: addresses })
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
  const idle = memoryOf(server.pid())
  await Promise.all(crowd.slice(0, crawls).map((person, index) => startCrawl(url, person, addresses[index] ?? '')))
  console.log(`${people} people, ${crawls} crawls, ${postgres ? 'PostgreSQL' : 'embedded'}, ${model ? 'stand-in model' : 'built-in engine'}, ${seconds} s`)

  const told: Told = { times: new Map(), failures: new Map() }
  const over = AbortSignal.timeout(seconds * 1_000)
  await metric(url) // what it tells is counted from its last telling
  const spent = processorMsOf(server.pid())
  const bare = modelUrl ? askBareModel(modelUrl, over) : Promise.resolve([])
  const machine = quietTime()
  await Promise.all(crowd.map((person) => clickThrough(url, person, told, { from, to }, over)))

  const delay = await metric(url)
  const quiet = await machine
  const spentMs = processorMsOf(server.pid()) - spent
  const answered = [...told.times].reduce((sum, [name, taken]) => sum + (name === FIRST_TOKEN ? 0 : taken.length), 0)
  console.log(`a bare HTTP server beside it: p50 ${quiet.p50}, p99 ${quiet.p99} ms; load of the machine ${loadavg()[0]?.toFixed(1)}`)
  console.log('| route | times | p50 ms | p95 | p99 |\n|---|---|---|---|---|')
  for (const [name, taken] of [...told.times].toSorted(([a], [b]) => a.localeCompare(b))) {
    console.log(`| ${name} | ${taken.length} | ${at(taken, 0.5)} | ${at(taken, 0.95)} | ${at(taken, 0.99)} |`)
  }
  for (const [words, count] of told.failures) console.log(`not answered: ${words}, ${count} times`)
  console.log(`event-loop delay ms: mean ${delay('mean')}, p50 ${delay('p50')}, p99 ${delay('p99')}, max ${delay('max')}`)
  console.log(`resident MB: ${idle.now} when started, ${memoryOf(server.pid()).now} at the end, ${memoryOf(server.pid()).peak} at most`)
  console.log(`processor time of the server: ${(spentMs / seconds / 1_000).toFixed(2)} of a core, ${(spentMs / answered).toFixed(1)} ms for each of ${answered} requests, crawls included`)
  const alone = await bare
  const first = told.times.get(FIRST_TOKEN) ?? []
  if (alone.length > 0) {
    const ratio = (share: number) => (Number(at(first, share)) / Number(at(alone, share))).toFixed(2)
    console.log(`first words: bare model p50 ${at(alone, 0.5)} p95 ${at(alone, 0.95)} ms; through the product ${ratio(0.5)} and ${ratio(0.95)} times that`)
  }
} finally {
  await server?.close()
  await postgres?.stop()
  sites.stop()
  model?.stop()
}
process.exit()

/** The person then looks at this crawl rather than at the first. */
async function startCrawl(origin: string, person: Person, url: string) {
  const response = await fetch(`${origin}/api/crawls`, {
    method: 'POST',
    headers: { Cookie: person.cookie, Origin: origin, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url, maxPages: 200, maxDepth: 10 }),
  })
  if (response.status !== 201) throw new Error(`a crawl was refused: ${response.status} ${await response.text()}`)
  person.crawlId = z.object({ id: z.string() }).parse(await response.json()).id
}

/** The server's own event-loop delay since it was last asked, by name, in milliseconds. */
async function metric(origin: string) {
  const text = await (await fetch(`${origin}/metrics`)).text()
  return (name: string) => (Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)`, 'm').exec(text)?.[1]) * 1_000).toFixed(1)
}
