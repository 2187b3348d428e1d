/** The real server, started as an operator starts it, with a folder and a port of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findMail } from './find-mail.ts'

const READY_WITHIN_MS = 180_000
const LOOK_AGAIN_MS = 50
// The port is taken before the database is open; what is asked in between may never be answered.
const ANSWER_WITHIN_MS = 2_000
const GREETING = 'Readback is ready'

export type RunningServer = {
  url: string
  dataDir: string
  /** Of the process that runs now. */
  pid(): number
  /** Everything the server has printed. */
  log(): string
  /** Stops it in good order, or as `kill -9` does, and starts it again on the same folder and port. */
  restart(how?: 'SIGTERM' | 'SIGKILL'): Promise<void>
  /** Stops it in good order and answers its exit code; `restart` starts it again. */
  stop(): Promise<number | null>
  /** Waits for the newest mail to `address` and answers its text. */
  mailTo(address: string): Promise<string>
  /** The seven-digit code of the newest mail to `address`. */
  codeFor(address: string): Promise<string>
  /** Runs one command of the operator's shell, such as `['tier', 'a@b.example', 'enterprise']`. */
  admin(words: string[]): Promise<string>
  close(): Promise<void>
}

/**
 * @param settings what differs from a plain installation, by the names of the settings; a DATA_DIR that is there
 *   already, too, which `close` removes like one of the server's own
 */
export async function startServer(settings: Record<string, string> = {}): Promise<RunningServer> {
  const dataDir = settings['DATA_DIR'] ?? mkdtempSync(join(tmpdir(), 'readback-e2e-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const env = {
    ...environmentWithoutSettings(),
    PORT: String(port),
    DATA_DIR: dataDir,
    CRAWL_DELAY_MS: '0',
    // Half of a start is compiling what was compiled before.
    NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
    ...settings,
  }
  let output = ''
  let server = await start()

  async function start() {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/server/main.ts'], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const before = output.length
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
    // A worker listens on nothing.
    const isReady = settings['ROLE'] === 'worker' ? () => output.includes(GREETING, before) : () => answersAt(url)
    await untilReady(child, isReady, () => output)
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
    // A child that was started has a number.
    pid: () => server.pid ?? 0,
    log: () => output,
    async restart(how = 'SIGTERM') {
      await stop(how)
      server = await start()
    },
    mailTo: (address) => findMail(dataDir, address),
    async codeFor(address) {
      const code = /^\s*(\d{7})\s*$/m.exec(await findMail(dataDir, address))?.[1]
      if (!code) throw new Error(`The newest mail to ${address} has no code`)
      return code
    },
    admin: (words) => run(['src/server/control/admin.ts', ...words], env),
    async close() {
      await stop('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function answersAt(url: string) {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).catch(() => null)
  return answer?.ok ?? false
}

async function untilReady(child: ChildProcess, isReady: () => Promise<boolean> | boolean, output: () => string) {
  const giveUpAt = Date.now() + READY_WITHIN_MS
  while (Date.now() < giveUpAt) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${output()}`)
    if (await isReady()) return
    await sleep(LOOK_AGAIN_MS)
  }
  child.kill('SIGKILL')
  throw new Error(`The server was not ready within ${READY_WITHIN_MS / 1000} s:\n${output()}`)
}

/** A developer's own settings, from the shell or from .env, must not reach the server under test: each is set to nothing. */
function environmentWithoutSettings(): Record<string, string | undefined> {
  const names = readFileSync('.env.example', 'utf8').matchAll(/^#?\s?([A-Z_]+)=/gm)
  return { ...process.env, ...Object.fromEntries(Array.from(names, ([, name]) => [name, ''])) }
}

async function run(args: string[], env: Record<string, string | undefined>) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let words = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (words += String(chunk)))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${words}`)
  return words
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  if (!address || typeof address === 'string') throw new Error('No port was free')
  probe.close()
  await once(probe, 'close')
  return address.port
}
