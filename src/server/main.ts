/** Opens the services, starts the entry points of this ROLE, and stops them in order. */
import { getRequestListener } from '@hono/node-server'
import { grantListedAdmins } from './accounts/grant-listed-admins.ts'
import { createApp, createBaseApp } from './http/app.ts'
import { listen } from './http/listen.ts'
import { type Config, readConfig } from './platform/config.ts'
import { loadEnvironment } from './platform/environment.ts'
import { openControl } from './cli/open-control.ts'
import { enqueueUnfinishedWork } from './jobs/enqueue-unfinished-work.ts'
import { startWorker } from './jobs/worker.ts'
import { outboxFolder } from './mail/write-to-outbox.ts'
import { createLog, type Log } from './platform/log.ts'
import { requireBrowser } from './fetching/browser/find-browser.ts'
import { openServices, type Services } from './services.ts'
import { OperatorError } from './platform/operator-error.ts'

/** Within the ten seconds that process managers commonly allow. */
const SHUTDOWN_LIMIT_MS = 9_000
/** For pages being crawled and answers being written. */
const WORK_GRACE_MS = 4_000
/** Longer than WORK_GRACE_MS, so that a stopped answer can still send its end. */
const REQUESTS_GRACE_MS = 5_000

async function start() {
  const environment = loadEnvironment()
  const config = readConfig(environment)
  if (config.role !== 'web') requireBrowser(config)
  const log = createLog({ level: config.logLevel, readable: !config.production })
  const port = config.role === 'worker' ? config.metricsPort : config.port
  // Before anything else is opened, so that a taken port fails fast and touches nothing.
  const listener = port === undefined ? null : await listen({ port, host: config.host })
  const services = await openServices(config, log).catch((error: unknown) => {
    void listener?.close(0)
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
  listener?.answerWith(getRequestListener(createRoleApp(services).fetch))
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
      listener?.close(REQUESTS_GRACE_MS),
    ])
    await services.close()
    listener?.closeAllConnections()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => void close(signal).catch((error) => exitWithError(log, error)))
  }
}

/** For a database or reader that hangs. Nothing is lost: everything acknowledged is stored. */
function forceExit(log: Log): never {
  log.warn('Shutdown took too long; exiting with work unfinished')
  process.exit(0)
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
  const written = `mail is written to ${outboxFolder(config.dataDir)} and printed here`
  return config.databaseUrl === undefined ? written : `${written}, if this process sends it`
}

/** With ROLE web or worker there are several processes, and each must open what another has sealed, such as mail. */
function warnAboutSecret({ role, appSecret, dataDir }: Config, log: Log) {
  if (role === 'all' || appSecret) return
  log.warn(
    `APP_SECRET is not set, so only processes that share ${dataDir} can work together. Set the same APP_SECRET for all processes.`,
  )
}

function exitWithError(log: Log | null, error: unknown): never {
  if (error instanceof OperatorError) process.stderr.write(`${error.message}\n`)
  else if (log) log.fatal({ err: error }, 'Readback failed')
  else process.stderr.write(`Readback cannot start: ${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
}

await start().catch((error: unknown) => exitWithError(null, error))
