/**
 * Measures the embedded database on this machine: `node bench/embedded-database.ts`. The source of the numbers in
 * docs/decisions/002-embedded-database.md.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { crawls, frontier, pages, users } from '#server/platform/db/schema/index.ts'
import { createLog } from '#server/platform/log.ts'

const folder = await mkdtemp(join(tmpdir(), 'readback-bench-'))
const dataDir = join(folder, 'data')
const log = createLog({ level: 'debug', readable: false }) // Logs the number and duration of fsyncs.
const open = () => openDatabase({ dataDir, log })

try {
  printValue('load average at the start', loadavg()[0] ?? 0, '')
  await (await timed('opening, new directory', open)).close()
  await (await timed('opening, existing directory', open)).close()
  await killWriter()
  const database = await timed('opening, after kill -9', open)
  const { db } = database

  await db.insert(users).values({ id: 'bench', name: 'bench', email: 'bench@example.com' }).onConflictDoNothing()
  const [crawl] = await db
    .insert(crawls)
    .values({
      userId: 'bench',
      url: 'http://a',
      protocol: 'http:',
      host: 'a',
      pathPrefix: '',
      maxPages: 1,
      maxDepth: 1,
    })
    .returning()
  if (!crawl) throw new Error('no crawl')

  await repeated('select 1', 2_000, () => db.execute(sql`select 1`))
  await repeated('one row, committed', 500, () => addLinks(db, crawl.id, 1))
  await repeated('a page of 20 kB with 10 links', 300, () => storePage(db, crawl.id))
  await pingWhile(() => storePage(db, crawl.id))
  await database.close()
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function storePage(db: Db, crawlId: string) {
  const content = 'Every answer is read back against its page. '.repeat(450)
  const url = `http://a/${randomUUID()}`
  await db.transaction(async (tx) => {
    await tx
      .insert(pages)
      .values({ userId: 'bench', crawlId, url, finalUrl: url, title: 'A page', content, contentHash: url, depth: 1 })
    await addLinks(tx, crawlId, 10)
    await tx.execute(sql`select deduct_credits('bench', 1)`)
    await tx.execute(sql`select pg_notify('bench', ${url})`)
    await tx
      .update(crawls)
      .set({ pagesCrawled: sql`${crawls.pagesCrawled} + 1` })
      .where(eq(crawls.id, crawlId))
  })
}

function addLinks(db: Db, crawlId: string, count: number) {
  const links = Array.from({ length: count }, () => ({ crawlId, url: randomUUID(), fetchUrl: 'x', depth: 2 }))
  return db.insert(frontier).values(links)
}

/** Measures the latency of an HTTP server on this thread while twelve writers store pages continuously. */
async function pingWhile(work: () => Promise<void>) {
  const server = createServer((_, response) => response.end('pong'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const deadline = performance.now() + 8_000
  let stored = 0
  const writers = Array.from({ length: 12 }, async () => {
    for (; performance.now() < deadline; stored += 1) await work()
  })
  const times: number[] = []
  while (performance.now() < deadline) {
    const started = performance.now()
    await (await fetch(`http://127.0.0.1:${port}/ping`)).text()
    times.push(performance.now() - started)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await Promise.all(writers)
  server.closeAllConnections()
  server.close()
  summary(`/ping while ${Math.round(stored / 8)} pages a second are stored`, times)
}

async function killWriter() {
  const script = fileURLToPath(new URL('../test/row-writer.ts', import.meta.url))
  const writer = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise<void>((resolve) =>
    writer.stdout.on('data', (chunk) => String(chunk).includes('100\n') && resolve()),
  )
  writer.kill('SIGKILL')
  await new Promise((resolve) => writer.once('close', resolve))
}

async function timed<T>(name: string, action: () => Promise<T>) {
  const started = performance.now()
  const result = await action()
  printValue(name, performance.now() - started)
  return result
}

async function repeated(name: string, times: number, action: () => PromiseLike<unknown>) {
  const durations: number[] = []
  for (let round = 0; round < times; round += 1) {
    const started = performance.now()
    await action()
    durations.push(performance.now() - started)
  }
  summary(name, durations.slice(times / 10)) // The first tenth is warm-up.
}

function summary(name: string, times: number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2)
  console.log(`${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms (${sorted.length} times)`)
}

function printValue(name: string, value: number, unit = ' ms') {
  console.log(`${name}: ${value.toFixed(unit ? 0 : 1)}${unit}`)
}
