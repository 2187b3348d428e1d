/** Opens the services, starts the doors that this ROLE asks for, and closes them in order. */
import { createServer, type RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { errorMessage } from '#shared/errors.ts'
import { grantListedAdmins } from './account/grant-listed-admins.ts'
import { createApp, createInsideApp } from './api/app.ts'
import { settleRequests } from './api/settle-requests.ts'
import { refuseInWords, socketLimits } from './api/socket-limits.ts'
import { type Config, readConfig } from './config.ts'
import { loadEnvironment } from './environment.ts'
import { openControl } from './control/open-control.ts'
import { takeUpWaiting } from './jobs/take-up-waiting.ts'
import { startWorker } from './jobs/worker.ts'
import { createLog, type Log } from './log.ts'
import { requireBrowser } from './reader/require-browser.ts'
import { openServices, type Services } from './services.ts'
import { StartError } from './start-error.ts'

/** A stop is over within ten seconds; pages in hand and answers get most of it. */
const CLOSED_WITHIN_MS = 9_000
const IN_HAND_GRACE_MS = 4_000
/** The end of an answer that was stopped has to be told, too. */
const REQUESTS_GRACE_MS = 5_000

async function start() {
  const environment = loadEnvironment()
  const config = readConfig(environment)
  if (config.role !== 'web') requireBrowser(config)
  const log = createLog({ level: config.logLevel, readable: !config.production })
  const port = config.role === 'worker' ? config.metricsPort : config.port
  const server = port === undefined ? null : await listen({ port, host: config.host })
  const services = await openServices(config, log).catch((error: unknown) => {
    server?.close()
    throw error
  })
  await grantListedAdmins(services.db, config.adminEmails)
  const worker = config.role === 'web' ? null : await startWorker(services)
  const control = await openControl({
    needs: { ...services, adminEmails: config.adminEmails, takeUp: () => takeUpWaiting(services) },
    dataDir: config.dataDir,
  })
  const createDoor = config.role === 'worker' ? createInsideApp : createApp
  server?.off('request', stillStarting).on('request', getRequestListener(createDoor(services).fetch))
  greet(services)
  warnOfOwnSecret(config, log)

  let closing = false
  async function close(signal: string) {
    if (closing) process.exit(1)
    closing = true
    log.info(`${signal}: closing`)
    setTimeout(() => giveUpClosing(log), CLOSED_WITHIN_MS).unref()
    services.beginClosing()
    await Promise.all([
      control.close(),
      worker?.close(IN_HAND_GRACE_MS),
      services.answers.settle(IN_HAND_GRACE_MS),
      server && settleRequests(server, REQUESTS_GRACE_MS),
    ])
    await services.close()
    server?.closeAllConnections()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => void close(signal).catch((error) => endBadly(log, error)))
  }
}

/** A database that does not answer, or a reader that does not let go, holds up nothing: what was promised is stored. */
function giveUpClosing(log: Log): never {
  log.warn('Closing took too long; what was still under way is left')
  process.exit(0)
}

/** Takes the port before anything else is opened: a busy one is said at once and nothing is touched. */
function listen({ port, host }: Pick<Config, 'port' | 'host'>) {
  return new Promise<ReturnType<typeof createServer>>((resolve, reject) => {
    const server = createServer(socketLimits)
    refuseInWords(server)
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, { port, host })))
    server.on('request', stillStarting)
    server.listen(port, host, () => resolve(server))
  })
}

/** Whoever asks while the database opens is told to come again; a request nobody answers would hang. */
const stillStarting: RequestListener = (_request, response) => {
  response.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '2', Connection: 'close' })
  response.end(JSON.stringify({ error: { code: 'server.starting', message: errorMessage('server.starting') } }))
}

function explain(error: NodeJS.ErrnoException, { port, host }: { port: number; host: string }) {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} is taken by another program: stop that one, or start with PORT set to another number.`,
    EACCES: `Port ${port} may not be used by this account: start with PORT set to a number above 1023.`,
    EADDRNOTAVAIL: `HOST ${host} is not an address of this machine: set HOST to 127.0.0.1, or to 0.0.0.0 for all.`,
    ENOTFOUND: `HOST ${host} is not known: set HOST to 127.0.0.1, or to 0.0.0.0 for all.`,
  }
  return new StartError(reasons[error.code ?? ''] ?? `Cannot listen on ${host}:${port}: ${error.message}.`, { cause: error })
}

function greet({ config, instance, database, log }: Services) {
  const stored = database.kind === 'embedded' ? `embedded database in ${config.dataDir}` : 'PostgreSQL'
  const mail = instance.mail === 'smtp' ? 'mail goes out over SMTP' : `mail is written to ${instance.outbox} and printed here`
  log.info(`Readback is ready at ${config.appUrl}`)
  const { kind, name, host } = instance.engine
  const answers = kind === 'built-in' ? `${name}, nothing is sent elsewhere` : `${name} at ${host}, which gets pages and questions`
  log.info(`Answers: ${answers}. ${stored[0]?.toUpperCase()}${stored.slice(1)}; ${mail}.`)
}

/** Such processes are several: what one seals in its own secret, such as a mail, the others could not open. */
function warnOfOwnSecret({ role, appSecret, dataDir }: Config, log: Log) {
  if (role === 'all' || appSecret) return
  log.warn(`APP_SECRET is not set, so only processes that share ${dataDir} can work together. Set it to the same for all of them.`)
}

function endBadly(log: Log | null, error: unknown): never {
  if (error instanceof StartError) process.stderr.write(`${error.message}\n`)
  else if (log) log.fatal({ err: error }, 'Readback cannot go on')
  else process.stderr.write(`Readback cannot start: ${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
}

await start().catch((error: unknown) => endBadly(null, error))
