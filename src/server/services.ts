/** Opens database, queue, engines, mail and so on in dependency order, and closes them again. */
import { randomUUID } from 'node:crypto'
import { relative } from 'node:path'
import type { Instance } from '#shared/account.ts'
import { type Auth, createAuth } from './accounts/create-auth.ts'
import { createEnqueueMail, type EnqueueMail } from './accounts/enqueue-mail.ts'
import { openAnswerRunner, type AnswerRunner } from './answering/answer-runner.ts'
import type { Config, StripeConfig } from './platform/config.ts'
import type { Database, Db } from './platform/db/database.ts'
import { openDatabase } from './platform/db/open-database.ts'
import { openStorageConnection, type StorageConnection } from './document-storage/storage-connection.ts'
import { type Events, openEvents } from './platform/events.ts'
import { createPassageFinder, type PassageFinder } from './retrieval/passage-finder.ts'
import type { Log } from './platform/log.ts'
import { createMailer, type Mailer } from './mail/create-mailer.ts'
import { outboxFolder } from './mail/write-to-outbox.ts'
import type { Embedder } from './engines/language-model/embedder.ts'
import type { Reranker } from './engines/language-model/reranker.ts'
import type { Engine } from './engines/engine.ts'
import { createSimilarityThread } from './retrieval/sentence-embedding/similarity-thread.ts'
import { createReloadingEmbedder, createReloadingEngine, createReloadingReranker } from './engines/reloading-engine.ts'
import type { LanguageModelSettings } from './engines/language-model/language-model-engine.ts'
import { embeddingModelOf, findLocalModel, languageModelOf, rerankingModelOf } from './engines/configured-models.ts'
import type { Payments } from './payments/open-payments.ts'
import { openQueue, type Queue } from './platform/open-queue.ts'
import { createEgress, type Egress } from './fetching/egress.ts'
import { createReader, type Reader } from './fetching/create-reader.ts'
import type { ScrapingServiceOptions } from './fetching/scraping-service.ts'
import { loadAppSecret } from './platform/load-app-secret.ts'
import { requireSameSecret } from './platform/require-same-secret.ts'
import { type SecretBox, createSecretBox } from './platform/secret-box.ts'
import { openStoredSettings, type StoredSettings } from './platform/stored-settings.ts'
import { OperatorError } from './platform/operator-error.ts'

export type Services = {
  config: Config
  log: Log
  database: Database
  db: Db
  queue: Queue
  events: Events
  auth: Auth
  mailer: Mailer
  secrets: SecretBox
  /** Settings stored by administrators; they win over the environment. */
  storedSettings: StoredSettings
  /** Whether files can be saved to a document storage. */
  storage: StorageConnection
  /** Null when payment is not configured. */
  payments: Payments | null
  appSecret: string
  // Features take these settings by name; read them here, not in `config`.
  appUrl: string
  adminEmails: string[]
  retryBackoffMs: number
  enqueueMail: EnqueueMail
  egress: Egress
  reader: Reader
  engine: Engine
  /** The current AI service; undefined when none is configured. */
  languageModel: () => LanguageModelSettings | undefined
  /** Null without an embedding model: retrieval is then lexical only. */
  embedder: Embedder | null
  /** Null without a reranking model: passages keep the order of the search. */
  reranker: Reranker | null
  finder: PassageFinder
  answers: AnswerRunner
  /** Public information about this server. */
  instance: Instance
  /** Identifies this process in crawl leases. */
  workerId: string
  politeDelayMs: (url: string) => number
  /** True for pages of our own manual, which cost no credit. */
  isFree: (url: string) => boolean
  /** Aborted when shutdown begins: ends event streams and background jobs. */
  closing: AbortSignal
  beginClosing(): void
  close(): Promise<void>
}

/** Memory for passage indexes; the least recently used is evicted. */
const INDEX_MAX_BYTES = 512 * 1024 * 1024
const MODEL_FAILED = 'The sentence-embedding model failed; words alone rank the passages for a minute'
/** Jobs were already signaled through `closing`. */
const JOBS_GRACE_MS = 1_500

/**
 * Throws OperatorError when the database or the data folder cannot be used. `authLimitFactor` multiplies the rate
 * limits of sign-up and sign-in, for tests. `ownSites`: see `createReader`.
 */
export async function openServices(
  config: Config,
  log: Log,
  { authLimitFactor = 1, ownSites = false }: { authLimitFactor?: number; ownSites?: boolean } = {},
): Promise<Services> {
  // Closes what is open when a later step fails, in reverse order.
  await using opened = new AsyncDisposableStack()
  const platform = await openPlatform(config, log, opened)
  const { database, db, appSecret, secrets, storedSettings } = platform
  const storage = await openStorageConnection(database, secrets, log)
  opened.defer(() => storage.close())
  const answers = await openAnswerRunner(database, { maxConcurrent: config.limits.answersAtOnce })
  opened.defer(() => answers.close())
  const mailer = createMailer(config, log)
  opened.defer(() => mailer.close())
  const { egress, reader } = openFetching(config, { storedSettings, ownSites, log }, opened)
  const { embedder, reranker, ...models } = await openModels(config, { storedSettings, log }, opened)
  const payments = config.stripe ? await openPaymentsOf(config.stripe) : null
  // Last: its jobs use all of the above and have to end first.
  const queue = await openQueue(database, log)
  opened.defer(() => queue.close(JOBS_GRACE_MS))
  const enqueueMail = createEnqueueMail({ queue, secrets })
  const auth = createAuth({ db, config, appSecret, log, enqueueMail, limitFactor: authLimitFactor })
  const closing = new AbortController()

  const toClose = opened.move()
  return {
    config,
    log,
    ...platform,
    queue,
    auth,
    mailer,
    storage,
    payments,
    appUrl: config.appUrl,
    adminEmails: config.adminEmails,
    retryBackoffMs: config.retryBackoffMs,
    enqueueMail,
    egress,
    reader,
    ...models,
    // A getter: an administrator may choose another model while the server runs.
    get embedder() {
      return embedder()
    },
    get reranker() {
      return reranker()
    },
    answers,
    instance: describeInstance(config, mailer, models.engine, reader, storage),
    workerId: randomUUID(),
    politeDelayMs: politeDelay(config, egress, reader),
    isFree: egress.isOwnManual,
    closing: closing.signal,
    beginClosing: () => closing.abort(),
    async close() {
      closing.abort()
      await toClose.disposeAsync()
    },
  }
}

async function openPlatform(config: Config, log: Log, opened: AsyncDisposableStack) {
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    databaseDirectUrl: config.databaseDirectUrl,
    databaseReplicaUrl: config.databaseReplicaUrl,
    dataDir: config.dataDir,
    log,
    production: config.production,
    slowQueryMs: config.slowQueryMs,
  })
  opened.defer(() => database.close())
  const { db } = database
  const appSecret = config.appSecret ?? (await loadAppSecret(config.dataDir))
  await requireSameSecret(db, appSecret)
  const secrets = createSecretBox(appSecret)
  const storedSettings = await openStoredSettings(database, secrets, log)
  opened.defer(() => storedSettings.close())
  const events = await openEvents(database)
  opened.defer(() => events.close())
  return { database, db, appSecret, secrets, storedSettings, events }
}

function openFetching(
  config: Config,
  { storedSettings, ownSites, log }: Pick<Services, 'storedSettings' | 'log'> & { ownSites: boolean },
  opened: AsyncDisposableStack,
) {
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  const egress = createEgress({
    allowPrivateHosts: config.allowPrivateHosts,
    ownOrigins: [`http://${host}:${config.port}`, config.appUrl],
  })
  opened.defer(() => egress.close())
  const reader = createReader({
    egress,
    appUrl: config.appUrl,
    reader: config.reader,
    browser: config.browser,
    scrapingService: scrapingServiceOf(config, storedSettings),
    ownSites,
    log,
  })
  opened.defer(() => reader.close())
  return { egress, reader }
}

/** Functions for what an administrator may change while the server runs. */
async function openModels(
  config: Config,
  { storedSettings, log }: Pick<Services, 'storedSettings' | 'log'>,
  opened: AsyncDisposableStack,
) {
  const found = config.model === 'auto' ? await findLocalModel(config, log) : undefined
  const languageModel = () => languageModelOf(config, storedSettings, found)
  const meaning = createSimilarityThread((error) => log.warn({ err: error }, MODEL_FAILED))
  opened.defer(() => meaning.close())
  return {
    languageModel,
    engine: createReloadingEngine(languageModel, log),
    embedder: createReloadingEmbedder(() => embeddingModelOf(config, storedSettings)),
    reranker: createReloadingReranker(() => rerankingModelOf(config, storedSettings)),
    finder: createPassageFinder({ maxBytes: INDEX_MAX_BYTES, similarity: meaning.similarity }),
  }
}

/** Throws OperatorError when READER is scrapingbee and there is no key. */
function scrapingServiceOf({ scrapingService, reader }: Config, stored: StoredSettings): ScrapingServiceOptions {
  const service = {
    baseUrl: scrapingService.baseUrl,
    get apiKey() {
      return stored.values().scraping_bee_api_key ?? scrapingService.apiKey
    },
  }
  if (reader === 'scrapingbee' && !service.apiKey) {
    throw new OperatorError('SCRAPINGBEE_API_KEY must be set when READER is scrapingbee.')
  }
  return service
}

function describeInstance(
  config: Config,
  mailer: Mailer,
  engine: Engine,
  reader: Reader,
  storage: StorageConnection,
): Instance {
  return {
    mail: mailer.kind,
    // On PostgreSQL, another process may take the mail, often on another machine: its outbox has it then.
    outbox:
      mailer.kind === 'outbox' && config.databaseUrl === undefined ? shortPath(outboxFolder(config.dataDir)) : null,
    get engine() {
      return { kind: engine.kind, name: engine.name, host: engine.host, models: [...engine.models] }
    },
    oidc: config.oidc?.name ?? null,
    // A getter: a browser may be installed while the server runs.
    get readers() {
      return reader.available()
    },
    get storage() {
      return storage.isConnected()
    },
    manualUrl: `${config.appUrl}/help`,
    defaultTier: config.defaultTier,
    payment: config.stripe !== undefined,
  }
}

/** Relative to the working directory if below it, otherwise absolute. */
function shortPath(folder: string): string {
  const path = relative(process.cwd(), folder)
  return path.startsWith('..') ? folder : path
}

/** A random delay within CRAWL_DELAY_MS, at least the Crawl-delay of robots.txt; none for our own manual. */
function politeDelay({ crawlDelayMs: { from, to } }: Config, egress: Egress, reader: Reader) {
  return (url: string) => {
    if (egress.isOwnManual(url)) return 0
    const delayMs = from + Math.round(Math.random() * (to - from))
    return Math.max(delayMs, reader.crawlDelayMs(url))
  }
}

/** Imported on demand: the Stripe SDK's 200 modules are a tenth of the start time. */
async function openPaymentsOf(config: StripeConfig): Promise<Payments> {
  const { openPayments } = await import('./payments/open-payments.ts')
  return openPayments(config)
}
