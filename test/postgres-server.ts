/**
 * Starts a real PostgreSQL server for tests: an installed one, else from apt on Debian as root, else from an npm
 * package. Without any, the tests fail; they are never skipped.
 */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { installPostgres } from './install-postgres.ts'
import { runStatement } from './run-statement.ts'
import { freePort } from './running-server.ts'

const READY_TIMEOUT_MS = 30_000

export type PostgresServer = {
  /** The URL of the maintenance database `postgres`. */
  url: string
  /** A directory that is removed with the server. */
  directory: string
  /** Stops the server and returns a function that restarts it with the same data and port. */
  interrupt(): Promise<() => Promise<void>>
  stop(): Promise<void>
}

/**
 * `replicaOf` makes a streaming replica. `durable` keeps the production settings, for benchmarks. Tests turn off fsync
 * to run faster.
 */
export async function startPostgresServer({
  durable = false,
  replicaOf,
}: { durable?: boolean; replicaOf?: PostgresServer } = {}): Promise<PostgresServer> {
  const binaries = findBinaries() ?? installPostgres(findBinaries)
  const user = ordinaryUser()
  const directory = mkdtempSync(join(tmpdir(), 'readback-postgres-'))
  if (user) chownSync(directory, user.uid, user.gid)
  const data = join(directory, 'data')
  const asUser = user ? { uid: user.uid, gid: user.gid } : {}
  const environment = { PATH: process.env.PATH, LC_ALL: 'C', HOME: directory }

  const [program, ...args] = replicaOf
    ? ['pg_basebackup', '-D', data, '-d', replicaOf.url, '--write-recovery-conf', '--checkpoint=fast', '--no-sync']
    : ['initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  execFileSync(join(binaries, program), args, {
    ...asUser,
    env: environment,
    cwd: directory,
    stdio: ['ignore', 'ignore', 'inherit'],
  })

  const port = await freePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    max_connections: 200,
  }
  const command = [
    join(binaries, 'postgres'),
    '-D',
    data,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let running = await start()

  async function start() {
    const server = spawn('sh', ['-c', SUPERVISOR, 'supervisor', ...command], {
      ...asUser,
      env: environment,
      cwd: directory,
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      detached: true,
    })
    let errors = ''
    server.stderr?.on('data', (chunk) => (errors = (errors + String(chunk)).slice(-4_000)))
    await waitUntilReady(url, server, () => errors)
    return server
  }

  /** Sends `data` to the supervisor and waits until it exits. */
  async function end(data: 'keep' | 'remove') {
    const ended = new Promise((resolve) => running.once('exit', resolve))
    const pipe = running.stdio[3]
    if (pipe && 'end' in pipe) pipe.end(`${data}\n`)
    if (running.exitCode === null) await ended
  }

  return {
    url,
    directory,
    async interrupt() {
      await end('keep')
      return async () => {
        running = await start()
      }
    },
    async stop() {
      await end('remove')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/**
 * A shell script that stops the server when its pipe from this process closes, so also when this process is killed. It
 * deletes the data unless it received `keep`.
 */
const SUPERVISOR = `
  "$@" & server=$!
  (read -r command; [ "$command" = keep ] && touch "$HOME/kept"; kill -INT $server 2>/dev/null) <&3 &
  wait $server
  [ -e "$HOME/kept" ] && rm "$HOME/kept" || rm -rf "$HOME"`

/** The directory with `postgres` and `initdb`, or undefined. */
function findBinaries(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const config = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  const candidates = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(config.status === 0 ? [config.stdout.trim()] : []),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return candidates.find(
    (directory) => existsSync(join(directory, 'postgres')) && existsSync(join(directory, 'initdb')),
  )
}

/** The user that runs the server when the tests run as root, which PostgreSQL refuses. */
function ordinaryUser() {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }))
    if (uid?.status === 0 && gid?.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it.')
}

async function waitUntilReady(url: string, server: ChildProcess, errors: () => string) {
  const deadline = Date.now() + READY_TIMEOUT_MS
  for (;;) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL exited during startup: ${errors()}`)
    try {
      return await runStatement(url, 'select 1')
    } catch (error) {
      if (Date.now() > deadline) throw new Error(`PostgreSQL was not ready in time: ${errors()}`, { cause: error })
      await setTimeout(50)
    }
  }
}
