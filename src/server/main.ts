/** Opens the services, starts the entry points of this ROLE, and stops them in order. */
import { createServer, type RequestListener, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { toFailure } from '#shared/errors.ts'
import { grantListedAdmins } from './accounts/grant-listed-admins.ts'
import { createApp, createBaseApp } from './http/app.ts'
import { answerClientErrors, socketLimits } from './http/middleware/socket-limits.ts'
import { type Config, readConfig } from './platform/config.ts'
import { loadEnvironment } from './platform/environment.ts'
import { openControl } from './cli/open-control.ts'
import { enqueueUnfinishedWork } from './jobs/enqueue-unfinished-work.ts'
import { startWorker } from './jobs/worker.ts'
import { outboxFolder } from './mail/write-to-outbox.ts'
import { createLog, type Log } from './platform/log.ts'
import { requireBrowser } from './fetching/browser/find-browser.ts'
import { openServices, type Services } from './services.ts'
import { StartError } from './platform/start-error.ts'

/** Within the ten seconds that process managers commonly allow. */
const SHUTDOWN_LIMIT_MS = 9_000
/** For pages being crawled and answers being written. */
const WORK_GRACE_MS = 4_000
/** Longer than WORK_GRACE_MS, so that a stopped answer can still send its end. */
const REQUESTS_GRACE_MS = 5_000
const IDLE_CONNECTIONS_INTERVAL_MS = 50

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
    context: {
      ...services,
      adminEmails: config.adminEmails,
      resumeWork: () => enqueueUnfinishedWork(services),
      // Loaded on first use: the MCP SDK is 200 modules.
      serveMcp: async (stream, email) =>
        (await import('./mcp/serve-local-client.ts')).serveLocalClient(services, stream, email),
    },
    dataDir: config.dataDir,
  })
  const createRoleApp = config.role === 'worker' ? createBaseApp : createApp
  server?.off('request', answerStarting).on('request', getRequestListener(createRoleApp(services).fetch))
  logStartup(services)
  warnAboutSecret(config, log)

  let closing = false
  async function close(signal: string) {
    if (closing) process.exit(1)
    closing = true
    log.info(`${signal}: shutting down`)
    setTimeout(() => forceExit(log), SHUTDOWN_LIMIT_MS).unref()
    services.beginClosing()
    await Promise.all([
      control.close(),
      worker?.close(WORK_GRACE_MS),
      services.answers.drain(WORK_GRACE_MS),
      server && closeGracefully(server, REQUESTS_GRACE_MS),
    ])
    await services.close()
    server?.closeAllConnections()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => void close(signal).catch((error) => exitWithError(log, error)))
  }
}

/** Stops accepting connections and waits up to `graceMs` for open requests; idle keep-alive connections are closed. */
function closeGracefully(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CONNECTIONS_INTERVAL_MS)
    const timeout = setTimeout(done, graceMs)
    server.close(done)

    function done() {
      clearInterval(idle)
      clearTimeout(timeout)
      resolve()
    }
  })
}

/** For a database or reader that hangs. Nothing is lost: everything acknowledged is stored. */
function forceExit(log: Log): never {
  log.warn('Shutdown took too long; exiting with work unfinished')
  process.exit(0)
}

/** Binds the port before anything else is opened, so that a taken port fails fast and touches nothing. */
function listen({ port, host }: Pick<Config, 'port' | 'host'>) {
  return new Promise<ReturnType<typeof createServer>>((resolve, reject) => {
    const server = createServer(socketLimits)
    answerClientErrors(server)
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, { port, host })))
    server.on('request', answerStarting)
    server.listen(port, host, () => resolve(server))
  })
}

/** Answers requests while the database opens. */
const answerStarting: RequestListener = (_request, response) => {
  response.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '2', Connection: 'close' })
  response.end(JSON.stringify(toFailure({ code: 'server.starting' })))
}

function explain(error: NodeJS.ErrnoException, { port, host }: { port: number; host: string }) {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} is already in use. Stop the other program, or set PORT to another number.`,
    EACCES: `This user may not listen on port ${port}. Set PORT to a number above 1023.`,
    EADDRNOTAVAIL: `HOST ${host} is not an address of this machine. Set HOST to 127.0.0.1, or to 0.0.0.0 for all addresses.`,
    ENOTFOUND: `HOST ${host} could not be resolved. Set HOST to 127.0.0.1, or to 0.0.0.0 for all addresses.`,
  }
  return new StartError(reasons[error.code ?? ''] ?? `Cannot listen on ${host}:${port}: ${error.message}.`, {
    cause: error,
  })
}

function logStartup(services: Services) {
  const { config, instance, database, log } = services
  const storage = database.kind === 'embedded' ? `embedded database in ${config.dataDir}` : 'PostgreSQL'
  const mail = describeMail(services)
  log.info(`Readback is ready at ${config.appUrl}`)
  const { kind, name, host } = instance.engine
  const answers =
    kind === 'built-in'
      ? `${name}, no data leaves this server`
      : `${name} at ${host}, which receives pages and questions`
  log.info(`Answers: ${answers}. ${storage[0]?.toUpperCase()}${storage.slice(1)}; ${mail}.`)
}

function describeMail({ config, instance }: Services): string {
  if (instance.mail === 'smtp') return 'mail is sent over SMTP'
  if (config.role === 'web')
    return 'mail is written and printed by the worker that takes it, because SMTP_URL is not set'
  return `mail is written to ${outboxFolder(config.dataDir)} and printed here`
}

/** With ROLE web or worker there are several processes, and each must open what another has sealed, such as mail. */
function warnAboutSecret({ role, appSecret, dataDir }: Config, log: Log) {
  if (role === 'all' || appSecret) return
  log.warn(
    `APP_SECRET is not set, so only processes that share ${dataDir} can work together. Set the same APP_SECRET for all processes.`,
  )
}

function exitWithError(log: Log | null, error: unknown): never {
  if (error instanceof StartError) process.stderr.write(`${error.message}\n`)
  else if (log) log.fatal({ err: error }, 'Readback failed')
  else process.stderr.write(`Readback cannot start: ${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
}

await start().catch((error: unknown) => exitWithError(null, error))
