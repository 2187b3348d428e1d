/**
 * Bench: crawl throughput and CPU time per page with one, two and four workers on one PostgreSQL.
 *   node bench/scale.ts [--workers 1,2,4] [--sites 40] [--pages 25]     each site on its own port
 */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { z } from 'zod'
import { startInstallation } from '#test/installation.ts'
import { runStatement, withDatabaseName } from '#test/run-statement.ts'
import { startPostgresServer } from '#test/postgres-server.ts'
import { waitFor } from '#test/wait-for.ts'

const { values } = parseArgs({
  options: {
    workers: { type: 'string', default: '1,2,4' },
    sites: { type: 'string', default: '40' },
    pages: { type: 'string', default: '25' },
  },
})
const [sites, pages] = [Number(values.sites), Number(values.pages)]
const PEOPLE = 4
const CRAWLS_TIMEOUT_MS = 900_000
/** /proc counts processor time in ticks of 10 ms (sysconf _SC_CLK_TCK). */
const TICK_MS = 10

const Row = z.object({ open: z.number(), stored: z.number(), read: z.number(), ended: z.number() })

const siteServer = spawn(
  process.execPath,
  [
    fileURLToPath(new URL('generated-site.ts', import.meta.url)),
    String(pages),
    ...Array.from({ length: sites }, () => '0'),
  ],
  { stdio: ['ignore', 'pipe', 'inherit'] },
)
const addresses = await new Promise<string[]>((resolve, reject) => {
  let output = ''
  siteServer.once('exit', (code) => reject(new Error(`the sites exited with ${code}`)))
  siteServer.stdout.on('data', (chunk) => {
    output += String(chunk)
    if (output.endsWith('\n')) resolve(output.trim().split(' '))
  })
})
const postgres = await startPostgresServer({ durable: true })
console.log(
  '| workers | pages/s stored | with every summary | CPU ms per page: servers | PostgreSQL | busy cores | load |',
)
console.log('|---|---|---|---|---|---|---|')
try {
  for (const workers of values.workers.split(',').map(Number)) console.log(await measure(workers))
} finally {
  await postgres.stop()
  siteServer.kill()
}
process.exit(0)

async function measure(workers: number): Promise<string> {
  const name = `scale_${workers}`
  await runStatement(postgres.url, `create database ${name}`)
  const databaseUrl = withDatabaseName(postgres.url, name)
  const installation = await startInstallation(
    { web: 1, workers },
    {
      DATABASE_URL: databaseUrl,
      DEFAULT_TIER: 'enterprise',
      ALLOW_PRIVATE_HOSTS: addresses.map((address) => new URL(address).host).join(','),
    },
  )
  try {
    const people = await Promise.all(
      Array.from({ length: PEOPLE }, (_, each) => installation.enter(`bench-${each}@example.org`)),
    )
    const before = cpuTicks()
    const startedAt = performance.now()
    for (const [index, url] of addresses.entries()) {
      const { status, body } =
        (await people[index % PEOPLE]?.[0]?.post('/api/crawls', { url, maxPages: pages, maxDepth: 3 })) ?? {}
      if (status !== 201) throw new Error(`A crawl was refused: ${status} ${JSON.stringify(body)}`)
    }
    const { stored, read, ended } = await outcome(databaseUrl)
    const seconds = (performance.now() - startedAt) / 1000
    const after = cpuTicks()
    const msPerPage = (ticks: number) => ((ticks * TICK_MS) / stored).toFixed(1)
    const busyCores = ((after.all - before.all) * TICK_MS) / 1000 / seconds
    const cells = [
      workers,
      (stored / read).toFixed(0),
      (stored / ended).toFixed(0),
      msPerPage(after.servers - before.servers),
      msPerPage(after.postgres - before.postgres),
      busyCores.toFixed(2),
      loadavg()[0]?.toFixed(1),
    ]
    return `| ${cells.join(' | ')} |`
  } finally {
    await installation.close()
  }
}

/**
 * Waits for all crawls to end. Returns the pages, and the seconds from the first start to the last page and to the last
 * end.
 */
async function outcome(databaseUrl: string) {
  const database = new Client({ connectionString: databaseUrl })
  await database.connect()
  try {
    return await waitFor(
      'all crawls to end',
      async () => {
        const { rows } = await database.query(`
        select (select count(*)::int from crawls where finished_at is null) as open,
               (select count(*)::int from pages) as stored,
               (select coalesce(extract(epoch from max(fetched_at) - (select min(started_at) from crawls)), 0)::float8 from pages) as read,
               (select coalesce(extract(epoch from max(finished_at) - min(started_at)), 0)::float8 from crawls) as ended`)
        const row = Row.parse(rows[0])
        return row.open === 0 && row
      },
      CRAWLS_TIMEOUT_MS,
    )
  } finally {
    await database.end()
  }
}

type Ticks = { servers: number; postgres: number; all: number }

/** CPU time so far of all processes that this bench has started, including those that have exited. */
function cpuTicks(): Ticks {
  const processes = readdirSync('/proc').flatMap((pid) => (/^\d+$/.test(pid) ? (statOf(pid) ?? []) : []))
  const descendants = new Map<number, boolean>([[process.pid, true]])
  const isDescendant = (pid: number): boolean => {
    const known = descendants.get(pid)
    if (known !== undefined) return known
    const parent = processes.find((each) => each.pid === pid)?.parent ?? 0
    const result = parent > 1 && isDescendant(parent)
    descendants.set(pid, result)
    return result
  }
  const sum = (all: typeof processes) => all.reduce((total, { ticks }) => total + ticks, 0)
  const started = processes.filter(({ pid }) => isDescendant(pid))
  const database = started.filter(({ program }) => program.startsWith('postgres'))
  const servers = started.filter(
    ({ pid, program }) => !/^(postgres|sh)/.test(program) && pid !== process.pid && pid !== siteServer.pid,
  )
  return { servers: sum(servers), postgres: sum(database), all: sum(started) }
}

/** proc(5): the name may contain spaces, so count fields from the last parenthesis. */
function statOf(pid: string) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const program = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
    const [own, exitedChildren] = [(fields[11] ?? 0) + (fields[12] ?? 0), (fields[13] ?? 0) + (fields[14] ?? 0)]
    // The postmaster accounts for backends that have exited.
    return {
      pid: Number(pid),
      parent: fields[1] ?? 0,
      program,
      ticks: own + (program.startsWith('postgres') ? exitedChildren : 0),
    }
  } catch {
    return null
  }
}
