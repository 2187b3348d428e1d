/** The server as a process of its own, to be killed without warning and started again on the same data. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { newTestDatabase } from './database.ts'
import { waitFor } from './wait-for.ts'

export type ServerProcess = {
  origin: string
  dataDir: string
  /** What the running process has printed since it was started. */
  output(): string
  /** SIGKILL, and the wait until it is dead. */
  kill(): Promise<void>
  /** Starts again on the same data; resolves when it is ready. */
  start(): Promise<void>
  /** Runs `npm run admin -- …args` beside the server. Resolves to what it printed and its exit code. */
  admin(...args: string[]): Promise<{ code: number; output: string }>
}

export async function startServerProcess(settings: Record<string, string>): Promise<ServerProcess> {
  const { dataDir, databaseUrl } = await newTestDatabase()
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const env = {
    PATH: process.env['PATH'],
    PORT: String(port),
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...settings,
  }
  let child: ChildProcess | undefined
  let printed = ''

  async function start() {
    printed = ''
    const started = run(['src/server/main.ts'])
    child = started
    await waitFor(`the server to be ready (it printed: ${printed})`, async () => {
      if (started.exitCode !== null) throw new Error(`the server ended: ${printed}`)
      return (await fetch(`${origin}/readyz`)).ok
    })
  }

  function run(args: string[]) {
    const spawned = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], { env })
    const collect = (chunk: Buffer) => (printed += chunk.toString())
    spawned.stdout.on('data', collect)
    spawned.stderr.on('data', collect)
    return spawned
  }

  await start()
  return {
    origin,
    dataDir,
    start,
    output: () => printed,
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const dead = once(child, 'exit')
      child.kill('SIGKILL')
      await dead
    },
    async admin(...args) {
      const command = spawn(process.execPath, ['src/server/control/admin.ts', ...args], { env })
      let output = ''
      for (const stream of [command.stdout, command.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
      const [code] = await once(command, 'exit')
      return { code: Number(code), output }
    },
  }
}

/** A port that nobody listens on just now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return address.port
}
