import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openAccount } from '#server/account/open-account.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { adminUsers, userCredits, users } from '#server/db/schema/index.ts'
import { newTestDatabase, openTestDatabase, type TestDatabase } from '#test/database.ts'
import { silentLog as log } from '#test/silent-log.ts'
import { askServer } from './ask-server.ts'
import { openControl } from './open-control.ts'

const appSecret = 'a secret of at least thirty-two characters'
const grant = { command: 'grant', email: 'ada@example.org' } as const

let database: TestDatabase
let dataDir: string
beforeAll(async () => {
  database = await openTestDatabase()
  dataDir = database.dataDir
})
afterAll(() => database.close())
beforeEach(async () => {
  await rm(join(dataDir, 'control'), { force: true })
  await database.db.delete(users)
  await database.db.insert(users).values({ id: 'ada', name: 'Ada', email: 'ada@example.org', emailVerified: true })
  await openAccount(database.db, 'ada', 'free')
})

const open = (adminEmails: string[] = []) => openControl({ needs: { db: database.db, log, adminEmails, appSecret }, dataDir })

/** `npm run admin -- …` as an operator types it. */
async function admin(words: string[], environment: { DATA_DIR: string; DATABASE_URL?: string; APP_SECRET?: string }) {
  const run = promisify(execFile)
  const answer = run(process.execPath, ['src/server/control/admin.ts', ...words], {
    env: { PATH: process.env['PATH'], NODE_OPTIONS: '--disable-warning=ExperimentalWarning', ...environment },
  })
  return answer.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    // execFile rejects with the streams and the exit code on the error.
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  )
}

it('carries a command to the running server and its sentence back', async () => {
  const control = await open()
  expect(await askServer(dataDir, grant)).toEqual({ ok: true, sentence: 'ada@example.org is now an administrator.' })
  expect(await database.db.select({ id: adminUsers.id }).from(adminUsers)).toEqual([{ id: 'ada' }])
  await control.close()
})

it('says no in a sentence when there is no such account', async () => {
  const control = await open()
  expect(await askServer(dataDir, { command: 'credits', email: 'bo@example.org', credits: 5 })).toEqual({
    ok: false,
    sentence: 'There is no account with the address bo@example.org.',
    code: 'admin.no-account',
  })
  await control.close()
})

it('warns that ADMIN_EMAILS grants again what was revoked', async () => {
  const control = await open(['ada@example.org'])
  const outcome = await askServer(dataDir, { command: 'revoke', email: 'ada@example.org' })
  expect(outcome?.sentence).toContain('ADMIN_EMAILS names this address')
  await control.close()
})

it('listens in a folder that only its user may enter, and leaves nothing behind', async () => {
  const control = await open()
  const path = await readFile(join(dataDir, 'control'), 'utf8')
  expect((await stat(join(dataDir, 'control'))).mode & 0o777).toBe(0o600)
  expect((await stat(dirname(path))).mode & 0o777).toBe(0o700)
  expect(dirname(dirname(path))).toBe(tmpdir())
  await control.close()
  await expect(stat(dirname(path))).rejects.toThrow('ENOENT')
  await expect(stat(join(dataDir, 'control'))).rejects.toThrow('ENOENT')
})

it('knows that nobody listens when no server ever ran, and when one was killed', async () => {
  expect(await askServer(dataDir, grant)).toBeNull()
  const folder = await mkdtemp(join(tmpdir(), 'readback-control-'))
  await writeFile(join(dataDir, 'control'), join(folder, 'socket'))
  expect(await askServer(dataDir, grant)).toBeNull()

  const control = await open()
  await expect(stat(folder)).rejects.toThrow('ENOENT')
  expect(await askServer(dataDir, grant)).toMatchObject({ ok: true })
  await control.close()
})

it('removes no folder but its own, whatever the data folder names', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'somebody-elses-'))
  await writeFile(join(dataDir, 'control'), join(folder, 'socket'))
  const control = await open()
  expect((await stat(folder)).isDirectory()).toBe(true)
  await control.close()
  await rm(folder, { recursive: true })
})

it('leaves the socket of another process on the same data folder alone', async () => {
  const web = await open()
  const path = await readFile(join(dataDir, 'control'), 'utf8')
  const worker = await open()
  expect((await stat(path)).isSocket()).toBe(true)
  await web.close()
  expect(await askServer(dataDir, grant)).toMatchObject({ ok: true })
  await worker.close()
})

it('answers nonsense on the socket with a sentence and goes on', async () => {
  const control = await open()
  const nonsense = { command: 'drop', email: 'ada@example.org' }
  // Whoever may enter the folder may write anything.
  expect(await askServer(dataDir, nonsense as unknown as typeof grant)).toMatchObject({ ok: false })
  expect(await askServer(dataDir, grant)).toMatchObject({ ok: true })
  await control.close()
})

it('outlives commands that go away in the middle of a word', async () => {
  const control = await open()
  const path = await readFile(join(dataDir, 'control'), 'utf8')
  for (let count = 0; count < 20; count++) {
    const socket = connect(path)
    await once(socket, 'connect')
    socket.write(`${JSON.stringify(grant)}\n${JSON.stringify(grant)}\n{"comm`, () => socket.destroy())
    await once(socket, 'close')
  }
  expect(await askServer(dataDir, grant)).toMatchObject({ ok: true })
  await control.close()
})

it('lets the server run on where no socket can be made', async () => {
  const control = await openControl({
    needs: { db: database.db, log, adminEmails: [], appSecret },
    dataDir: join(dataDir, 'not-there'),
  })
  expect(await askServer(join(dataDir, 'not-there'), grant)).toBeNull()
  await control.close()
})

it('says so when the server goes away without an answer', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'readback-control-'))
  const rude = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => rude.listen(join(folder, 'socket'), resolve))
  await writeFile(join(dataDir, 'control'), join(folder, 'socket'))
  await expect(askServer(dataDir, grant)).rejects.toThrow('The server ended before it answered')
  await new Promise((closed) => rude.close(closed))
  await rm(folder, { recursive: true })
})

it('serves `npm run admin` beside a running server', async () => {
  const control = await open()
  const credits = await admin(['credits', 'ada@example.org', '700'], { DATA_DIR: dataDir })
  expect(credits).toEqual({ code: 0, stdout: 'ada@example.org now has 700 credits (30 before).\n', stderr: '' })
  expect(await database.db.select({ credits: userCredits.creditsCount }).from(userCredits)).toEqual([{ credits: 700 }])

  const unknown = await admin(['grant', 'bo@example.org'], { DATA_DIR: dataDir })
  expect(unknown).toEqual({ code: 1, stdout: '', stderr: 'There is no account with the address bo@example.org.\n' })
  await control.close()
})

it('lets `npm run admin` open the database itself when no server runs', async () => {
  const alone = await newTestDatabase()
  const environment = { DATA_DIR: alone.dataDir, ...(alone.databaseUrl && { DATABASE_URL: alone.databaseUrl }) }
  const before = await openDatabase(alone)
  await before.db.insert(users).values({ id: 'bo', name: 'Bo', email: 'bo@example.org', emailVerified: true })
  await before.close()

  const tier = await admin(['tier', 'bo@example.org', 'enterprise'], environment)
  expect(tier).toEqual({
    code: 0,
    stdout: 'bo@example.org is now on the enterprise plan with 3000 credits.\n',
    stderr: '',
  })
  expect(await admin(['grant', 'ada@example.org'], environment)).toMatchObject({ code: 1 })

  const after = await openDatabase(alone)
  expect(await after.db.select({ credits: userCredits.creditsCount }).from(userCredits)).toEqual([{ credits: 3000 }])
  await after.close()
  await rm(alone.dataDir, { recursive: true })
})

it('explains itself when the command is not understood', async () => {
  const answer = await admin(['promote', 'ada@example.org'], { DATA_DIR: dataDir })
  expect(answer.code).toBe(2)
  expect(answer.stderr).toContain('"promote" is not a command.')
  expect(answer.stderr).toContain('npm run admin -- grant EMAIL')
})

it('exports from the running server, and imports into an installation that does not run', async () => {
  const file = join(dataDir, 'all.backup')
  const control = await open()
  const exported = await admin(['export', file], { DATA_DIR: dataDir })
  expect(exported).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Wrote \d+ rows to .*all\.backup\. It holds everything/) })
  await control.close()

  const other = await newTestDatabase()
  const environment = { DATA_DIR: other.dataDir, APP_SECRET: appSecret, ...(other.databaseUrl && { DATABASE_URL: other.databaseUrl }) }
  expect(await admin(['import', file], environment)).toMatchObject({ code: 0, stdout: expect.stringContaining('Imported') })
  expect(await admin(['import', file], environment)).toMatchObject({ code: 1, stderr: expect.stringContaining('already has accounts') })
}, 90_000)
