/** Runs the whole server in the test process, with a new database and a free port. */
import { rmSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createApp } from '#server/http/app.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { createLog } from '#server/platform/log.ts'
import { openServices, type Services } from '#server/services.ts'
import { writePerson } from './account.ts'
import { type Client, createClient } from './client.ts'
import { newTestDatabase } from './database.ts'
import { waitFor } from './wait-for.ts'

/** A signed-in account. */
export type Person = Client & { userId: string; email: string }

export type TestApp = {
  origin: string
  config: Config
  services: Services
  visitor: Client
  /** Creates a verified account and signs it in. */
  signUp(email?: string): Promise<Person>
  /** Shuts the server down as a signal does, and starts another with the same storage and port. */
  restart(): Promise<void>
  close(): Promise<void>
}

export const PASSWORD = 'a-long-enough-password'

let people = 0

/** `authLimitFactor` multiplies the rate limits of sign-up and sign-in. */
export async function openTestApp(overrides: Partial<Config> = {}, { authLimitFactor = 1000 } = {}): Promise<TestApp> {
  const { dataDir, databaseUrl } = await newTestDatabase()
  const http = createServer()
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  // address() is an AddressInfo for TCP servers.
  const { port } = http.address() as AddressInfo
  const config: Config = {
    ...readConfig({ PORT: String(port), CRAWL_DELAY_MS: '0', RETRY_BACKOFF_MS: '20' }),
    dataDir,
    databaseUrl,
    ...overrides,
  }
  const log = createLog({ level: process.env['TEST_LOG'] ?? 'silent', readable: true })
  let running = await open()

  async function open() {
    const services = await openServices(config, log, { authLimitFactor })
    const worker = await startWorker(services)
    const listener = getRequestListener(createApp(services).fetch)
    http.on('request', listener)
    return { services, worker, listener }
  }

  async function shutDown() {
    http.off('request', running.listener)
    http.closeAllConnections()
    await running.worker.close(2000)
    await running.services.close()
  }

  return {
    origin: config.appUrl,
    config,
    get services() {
      return running.services
    },
    visitor: createClient(config.appUrl),
    async signUp(email = `person-${++people}@example.org`) {
      const client = createClient(config.appUrl)
      const { userId, cookie } = await writePerson(running.services, { email, password: PASSWORD })
      client.cookies.set(...cookie)
      await client.get('/api/me')
      return { ...client, userId, email }
    },
    async restart() {
      await shutDown()
      running = await open()
    },
    async close() {
      await shutDown()
      http.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Waits for the newest seven-digit code in the outbox for this address. */
export async function codeFor(dataDir: string, email: string): Promise<string> {
  return waitFor(`the mail with a code for ${email}`, async () => {
    const folder = join(dataDir, 'mail')
    const files = (await readdir(folder))
      .filter((file) => file.endsWith('.eml'))
      .toSorted()
      .toReversed()
    for (const file of files) {
      const text = await readFile(join(folder, file), 'utf8')
      const code = text.includes(email) && /\b(\d{7})\b/.exec(text.replace(/^(Message-ID|Date|Content-Type).*$/gim, ''))
      if (code) return code[1]
    }
    return null
  })
}
