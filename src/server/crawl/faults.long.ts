/** Machine faults under a whole server: a full disk, on both databases; a small heap and a moved clock, embedded. */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { PASSWORD } from '#test/app.ts'
import { createClient } from '#test/client.ts'
import { startPostgresServer } from '#test/postgres-server.ts'
import { runStatement, withDatabaseName } from '#test/run-statement.ts'
import { type RunningServer, startServer } from '#test/running-server.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebsite } from '#test/website.ts'

const PAGES = 60
const GRANT = 3_000
const CRAWLS = 6
const CRAWL_PAGES = 20
const FULL_MS = 75_000

it.each(['the embedded database', 'PostgreSQL'])(
  'continues six crawls on %s when a full disk has space again, and serves stored data until then [faults-1]',
  { timeout: 600_000 },
  async (database) => {
    const folder = smallDisk('200m')
    const DATABASE_URL = database === 'PostgreSQL' ? await databaseOn(folder) : ''
    const DATA_DIR = DATABASE_URL ? mkdtempSync(join(tmpdir(), 'readback-data-')) : join(folder, 'data')
    // Six hosts, so that a group of pages is stored when the disk is full.
    const sites = await Promise.all(Array.from({ length: CRAWLS }, () => openWebsite(linked(randomText, CRAWL_PAGES))))
    onTestFinished(async () => void (await Promise.all(sites.map((site) => site.close()))))
    const hosts = sites.map(({ host }) => host).join(',')
    const server = await startServer({ DATA_DIR, DATABASE_URL, ALLOW_PRIVATE_HOSTS: hosts })
    onTestFinished(() => server.close())
    const person = await signUp(server)

    const filler = join(folder, 'filler')
    const { bavail, bsize } = statfsSync(folder)
    writeFileSync(filler, Buffer.alloc(bavail * bsize - 1_500_000))
    const crawlIds: string[] = []
    for (const { origin } of sites) {
      const started = await person.post('/api/crawls', { url: `${origin}/`, maxPages: CRAWL_PAGES, maxDepth: 2 })
      crawlIds.push(started.body.id)
    }
    await waitFor('a write to be refused', () => /No space left/.test(server.log()), 120_000)
    const read = () => Promise.all(crawlIds.map((id) => person.get(`/api/crawls/${id}?content=false`)))
    const first = await read()
    expect(first.map(({ status }) => status)).toEqual(Array(CRAWLS).fill(200))
    expect(first.some(({ body }) => body.finishedAt === null)).toBe(true)
    // Longer than the retries of a page: no page is given up because the disk is full.
    await sleep(FULL_MS)
    // PostgreSQL may refuse new connections then.
    for (const { status, body } of await read()) if (status !== 200) expect(body.error.code).toBe('server.disk-full')
    const refused = await person.post('/api/chats', {
      title: 'x'.repeat(200),
      crawled_pages: [],
      selected_pages: [],
      chat_history: chatter(),
    })
    expect(refused).toMatchObject({ status: 503, body: { error: { code: 'server.disk-full' } } })

    rmSync(filler)
    for (const id of crawlIds) {
      const ended = await untilEnded(person, id)
      expect(ended).toMatchObject({ status: 'finished', progress: { pagesCrawled: CRAWL_PAGES } })
      expect(new Set(ended.pages.map(({ url }: { url: string }) => url)).size).toBe(CRAWL_PAGES)
    }
    expect((await person.get('/api/credits')).body.credits_count).toBe(GRANT - CRAWLS * CRAWL_PAGES)
  },
)

it('survives pages that are far too large under a small heap [faults-2]', { timeout: 600_000 }, async () => {
  const large = `<p>${'<b>very</b> <i>large</i> '.repeat(380_000)}</p>`
  const site = await openWebsite(
    linked((name) => (name && Number(name) % 3 === 0 ? large : `<p>The page ${name} is of the usual size.</p>`)),
  )
  onTestFinished(() => site.close())
  const server = await startServer({ ALLOW_PRIVATE_HOSTS: site.host, NODE_OPTIONS: '--max-old-space-size=320' })
  onTestFinished(() => server.close())
  const person = await signUp(server)
  const before = server.pid()

  const { body } = await person.post('/api/crawls', { url: `${site.origin}/`, maxPages: PAGES, maxDepth: 2 })
  const ended = await untilEnded(person, body.id)
  expect(ended.status).toBe('finished')
  expect(ended.pages.length).toBeGreaterThanOrEqual((PAGES * 2) / 3 - 1)
  expect(server.pid()).toBe(before)
  expect(await person.get('/readyz')).toMatchObject({ status: 200 })
})

it.each([
  ['forward', 86_400],
  ['back', -86_400],
])(
  'crawls on, keeps sessions and grants no second refill when the clock of the machine is set %s by a day [faults-3]',
  { timeout: 300_000 },
  async (_, jumpSeconds) => {
    const site = await openWebsite(linked((name) => `<p>The page ${name} is read while the clock moves.</p>`))
    onTestFinished(() => site.close())
    const { settings, setClock } = movableClock()
    const server = await startServer({ ...settings, ALLOW_PRIVATE_HOSTS: site.host })
    onTestFinished(() => server.close())
    const person = await signUp(server)
    const held = site.hold('/20')
    const { body } = await person.post('/api/crawls', { url: `${site.origin}/`, maxPages: PAGES, maxDepth: 2 })
    await held.asked
    setClock(jumpSeconds)
    await waitFor('the new time', async () => {
      const { headers } = await person.get('/healthz')
      return Math.abs(Date.parse(headers.get('date') ?? '') - Date.now() - jumpSeconds * 1000) < 60_000
    })
    held.release()
    const ended = await untilEnded(person, body.id)
    expect(ended).toMatchObject({ status: 'finished', progress: { pagesCrawled: PAGES } })
    await waitFor('the summaries', async () =>
      (await person.get(`/api/crawls/${body.id}?content=false`)).body.pages.every(
        ({ analysis }: { analysis: string }) => analysis === 'done',
      ),
    )
    expect((await person.get('/api/me')).status).toBe(200)
    // On the next day the plan's credits are due again; on the day before nothing is.
    const refilled = jumpSeconds > 0
    expect((await person.get('/api/credits')).body.credits_count).toBe(refilled ? GRANT : GRANT - PAGES)
    const second = await person.post('/api/crawls', { url: `${site.origin}/`, maxPages: 3, maxDepth: 2 })
    expect(await untilEnded(person, second.body.id)).toMatchObject({ status: 'finished' })
  },
)

/** Environment variables that let `setClock` move the clock of a process, with libfaketime. */
function movableClock() {
  const library = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu']
    .map((folder) => join(folder, 'faketime/libfaketimeMT.so.1'))
    .find((file) => existsSync(file))
  if (!library) {
    if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version'))
      throw new Error('This test needs libfaketime: install it, or run the test as root on Debian.')
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'libfaketime'], { stdio: 'inherit' })
    return movableClock()
  }
  const folder = mkdtempSync(join(tmpdir(), 'readback-clock-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'offset')
  const setClock = (seconds: number) => writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}\n`)
  setClock(0)
  return {
    setClock,
    settings: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  }
}

/** Mounts a small disk; needs Linux and root. */
function smallDisk(size: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'readback-small-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder])
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', folder])
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

/** A database of a PostgreSQL server whose tables are on that disk; its log is not. Returns its URL. */
async function databaseOn(folder: string): Promise<string> {
  const postgres = await startPostgresServer({ durable: true })
  onTestFinished(() => postgres.stop())
  const { uid, gid } = statSync(join(postgres.directory, 'data'))
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'tables'))
  chownSync(join(folder, 'tables'), uid, gid)
  await runStatement(postgres.url, `create tablespace small location '${join(folder, 'tables')}'`)
  await runStatement(postgres.url, 'create database small tablespace small')
  return withDatabaseName(postgres.url, 'small')
}

async function signUp(server: RunningServer) {
  const email = 'faults@example.org'
  const person = createClient(server.url)
  await person.post('/api/auth/sign-up/email', { email, password: PASSWORD })
  await person.post('/api/auth/email-otp/verify-email', { email, otp: await server.codeFor(email) })
  await server.admin(['tier', email, 'enterprise'])
  return person
}

function untilEnded(person: ReturnType<typeof createClient>, id: string) {
  return waitFor(
    'the crawl to end',
    async () => {
      const { status, body } = await person.get(`/api/crawls/${id}?content=false`)
      return status === 200 && body.finishedAt && body
    },
    300_000,
  )
}

const chatter = () => Array.from({ length: 50 }, () => ({ role: 'user', content: `${Math.random()} `.repeat(1_000) }))

const randomText = () =>
  Array.from({ length: 400 }, () => `<p>Measured: ${Math.random()}, ${Math.random()}.</p>`).join('')

function linked(textOf: (name: string) => string, pages = PAGES): Record<string, string> {
  const links = Array.from({ length: pages }, (_, n) => `<a href="/${n}">${n}</a>`).join(' ')
  const names = ['', ...Array.from({ length: pages }, (_, n) => String(n))]
  return Object.fromEntries(
    names.map((name) => [
      `/${name}`,
      `<title>Page ${name}</title><main><p>This is page ${name}.</p>${textOf(name)}${links}</main>`,
    ]),
  )
}
