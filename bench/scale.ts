/**
 * Bench: pages a second with one, two and four workers on one PostgreSQL, and whose processor time a page takes.
 *   node bench/scale.ts [--workers 1,2,4] [--sites 40] [--pages 25]     every site has a port of its own
 */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { z } from 'zod'
import { startInstallation } from '#test/installation.ts'
import { onServer, withName } from '#test/on-server.ts'
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
const ENDED_WITHIN_MS = 900_000
/** /proc counts processor time in ticks of 10 ms (sysconf _SC_CLK_TCK). */
const TICK_MS = 10

const Row = z.object({ open: z.number(), stored: z.number(), read: z.number(), ended: z.number() })

const served = spawn(
  process.execPath,
  [fileURLToPath(new URL('generated-site.ts', import.meta.url)), String(pages), ...Array.from({ length: sites }, () => '0')],
  { stdio: ['ignore', 'pipe', 'inherit'] },
)
const addresses = await new Promise<string[]>((resolve, reject) => {
  let said = ''
  served.once('exit', (code) => reject(new Error(`the sites ended with ${code}`)))
  served.stdout.on('data', (chunk) => {
    said += String(chunk)
    if (said.endsWith('\n')) resolve(said.trim().split(' '))
  })
})
const postgres = await startPostgresServer({ durable: true })
console.log('| workers | pages/s stored | with every summary | CPU ms a page: servers | PostgreSQL | busy cores | load |')
console.log('|---|---|---|---|---|---|---|')
try {
  for (const workers of values.workers.split(',').map(Number)) console.log(await measure(workers))
} finally {
  await postgres.stop()
  served.kill()
}
process.exit(0)

async function measure(workers: number): Promise<string> {
  const name = `scale_${workers}`
  await onServer(postgres.url, `create database ${name}`)
  const databaseUrl = withName(postgres.url, name)
  const installation = await startInstallation({ web: 1, workers }, {
    DATABASE_URL: databaseUrl,
    DEFAULT_TIER: 'enterprise',
    ALLOW_PRIVATE_HOSTS: addresses.map((address) => new URL(address).host).join(','),
  })
  try {
    const people = await Promise.all(Array.from({ length: PEOPLE }, (_, each) => installation.enter(`bench-${each}@example.org`)))
    const before = cpuTicks()
    const startedAt = performance.now()
    for (const [index, url] of addresses.entries()) {
      const { status, body } = (await people[index % PEOPLE]?.[0]?.post('/api/crawls', { url, maxPages: pages, maxDepth: 3 })) ?? {}
      if (status !== 201) throw new Error(`A crawl was refused: ${status} ${JSON.stringify(body)}`)
    }
    const { stored, read, ended } = await outcome(databaseUrl)
    const seconds = (performance.now() - startedAt) / 1000
    const after = cpuTicks()
    const a = (ticks: number) => ((ticks * TICK_MS) / stored).toFixed(1)
    const busy = ((after.all - before.all) * TICK_MS) / 1000 / seconds
    const cells = [workers, (stored / read).toFixed(0), (stored / ended).toFixed(0), a(after.servers - before.servers), a(after.postgres - before.postgres), busy.toFixed(2), loadavg()[0]?.toFixed(1)]
    return `| ${cells.join(' | ')} |`
  } finally {
    await installation.close()
  }
}

/** Once all have ended: pages, and the seconds from the first crawl's beginning to the last page and to the last end. */
async function outcome(databaseUrl: string) {
  const database = new Client({ connectionString: databaseUrl })
  await database.connect()
  try {
    return await waitFor('all crawls to end', async () => {
      const { rows } = await database.query(`
        select (select count(*)::int from crawls where finished_at is null) as open,
               (select count(*)::int from pages) as stored,
               (select coalesce(extract(epoch from max(fetched_at) - (select min(started_at) from crawls)), 0)::float8 from pages) as read,
               (select coalesce(extract(epoch from max(finished_at) - min(started_at)), 0)::float8 from crawls) as ended`)
      const row = Row.parse(rows[0])
      return row.open === 0 && row
    }, ENDED_WITHIN_MS)
  } finally {
    await database.end()
  }
}

type Ticks = { servers: number; postgres: number; all: number }

/** Processor time so far of everything that this bench has started, and of the children that it has outlived. */
function cpuTicks(): Ticks {
  const processes = readdirSync('/proc').flatMap((pid) => (/^\d+$/.test(pid) ? (statOf(pid) ?? []) : []))
  const ours = new Map<number, boolean>([[process.pid, true]])
  const isOurs = (pid: number): boolean => {
    const known = ours.get(pid)
    if (known !== undefined) return known
    const parent = processes.find((each) => each.pid === pid)?.parent ?? 0
    const answer = parent > 1 && isOurs(parent)
    ours.set(pid, answer)
    return answer
  }
  const sum = (all: typeof processes) => all.reduce((total, { ticks }) => total + ticks, 0)
  const mine = processes.filter(({ pid }) => isOurs(pid))
  const database = mine.filter(({ program }) => program.startsWith('postgres'))
  const servers = mine.filter(({ pid, program }) => !/^(postgres|sh)/.test(program) && pid !== process.pid && pid !== served.pid)
  return { servers: sum(servers), postgres: sum(database), all: sum(mine) }
}

/** proc(5): the name may hold spaces, so what follows is counted from the last bracket. */
function statOf(pid: string) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ').map(Number)
    const program = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
    const [own, waited] = [(fields[11] ?? 0) + (fields[12] ?? 0), (fields[13] ?? 0) + (fields[14] ?? 0)]
    // Backends that have ended are counted with the postmaster that waited for them.
    return { pid: Number(pid), parent: fields[1] ?? 0, program, ticks: own + (program.startsWith('postgres') ? waited : 0) }
  } catch {
    return null
  }
}
