/**
 * Bench: processor time of a start after a kill, compared with one after an orderly stop (embedded database).
 *
 * Each round crawls a site, kills the server in the middle, waits for the end of the crawl and stops the server in an
 * orderly way. Exits with 1 when the starts after a kill take more than 1.5 times the others, by their medians.
 * `--rounds=N`, `--pages=N`.
 */
import { parseArgs } from 'node:util'
import { loadavg } from 'node:os'
import { createUser } from '#test/auth-requests.ts'
import { type RunningServer, startServer } from '#test/running-server.ts'
import { waitFor } from '#test/wait-for.ts'
import { cpuTimeMs } from './process-stats.ts'
import { startChild } from './start-child.ts'
import { median } from './median.ts'

const MAX_RATIO = 1.5
const EMAIL = 'restart@example.org'
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, pages: { type: 'string', default: '200' } },
})
const [rounds, pages] = [Number(values.rounds), Number(values.pages)]

const site = startChild('generated-site.ts', [String(pages)])
const url = await site.line
const server = await startServer({ ALLOW_PRIVATE_HOSTS: new URL(url).host })
const person = await signUpForCrawls(server)
const starts: { afterKill: number; afterStop: number }[] = []
try {
  for (let round = 1; round <= rounds; round++) {
    await server.admin(['credits', EMAIL, '3000'])
    const { body } = await person.post('/api/crawls', { url, maxPages: pages, maxDepth: 10 })
    const crawled = async () => (await person.get(`/api/crawls/${body.id}?content=false`)).body
    await waitFor('half of the pages', async () => (await crawled()).progress.pagesCrawled >= pages / 2)
    const afterKill = await startTime('SIGKILL')
    await waitFor('the end of the crawl', async () => (await crawled()).finishedAt, 120_000)
    const afterStop = await startTime('SIGTERM')
    starts.push({ afterKill, afterStop })
    console.log(`round ${round}: ${afterKill} ms after a kill, ${afterStop} ms after an orderly stop`)
  }
} finally {
  await server.close()
  site.stop()
}
const [afterKill, afterStop] = [
  median(starts.map((start) => start.afterKill)),
  median(starts.map((start) => start.afterStop)),
]
const ratio = afterKill / afterStop
console.log(
  `median ${afterKill} ms after a kill, ${afterStop} ms after an orderly stop: ratio ${ratio.toFixed(2)}, ` +
    `at most ${MAX_RATIO} (load ${loadavg()[0]?.toFixed(1)})`,
)
process.exitCode = ratio > MAX_RATIO ? 1 : 0

/** Processor time of all threads from the start until the server is ready. */
async function startTime(signal: 'SIGTERM' | 'SIGKILL') {
  await server.restart(signal)
  return cpuTimeMs(server.pid())
}

async function signUpForCrawls(server: RunningServer) {
  const person = await createUser(server, EMAIL)
  await server.admin(['tier', EMAIL, 'enterprise'])
  return person
}
