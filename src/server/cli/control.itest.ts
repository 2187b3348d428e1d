import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { provisionAccount } from '#server/accounts/provision-account.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { adminAuditLogs, adminUsers, userCredits, users } from '#server/platform/db/schema/index.ts'
import { newTestDatabase, openTestDatabase, type TestDatabase } from '#test/database.ts'
import { testLog as log } from '#test/test-log.ts'
import { callServer } from './call-server.ts'
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
  await provisionAccount(database.db, 'ada', 'free')
})

const serveMcp = async () => expect.unreachable()
const open = (adminEmails: string[] = []) =>
  openControl({ context: { db: database.db, log, adminEmails, appSecret, serveMcp }, dataDir })

/** Runs `npm run admin -- …`. */
async function admin(args: string[], environment: { DATA_DIR: string; DATABASE_URL?: string; APP_SECRET?: string }) {
  const run = promisify(execFile)
  const { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS } = process.env
  const program = ['--disable-warning=ExperimentalWarning', 'src/server/cli/admin.ts']
  const answer = run(process.execPath, [...program, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS, ...environment },
  })
  return answer.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    // execFile rejects with the streams and the exit code on the error.
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  )
}

it('runs a command in the running server and returns its message', async () => {
  const control = await open()
  expect(await callServer(dataDir, grant)).toEqual({ ok: true, message: 'ada@example.org is now an administrator.' })
  expect(await database.db.select({ id: adminUsers.id }).from(adminUsers)).toEqual([{ id: 'ada' }])
  await control.close()
})

it('records what it changes in the audit log, as done on the command line [control-audit]', async () => {
  const control = await open()
  await database.db.delete(adminAuditLogs)
  for (const command of [
    grant,
    grant,
    { ...grant, command: 'tier', tier: 'pro' },
    { ...grant, command: 'credits', credits: 42 },
    { ...grant, command: 'revoke' },
  ] as const) {
    expect(await callServer(dataDir, command)).toMatchObject({ ok: true })
  }
  const logged = await database.db.select().from(adminAuditLogs).orderBy(adminAuditLogs.createdAt)
  const entry = { adminId: 'command-line', targetType: 'user', targetId: 'ada' }
  expect(logged).toMatchObject([
    { ...entry, action: 'grant_admin' },
    { ...entry, action: 'change_plan', metadata: { before: 'free', tier: 'pro', credits: 300 } },
    { ...entry, action: 'set_credits', metadata: { before: 300, credits: 42 } },
    { ...entry, action: 'revoke_admin' },
  ])
  expect(logged).toHaveLength(4)
  await control.close()
})

it('reports a failure with its code when the account does not exist', async () => {
  const control = await open()
  expect(await callServer(dataDir, { command: 'credits', email: 'bo@example.org', credits: 5 })).toEqual({
    ok: false,
    message: 'There’s no account for bo@example.org.',
    code: 'admin.no-account',
  })
  await control.close()
})

it('warns that ADMIN_EMAILS will grant a revoked role again', async () => {
  const control = await open(['ada@example.org'])
  const outcome = await callServer(dataDir, { command: 'revoke', email: 'ada@example.org' })
  expect(outcome?.message).toContain('ADMIN_EMAILS contains this address')
  await control.close()
})

it('listens in a folder that only its user may enter, and removes it when closed [control-1]', async () => {
  const control = await open()
  const path = await readFile(join(dataDir, 'control'), 'utf8')
  expect((await stat(join(dataDir, 'control'))).mode & 0o777).toBe(0o600)
  expect((await stat(dirname(path))).mode & 0o777).toBe(0o700)
  expect(dirname(dirname(path))).toBe(tmpdir())
  await control.close()
  await expect(stat(dirname(path))).rejects.toThrow('ENOENT')
  await expect(stat(join(dataDir, 'control'))).rejects.toThrow('ENOENT')
})

it('returns null when no server has run, and when one was killed', async () => {
  expect(await callServer(dataDir, grant)).toBeNull()
  const folder = await mkdtemp(join(tmpdir(), 'readback-control-'))
  await writeFile(join(dataDir, 'control'), join(folder, 'socket'))
  expect(await callServer(dataDir, grant)).toBeNull()

  const control = await open()
  await expect(stat(folder)).rejects.toThrow('ENOENT')
  expect(await callServer(dataDir, grant)).toMatchObject({ ok: true })
  await control.close()
})

it('never removes a folder that is not its own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'not-ours-'))
  await writeFile(join(dataDir, 'control'), join(folder, 'socket'))
  const control = await open()
  expect((await stat(folder)).isDirectory()).toBe(true)
  await control.close()
  await rm(folder, { recursive: true })
})

it('keeps the socket of another process with the same data folder', async () => {
  const web = await open()
  const path = await readFile(join(dataDir, 'control'), 'utf8')
  const worker = await open()
  expect((await stat(path)).isSocket()).toBe(true)
  await web.close()
  expect(await callServer(dataDir, grant)).toMatchObject({ ok: true })
  await worker.close()
})

it('rejects an invalid command on the socket and keeps serving', async () => {
  const control = await open()
  const invalid = { command: 'drop', email: 'ada@example.org' }
  // A cast: the socket may receive anything.
  expect(await callServer(dataDir, invalid as unknown as typeof grant)).toMatchObject({ ok: false })
  expect(await callServer(dataDir, grant)).toMatchObject({ ok: true })
  await control.close()
})

it('survives commands that disconnect in the middle of a line', async () => {
  const control = await open()
  const path = await readFile(join(dataDir, 'control'), 'utf8')
  for (let count = 0; count < 20; count++) {
    const socket = connect(path)
    await once(socket, 'connect')
    socket.write(`${JSON.stringify(grant)}\n${JSON.stringify(grant)}\n{"comm`, () => socket.destroy())
    await once(socket, 'close')
  }
  expect(await callServer(dataDir, grant)).toMatchObject({ ok: true })
  await control.close()
})

it('keeps the server running when the socket cannot be created', async () => {
  const control = await openControl({
    context: { db: database.db, log, adminEmails: [], appSecret, serveMcp },
    dataDir: join(dataDir, 'not-there'),
  })
  expect(await callServer(join(dataDir, 'not-there'), grant)).toBeNull()
  await control.close()
})

it('reports a server that exits before it responds', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'readback-control-'))
  const rudeServer = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => rudeServer.listen(join(folder, 'socket'), resolve))
  await writeFile(join(dataDir, 'control'), join(folder, 'socket'))
  await expect(callServer(dataDir, grant)).rejects.toThrow('The server exited before it responded')
  await new Promise((closed) => rudeServer.close(closed))
  await rm(folder, { recursive: true })
})

it('serves `npm run admin` while the server is running', async () => {
  const control = await open()
  const credits = await admin(['credits', 'ada@example.org', '700'], { DATA_DIR: dataDir })
  expect(credits).toEqual({ code: 0, stdout: 'ada@example.org now has 700 credits (30 before).\n', stderr: '' })
  expect(await database.db.select({ credits: userCredits.creditsCount }).from(userCredits)).toEqual([{ credits: 700 }])

  const unknown = await admin(['grant', 'bo@example.org'], { DATA_DIR: dataDir })
  expect(unknown).toEqual({ code: 1, stdout: '', stderr: 'There’s no account for bo@example.org.\n' })
  await control.close()
})

it('opens the database itself when no server is running', async () => {
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

it('prints the usage for an unknown command', async () => {
  const answer = await admin(['promote', 'ada@example.org'], { DATA_DIR: dataDir })
  expect(answer.code).toBe(2)
  expect(answer.stderr).toContain('Unknown command "promote".')
  expect(answer.stderr).toContain('npm run admin -- grant EMAIL')
})

it('exports from a running server and imports into an installation that is not running', async () => {
  const file = join(dataDir, 'all.backup')
  const control = await open()
  const exported = await admin(['export', file], { DATA_DIR: dataDir })
  expect(exported).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Wrote \d+ rows to .*all\.backup\. It contains all stored data/),
  })
  await control.close()

  const other = await newTestDatabase()
  const environment = {
    DATA_DIR: other.dataDir,
    APP_SECRET: appSecret,
    ...(other.databaseUrl && { DATABASE_URL: other.databaseUrl }),
  }
  expect(await admin(['import', file], environment)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Imported'),
  })
  expect(await admin(['import', file], environment)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('already has accounts'),
  })
}, 90_000)
