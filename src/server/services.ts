/** Opens everything the product stands on, in the order in which each needs the one before, and closes it again. */
import { randomUUID } from 'node:crypto'
import { relative } from 'node:path'
import type { Instance } from '#shared/account.ts'
import { type Auth, createAuth } from './account/create-auth.ts'
import { type PostLetter, queueMail } from './account/queue-mail.ts'
import { openRunningAnswers, type RunningAnswers } from './chat/running-answers.ts'
import type { Config, StripeConfig } from './config.ts'
import type { Database, Db } from './db/database.ts'
import { openDatabase } from './db/open-database.ts'
import { followConnection, type StorageConnection } from './document-storage/connection.ts'
import { type Events, openEvents } from './events/events.ts'
import { createPassageFinder, type PassageFinder } from './knowledge/find-passages.ts'
import type { Log } from './log.ts'
import { createMailer, type Mailer } from './mail/create-mailer.ts'
import { outboxFolder } from './mail/write-to-outbox.ts'
import type { Embedder } from './models/embeddings.ts'
import type { Engine } from './models/engine.ts'
import { followingEmbedder, followingEngine } from './models/follow-settings.ts'
import type { LanguageModelSettings } from './models/language-model-engine.ts'
import type { Payments } from './payments/open-payments.ts'
import { openQueue, type Queue } from './queue/open-queue.ts'
import { createEgress, type Egress } from './reader/address.ts'
import { createReader, type SiteReader } from './reader/create-reader.ts'
import type { ScrapingServiceOptions } from './reader/scraping-service.ts'
import { loadAppSecret } from './secrets/load-app-secret.ts'
import { type SecretBox, secretBox } from './secrets/secret-box.ts'
import { openStoredSettings, type StoredSettings } from './settings/stored-settings.ts'
import { StartError } from './start-error.ts'

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
  /** What administrators stored; it wins over the environment. */
  storedSettings: StoredSettings
  /** Whether files can be saved to a document storage. */
  storage: StorageConnection
  /** Null when nothing can be paid here. */
  payments: Payments | null
  appSecret: string
  appUrl: string
  adminEmails: string[]
  postLetter: PostLetter
  egress: Egress
  reader: SiteReader
  engine: Engine
  /** The AI service as it is set up now; undefined without one. */
  languageModel: () => LanguageModelSettings | undefined
  /** Null without an embedding model: words alone find passages. */
  embedder: Embedder | null
  finder: PassageFinder
  answers: RunningAnswers
  /** What a visitor may know. */
  instance: Instance
  /** Names this process in the leases of crawls. */
  workerId: string
  retryBackoffMs: number
  politeDelayMs: (url: string) => number
  /** Aborted when the server begins to close: endless streams end, and jobs that nobody waits for. */
  closing: AbortSignal
  beginClosing(): void
  close(): Promise<void>
}

/** Memory for the indexes of selections that people are asking; the least recently asked goes first. */
const INDEX_MAX_BYTES = 512 * 1024 * 1024
/** They were told when the closing began. */
const JOBS_GRACE_MS = 1_500

/**
 * Throws StartError when the database or the data folder cannot be used. `authLimitFactor` multiplies the rate limits
 * of sign-up and sign-in, for tests that do so by the dozen.
 */
export async function openServices(
  config: Config,
  log: Log,
  { authLimitFactor = 1 }: { authLimitFactor?: number } = {},
): Promise<Services> {
  const database = await openDatabase({
    ...(config.databaseUrl && { databaseUrl: config.databaseUrl }),
    dataDir: config.dataDir,
    log,
    production: config.production,
    slowQueryMs: config.slowQueryMs,
  })
  const { db } = database
  const appSecret = config.appSecret ?? (await loadAppSecret(config.dataDir))
  const secrets = secretBox(appSecret)
  const storedSettings = await openStoredSettings(database, secrets, log)
  const storage = await followConnection(database, secrets, log)
  const queue = await openQueue(database, log)
  const events = await openEvents(database)
  const answers = await openRunningAnswers(database, { most: config.limits.answersAtOnce })
  const mailer = createMailer(config, log)
  const postLetter: PostLetter = (tx, letter) => queueMail({ db: tx, queue, secrets }, letter)
  const auth = createAuth({
    db,
    config,
    appSecret,
    log,
    postLetter,
    limitFactor: authLimitFactor,
  })
  const egress = createEgress({
    allowPrivateHosts: config.allowPrivateHosts,
    ownHelp: [`http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${config.port}`, config.appUrl],
  })
  const reader = createReader({
    egress,
    appUrl: config.appUrl,
    reader: config.reader,
    browser: config.browser,
    scrapingService: scrapingServiceOf(config, storedSettings),
    log,
  })
  const languageModel = () => languageModelOf(config, storedSettings)
  const engine = followingEngine(languageModel, log)
  const { embeddingModel } = config.openai
  const closing = new AbortController()

  return {
    config,
    log,
    database,
    db,
    queue,
    events,
    auth,
    mailer,
    secrets,
    storedSettings,
    storage,
    payments: config.stripe ? await openPaymentsOf(config.stripe) : null,
    appSecret,
    appUrl: config.appUrl,
    adminEmails: config.adminEmails,
    postLetter,
    egress,
    reader,
    engine,
    languageModel,
    embedder: embeddingModel ? followingEmbedder(embeddingModel, languageModel) : null,
    finder: createPassageFinder({ maxBytes: INDEX_MAX_BYTES }),
    answers,
    instance: describeInstance(config, mailer, engine, reader, storage),
    workerId: randomUUID(),
    retryBackoffMs: config.retryBackoffMs,
    politeDelayMs: politeDelay(config, egress, reader),
    closing: closing.signal,
    beginClosing: () => closing.abort(),
    async close() {
      closing.abort()
      await queue.close(JOBS_GRACE_MS)
      await answers.close()
      await events.close()
      await storage.close()
      await storedSettings.close()
      await reader.close()
      await egress.close()
      mailer.close()
      await database.close()
    },
  }
}

const OPENAI_BASE_URL = 'https://api.openai.com/v1'

/** A key alone means OpenAI itself, an address alone a service that asks for no key; without either there is none. */
function languageModelOf({ openai }: Config, stored: StoredSettings): LanguageModelSettings | undefined {
  const apiKey = stored.values().openai_api_key ?? openai.apiKey
  if (!apiKey && !openai.baseUrl) return undefined
  return { ...openai, baseUrl: openai.baseUrl ?? OPENAI_BASE_URL, apiKey }
}

/** Throws StartError when pages are to be read through the service and there is no key for it. */
function scrapingServiceOf({ scrapingService, reader }: Config, stored: StoredSettings): ScrapingServiceOptions {
  const service = {
    baseUrl: scrapingService.baseUrl,
    get apiKey() {
      return stored.values().scraping_bee_api_key ?? scrapingService.apiKey
    },
  }
  if (reader === 'scrapingbee' && !service.apiKey) {
    throw new StartError('SCRAPINGBEE_API_KEY must be set when READER is scrapingbee: the service reads nothing without a key.')
  }
  return service
}

function describeInstance(config: Config, mailer: Mailer, engine: Engine, reader: SiteReader, storage: StorageConnection): Instance {
  return {
    mail: mailer.kind,
    outbox: mailer.kind === 'outbox' ? asShort(outboxFolder(config.dataDir)) : null,
    get engine() {
      return { kind: engine.kind, name: engine.name, host: engine.host }
    },
    oidc: config.oidc?.name ?? null,
    // Asked for anew each time: a browser may be installed while the server runs.
    get readers() {
      return reader.available()
    },
    get storage() {
      return storage.connected()
    },
    manualUrl: `${config.appUrl}/help`,
  }
}

/** As short as it can be said: below the folder the server was started in, or in full. */
function asShort(folder: string): string {
  const below = relative(process.cwd(), folder)
  return below.startsWith('..') ? folder : below
}

/** A random wait within CRAWL_DELAY_MS, or longer when the site's robots.txt asks for it; our own manual needs none. */
function politeDelay({ crawlDelayMs: { from, to } }: Config, egress: Egress, reader: SiteReader) {
  return (url: string) => {
    if (egress.isOwnHelp(url)) return 0
    const chosen = from + Math.round(Math.random() * (to - from))
    return Math.max(chosen, reader.crawlDelayMs(url))
  }
}

/** Loaded when it is asked for: the provider's two hundred modules are a tenth of a start. */
async function openPaymentsOf(config: StripeConfig): Promise<Payments> {
  const { openPayments } = await import('./payments/open-payments.ts')
  return openPayments(config)
}
