/**
 * Compares crawlers on a generated site in rounds, each crawler as a separate process. The machine's speed drifts, so
 * the result is the ratio to the cheerio loop of the same round, as the median over all rounds.
 */
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { z } from 'zod'
import { runStatement, withDatabaseName } from '#test/run-statement.ts'
import { startPostgresServer } from '#test/postgres-server.ts'
import { median } from './median.ts'

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const run = promisify(execFile)
const TIMEOUT_MS = 300_000

type Crawler = { name: string; script: string; env?: Record<string, string> }

const PEERS: Crawler[] = [
  { name: 'undici + cheerio, a loop', script: 'peers/cheerio-loop.mjs' },
  { name: 'undici + htmlparser2 tokenizer, a loop', script: 'peers/tokenizer-loop.mjs' },
  { name: 'Crawlee CheerioCrawler, in memory', script: 'peers/crawlee.mjs' },
]
const [BASELINE] = PEERS.map((peer) => peer.name)

const Figures = z.object({ pages: z.number(), seconds: z.number(), secondsUntilLastPage: z.number().optional() })
const Usage = z.object({ cpuMs: z.number(), peakMb: z.number() })
/**
 * Pages per second: `stored` until the last page is in the database, `summarized` until every page has a summary (peers
 * create none), `total` for the whole process from start to exit.
 */
type Result = {
  name: string
  pages: number
  stored: number
  summarized: number
  total: number
  cpuMs: number
  peakMb: number
}

/** Prints a line for each crawl and at the end the table of docs/benchmarks.md. */
export async function crawlRounds(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '5' },
      pages: { type: 'string', default: '1000' },
      only: { type: 'string', default: '' },
    },
  })
  const pages = Number(values.pages)
  await installPeers()
  const folder = mkdtempSync(join(tmpdir(), 'readback-bench-'))
  const postgres = await startPostgresServer({ durable: true })
  const site = await startSite(pages)
  const rounds: Result[][] = []
  try {
    for (let number = 1; number <= Number(values.rounds); number += 1) {
      const name = `round_${number}`
      await runStatement(postgres.url, `create database ${name}`)
      const ours: Crawler[] = [
        {
          name: 'Readback, PostgreSQL',
          script: 'crawl.ts',
          env: { DATABASE_URL: withDatabaseName(postgres.url, name) },
        },
        { name: 'Readback, embedded database', script: 'crawl.ts' },
      ]
      const crawlers = [...ours, ...PEERS].filter(
        (crawler) => crawler.name.includes(values.only) || crawler.name === BASELINE,
      )
      const results: Result[] = []
      for (const crawler of crawlers) {
        const result = await measure(crawler, { url: site.url, pages, folder })
        console.log(number, JSON.stringify(result))
        results.push(result)
      }
      rounds.push(results)
    }
  } finally {
    site.stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  console.log(`\n${table(rounds)}`)
}

async function installPeers() {
  const folder = here('peers')
  try {
    createRequire(join(folder, 'package.json')).resolve('@crawlee/cheerio')
  } catch {
    console.log('Installing the other crawlers in bench/peers …')
    await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder })
  }
}

function startSite(pages: number) {
  const server = spawn(process.execPath, [here('generated-site.ts'), String(pages)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise<{ url: string; stop(): void }>((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`the site exited with ${code}`)))
    server.stdout.once('data', (line) => resolve({ url: String(line).trim(), stop: () => void server.kill() }))
  })
}

async function measure(
  crawler: Crawler,
  { url, pages, folder }: { url: string; pages: number; folder: string },
): Promise<Result> {
  const usageFile = join(folder, 'usage.json')
  const startedAt = performance.now()
  const { stdout } = await run(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--import',
      here('peers/report-usage.mjs'),
      here(crawler.script),
      url,
      String(pages),
    ],
    { env: { ...process.env, DATABASE_URL: '', ...crawler.env, USAGE_FILE: usageFile }, timeout: TIMEOUT_MS },
  )
  const totalSeconds = (performance.now() - startedAt) / 1000
  const crawled = Figures.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''))
  const usage = Usage.parse(JSON.parse(readFileSync(usageFile, 'utf8')))
  return {
    name: crawler.name,
    pages: crawled.pages,
    stored: crawled.pages / (crawled.secondsUntilLastPage ?? crawled.seconds),
    summarized: crawled.pages / crawled.seconds,
    total: crawled.pages / totalSeconds,
    cpuMs: usage.cpuMs / crawled.pages,
    peakMb: usage.peakMb,
  }
}

function table(rounds: Result[][]): string {
  const names = (rounds[0] ?? []).map((result) => result.name)
  const rows = names.map((name) => {
    const resultOf = (round: Result[], crawler: string | undefined) => round.find((result) => result.name === crawler)
    const values = (value: (result: Result, baseline: Result) => number) =>
      rounds.flatMap((round) => {
        const [result, baseline] = [resultOf(round, name), resultOf(round, BASELINE)]
        return result && baseline ? [value(result, baseline)] : []
      })
    const cells = [
      spread(
        values((result) => result.stored),
        0,
      ),
      spread(
        values((result, baseline) => result.stored / baseline.stored),
        2,
      ),
      spread(
        values((result, baseline) => result.summarized / baseline.stored),
        2,
      ),
      spread(
        values((result, baseline) => result.total / baseline.total),
        2,
      ),
      median(values((result) => result.cpuMs)).toFixed(1),
      median(values((result) => result.peakMb)).toFixed(0),
    ]
    return `| ${[name, ...cells].join(' | ')} |`
  })
  return [
    '| crawler | pages/s (range) | ratio to the cheerio loop | with every summary | whole process | CPU ms per page | peak memory MB |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

function spread(values: number[], digits: number): string {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  return `${median(values).toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})`
}
