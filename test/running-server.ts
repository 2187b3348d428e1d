/** Runs the real server as a separate process, with its own data folder and port. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runCommand } from './control-client.ts'
import { findMail } from './find-mail.ts'

const READY_TIMEOUT_MS = 180_000
const POLL_INTERVAL_MS = 50
// The server listens before the database is open; a request in between may never get a response.
const PROBE_TIMEOUT_MS = 2_000
const READY_MESSAGE = 'Readback is ready'

/** The environment variable with the data directory that `startServer` copies. */
export const TEMPLATE_VARIABLE = 'READBACK_TEST_TEMPLATE'

export type RunningServer = {
  url: string
  dataDir: string
  /** The process ID of the current process. */
  pid(): number
  /** Everything the server has printed. */
  log(): string
  /** Stops the server with `signal` and starts it again with the same folder and port. */
  restart(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
  /** Shuts the server down and returns its exit code. `restart` starts it again. */
  stop(): Promise<number | null>
  /** Waits for mail to `address` and returns the newest. */
  mailTo(address: string): Promise<string>
  /** The seven-digit code of the newest mail to `address`. */
  codeFor(address: string): Promise<string>
  /** Runs an operator command, such as `['tier', 'a@b.example', 'enterprise']`, and returns its message. */
  admin(args: string[]): Promise<string>
  close(): Promise<void>
}

/**
 * @param settings environment variables that override the defaults. An existing DATA_DIR is used, and removed by
 *   `close`.
 * @param folder the root of the version to start; by default this one.
 */
export async function startServer(settings: Record<string, string> = {}, folder = '.'): Promise<RunningServer> {
  const dataDir = settings['DATA_DIR'] ?? createDataDir(settings)
  const port = await freePort()
  const url = `http://localhost:${port}`
  const env = {
    ...environmentWithoutSettings(),
    PORT: String(port),
    DATA_DIR: dataDir,
    CRAWL_DELAY_MS: '0',
    // As in production: scripts/run.mjs.
    MALLOC_MMAP_THRESHOLD_: '1048576',
    // Halves the start time.
    NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
    ...settings,
  }
  let output = ''
  let server = await start()

  async function start() {
    const flags = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8']
    const child = spawn(process.execPath, [...flags, join(folder, 'src/server/main.ts')], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const outputStart = output.length
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
    // A worker does not listen on a port.
    const isReady =
      settings['ROLE'] === 'worker' ? () => output.includes(READY_MESSAGE, outputStart) : () => isReadyAt(url)
    await waitUntilReady(child, isReady, () => output)
    return child
  }

  async function stop(signal: 'SIGTERM' | 'SIGKILL') {
    if (server.exitCode !== null || server.signalCode !== null) return
    server.kill(signal)
    await once(server, 'exit')
  }

  return {
    async stop() {
      await stop('SIGTERM')
      return server.exitCode
    },
    url,
    dataDir,
    // A started process has a pid.
    pid: () => server.pid ?? 0,
    log: () => output,
    async restart(signal = 'SIGTERM') {
      await stop(signal)
      server = await start()
    },
    mailTo: (address) => findMail(dataDir, address),
    async codeFor(address) {
      const code = /^\s*(\d{7})\s*$/m.exec(await findMail(dataDir, address))?.[1]
      if (!code) throw new Error(`The newest mail to ${address} has no code`)
      return code
    },
    admin: (args) => runCommand(dataDir, args),
    async close() {
      await stop('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** With a copy of the template, if there is one: a migrated database opens in half of the time. */
function createDataDir({ DATABASE_URL }: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'readback-e2e-'))
  const template = process.env[TEMPLATE_VARIABLE]
  if (template && !DATABASE_URL) cpSync(template, dataDir, { recursive: true })
  return dataDir
}

async function isReadyAt(url: string) {
  const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).catch(() => null)
  return response?.ok ?? false
}

async function waitUntilReady(child: ChildProcess, isReady: () => Promise<boolean> | boolean, output: () => string) {
  const deadline = Date.now() + READY_TIMEOUT_MS
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server exited with ${child.exitCode}:\n${output()}`)
    if (await isReady()) return
    await sleep(POLL_INTERVAL_MS)
  }
  child.kill('SIGKILL')
  throw new Error(`The server was not ready within ${READY_TIMEOUT_MS / 1000} s:\n${output()}`)
}

/** Sets every setting to '', so that a developer's shell or .env does not affect the server under test. */
function environmentWithoutSettings(): Record<string, string | undefined> {
  const names = readFileSync('.env.example', 'utf8').matchAll(/^#?\s?([A-Z_]+)=/gm)
  return { ...process.env, ...Object.fromEntries(Array.from(names, ([, name]) => [name, ''])) }
}

/**
 * A free port below those that the system gives to connections and to servers that ask for any port: by the time the
 * server listens on it, no other process has taken it.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000)
  const probe = createServer()
  const isFree = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false))
    probe.listen(port, () => resolve(true))
  })
  if (!isFree) return freePort()
  probe.close()
  await once(probe, 'close')
  return port
}
