/**
 * The settings (CONTRACT section 2), read once from the environment and `.env`. This file alone reads
 * `process.env`. An unknown or malformed value stops the start with a sentence that says what to write.
 */
import { existsSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'
import { z } from 'zod'
import { ReaderName } from '#shared/crawl-settings.ts'
import { Tier } from '#shared/plans.ts'
import { StartError } from './start-error.ts'

const list = z
  .string()
  .transform((text) => text.split(',').map((item) => item.trim()).filter(Boolean))

const wholeNumber = (from: number, to: number, words: string) =>
  z
    .string()
    .regex(/^\d+$/, words)
    .transform(Number)
    .refine((number) => number >= from && number <= to, words)

const SLOW_QUERY_WORDS = 'milliseconds from 0 (none is logged) to 600000, such as 500'

const webAddress = (words: string) =>
  z
    .url({ protocol: /^https?$/, error: words })
    .transform((url) => url.replace(/\/+$/, ''))

const anAddress = (example: string) => `an http or https address such as ${example}`

/** Every setting by its name; the words after a refusal complete "PORT must be …". */
const settings = {
  PORT: wholeNumber(1, 65_535, 'a port number from 1 to 65535, such as 3000').default(3000),
  HOST: z.string().regex(/^[\w.:-]+$/, 'a host name or address to listen on, such as 127.0.0.1').default('127.0.0.1'),
  APP_URL: webAddress(anAddress('https://readback.example.org')).optional(),
  DATA_DIR: z.string().min(1, 'a folder such as ./data').default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'a PostgreSQL address such as postgresql://user:password@host/readback')
    .optional(),
  ROLE: z.enum(['all', 'web', 'worker'], 'one of all, web, worker').default('all'),
  APP_SECRET: z.string().min(32, 'at least 32 characters, such as the output of `openssl rand -hex 32`').optional(),
  OLD_APP_SECRET: z.string().min(32, 'the APP_SECRET of the installation whose backup is imported').optional(),
  ADMIN_EMAILS: list.pipe(z.array(z.email('a comma list of e-mail addresses'))).default([]),
  DEFAULT_TIER: z.enum(Tier.options, 'one of free, pro, enterprise').default('free'),
  OPENAI_API_KEY: z.string().min(1).optional(),
  OPENAI_BASE_URL: webAddress(anAddress('http://localhost:11434/v1')).optional(),
  OPENAI_MODEL: z.string().min(1).default('gpt-4-turbo-preview'),
  OPENAI_FALLBACK_MODEL: z.string().min(1).default('gpt-4.1'),
  OPENAI_EMBEDDING_MODEL: z.string().min(1).optional(),
  OPENAI_CONTEXT_TOKENS: wholeNumber(2_000, 10_000_000, 'a number of tokens from 2000, such as 8192').optional(),
  SCRAPINGBEE_API_KEY: z.string().min(1).optional(),
  SCRAPINGBEE_BASE_URL: webAddress(anAddress('https://app.scrapingbee.com/api/v1')).optional(),
  READER: z.enum(ReaderName.options, 'one of auto, http, browser, scrapingbee').default('auto'),
  CHROMIUM_PATH: z.string().min(1).optional(),
  CRAWL_DELAY_MS: z
    .string()
    .regex(/^\d+(-\d+)?$/, 'milliseconds such as 0, or a range such as 3000-4999')
    .transform((text) => {
      const [from = 0, to = from] = text.split('-').map(Number)
      return { from, to }
    })
    .refine(({ from, to }) => from <= to && to <= 3_600_000, 'a range from small to large, at most 3600000')
    .default({ from: 3000, to: 4999 }),
  RETRY_BACKOFF_MS: wholeNumber(0, 600_000, 'milliseconds from 0 to 600000, such as 10000').default(10_000),
  ALLOW_PRIVATE_HOSTS: list
    .pipe(
      z.array(
        z.string().regex(/^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i, 'a comma list of host or host:port, such as localhost:8080'),
      ),
    )
    .default([]),
  SMTP_URL: z.string().regex(/^smtps?:\/\//, 'a mail server address such as smtp://user:password@host:587').optional(),
  MAIL_FROM: z.string().min(3, 'a sender such as Readback <readback@example.org>').default('Readback <readback@localhost>'),
  ZOHO_ACCOUNTS_BASE_URL: webAddress(anAddress('https://accounts.zoho.eu')).optional(),
  ZOHO_API_BASE_URL: webAddress(anAddress('https://www.zohoapis.eu')).optional(),
  OIDC_ISSUER: webAddress(anAddress('https://login.example.org/realms/staff')).optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_NAME: z.string().min(1).max(60).default('single sign-on'),
  STRIPE_SECRET_KEY: z.string().min(1).optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  STRIPE_PRICE_PRO: z.string().min(1).optional(),
  STRIPE_BASE_URL: webAddress(anAddress('http://localhost:12111')).optional(),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'one of trace, debug, info, warn, error, silent')
    .default('info'),
  SLOW_QUERY_MS: z
    .string()
    .regex(/^\d+(\.\d+)?$/, SLOW_QUERY_WORDS)
    .transform(Number)
    .refine((ms) => ms <= 600_000, SLOW_QUERY_WORDS)
    .default(500),
  METRICS_TOKEN: z.string().min(16, 'at least 16 characters, such as the output of `openssl rand -hex 32`').optional(),
  METRICS_PORT: wholeNumber(1, 65_535, 'a port number from 1 to 65535, such as 9464').optional(),
  TRUST_PROXY: z.enum(['loopback', 'private', 'none'], 'one of loopback, private, none').default('loopback'),
  UNFINISHED_CRAWLS_MAX: wholeNumber(1, 1_000_000, 'a number of crawls from 1, such as 2000').default(2000),
  ANSWERS_AT_ONCE_MAX: wholeNumber(1, 100_000, 'a number of answers from 1, such as 200').default(200),
  REQUESTS_AT_ONCE_MAX: wholeNumber(1, 100_000, 'a number of requests from 1, such as 1000').default(1000),
  MODEL_TOKENS_PER_DAY: wholeNumber(1, 2_000_000_000, 'a number of tokens such as 20000000').optional(),
  MODEL_TOKENS_PER_PERSON_PER_DAY: wholeNumber(1, 2_000_000_000, 'a number of tokens such as 200000').optional(),
}

const Settings = z.object(settings)
type Settings = z.infer<typeof Settings>

export type OidcConfig = { issuer: string; clientId: string; clientSecret: string | undefined; name: string }

export type StripeConfig = {
  secretKey: string
  webhookSecret: string
  /** The price of the Pro plan, by the provider's id. */
  pricePro: string
  /** Undefined: the provider's own. */
  baseUrl: string | undefined
}

/** An OpenAI-compatible service; in use when it has a key, here or stored, or an address. */
export type OpenAiConfig = {
  /** Undefined: the provider's own. */
  baseUrl: string | undefined
  apiKey: string | undefined
  model: string
  fallbackModel: string
  /** Undefined: words alone find passages. */
  embeddingModel: string | undefined
  /** Undefined: assumed by the model's name. */
  contextTokens: number | undefined
}

/** What this server takes on, whoever asks. What one person may ask for stands in shared/limits.ts. */
export type InstanceLimits = {
  /** Queued and running crawls of everybody together. */
  unfinishedCrawls: number
  /** In each process. */
  answersAtOnce: number
  /** In each process; streams are not counted. */
  requestsAtOnce: number
  /** Tokens of the language model in a UTC day, of everybody together and of one person; undefined: as many as asked. */
  modelTokensPerDay: number | undefined
  modelTokensPerPersonPerDay: number | undefined
}

export type Config = {
  port: number
  host: string
  /** The public address, without a trailing slash. */
  appUrl: string
  dataDir: string
  databaseUrl: string | undefined
  role: Settings['ROLE']
  /** Undefined: made on the first start and kept in `dataDir`. */
  appSecret: string | undefined
  /** For an import alone: the secret under which the backup was made. */
  oldAppSecret: string | undefined
  adminEmails: string[]
  defaultTier: Tier
  crawlDelayMs: { from: number; to: number }
  retryBackoffMs: number
  allowPrivateHosts: string[]
  reader: ReaderName
  /** In use when it has a key, here or stored. */
  scrapingService: { apiKey: string | undefined; baseUrl: string | undefined }
  /** Where the browser that renders pages is: named, else searched in the folders of PATH. */
  browser: { chromiumPath: string | undefined; programFolders: string[] }
  smtpUrl: string | undefined
  mailFrom: string
  /** An outside issuer through which people may enter. */
  oidc: OidcConfig | undefined
  openai: OpenAiConfig
  /** Where the document storage is; undefined: told by the stored api domain. */
  zoho: { accountsBaseUrl: string | undefined; apiBaseUrl: string | undefined }
  /** Undefined: nothing can be paid here, and Upgrade says how to reach the operator. */
  stripe: StripeConfig | undefined
  logLevel: Settings['LOG_LEVEL']
  /** Statements of the database that take longer are logged; 0: none is. */
  slowQueryMs: number
  /** Opens /metrics to other machines; undefined: only this one may ask. */
  metricsToken: string | undefined
  /** Where a worker, which has no other port, answers /healthz, /readyz and /metrics; undefined: nowhere. */
  metricsPort: number | undefined
  /** Whose X-Forwarded-For is believed: of a proxy on this machine, on a private network too, or nobody's. */
  trustProxy: Settings['TRUST_PROXY']
  limits: InstanceLimits
  production: boolean
}

/** The environment, with `.env` of the working directory below it. */
export function loadEnvironment(): Record<string, string | undefined> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return { ...process.env }
}

/** Every setting in the words of its refusal, and its default as one would write it; '' where there is none. */
export function listSettings(): { name: string; must: string; fallback: string }[] {
  return Object.entries(settings).map(([name, schema]) => {
    const words = ['\u0000', ''].flatMap((wrong) => schema.safeParse(wrong).error?.issues[0]?.message ?? [])
    const own = words.find((message) => !/^(Too small|Invalid)/.test(message))
    const value: unknown = schema.safeParse(undefined).data
    // A list is empty, a range is written from-to.
    const fallback = typeof value === 'object' && value ? Object.values(value).join('-') : String(value ?? '')
    return { name, must: own ?? 'a text', fallback }
  })
}

/** Throws StartError for a malformed setting, and for a name that looks like ours and is not. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  refuseUnknownNames(environment)
  const given = Object.fromEntries(
    Object.keys(settings).flatMap((name) => (environment[name]?.trim() ? [[name, environment[name].trim()]] : [])),
  )
  const parsed = Settings.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new StartError(`${String(issue?.path[0])} must be ${issue?.message}.`)
  }
  const value = parsed.data
  if (value.ROLE !== 'all' && !value.DATABASE_URL) {
    throw new StartError(`ROLE must be all unless DATABASE_URL names a PostgreSQL: ROLE=${value.ROLE} needs one.`)
  }
  if (value.METRICS_PORT && value.ROLE !== 'worker') {
    throw new StartError('METRICS_PORT must not be set unless ROLE is worker: other processes answer /metrics on PORT.')
  }
  const appUrl = value.APP_URL ?? `http://localhost:${value.PORT}`
  return {
    port: value.PORT,
    host: value.HOST,
    appUrl,
    dataDir: resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL,
    role: value.ROLE,
    appSecret: value.APP_SECRET,
    oldAppSecret: value.OLD_APP_SECRET,
    adminEmails: value.ADMIN_EMAILS.map((email) => email.toLowerCase()),
    defaultTier: value.DEFAULT_TIER,
    crawlDelayMs: value.CRAWL_DELAY_MS,
    retryBackoffMs: value.RETRY_BACKOFF_MS,
    allowPrivateHosts: value.ALLOW_PRIVATE_HOSTS.map((host) => host.toLowerCase()),
    reader: value.READER,
    scrapingService: { apiKey: value.SCRAPINGBEE_API_KEY, baseUrl: value.SCRAPINGBEE_BASE_URL },
    browser: {
      chromiumPath: value.CHROMIUM_PATH,
      programFolders: (environment['PATH'] ?? '').split(delimiter).filter(Boolean),
    },
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM,
    oidc: readOidc(value),
    openai: readOpenAi(value),
    zoho: { accountsBaseUrl: value.ZOHO_ACCOUNTS_BASE_URL, apiBaseUrl: value.ZOHO_API_BASE_URL },
    stripe: readStripe(value),
    logLevel: value.LOG_LEVEL,
    slowQueryMs: value.SLOW_QUERY_MS,
    metricsToken: value.METRICS_TOKEN,
    metricsPort: value.METRICS_PORT,
    trustProxy: value.TRUST_PROXY,
    limits: {
      unfinishedCrawls: value.UNFINISHED_CRAWLS_MAX,
      answersAtOnce: value.ANSWERS_AT_ONCE_MAX,
      requestsAtOnce: value.REQUESTS_AT_ONCE_MAX,
      modelTokensPerDay: value.MODEL_TOKENS_PER_DAY,
      modelTokensPerPersonPerDay: value.MODEL_TOKENS_PER_PERSON_PER_DAY,
    },
    production: environment['NODE_ENV'] === 'production',
  }
}

function readOidc(value: Settings): OidcConfig | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_NAME: name } = value
  if (issuer && clientId) return { issuer, clientId, clientSecret, name }
  if (!issuer && !clientId && !clientSecret) return undefined
  throw new StartError(`${issuer ? 'OIDC_CLIENT_ID' : 'OIDC_ISSUER'} must be set too when another OIDC_ setting is.`)
}

function readOpenAi(value: Settings): OpenAiConfig {
  if (!value.OPENAI_API_KEY && !value.OPENAI_BASE_URL && value.OPENAI_EMBEDDING_MODEL) {
    throw new StartError('OPENAI_API_KEY or OPENAI_BASE_URL must be set when OPENAI_EMBEDDING_MODEL is: embeddings come from that service.')
  }
  return {
    baseUrl: value.OPENAI_BASE_URL,
    apiKey: value.OPENAI_API_KEY,
    model: value.OPENAI_MODEL,
    fallbackModel: value.OPENAI_FALLBACK_MODEL,
    embeddingModel: value.OPENAI_EMBEDDING_MODEL,
    contextTokens: value.OPENAI_CONTEXT_TOKENS,
  }
}

/** All three or none: with a part of them a person could pay and get nothing. */
function readStripe(value: Settings): StripeConfig | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_PRICE_PRO: pricePro } = value
  if (secretKey && webhookSecret && pricePro) return { secretKey, webhookSecret, pricePro, baseUrl: value.STRIPE_BASE_URL }
  if (!secretKey && !webhookSecret && !pricePro) return undefined
  const missing = Object.entries({ STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_PRICE_PRO: pricePro })
    .filter(([, given]) => !given)
    .map(([name]) => name)
  throw new StartError(`${missing.join(' and ')} must be set too when another STRIPE_ setting is.`)
}

/** A mistyped name would otherwise be ignored without a word: one of our prefixes, or one letter away from a setting. */
function refuseUnknownNames(environment: Record<string, string | undefined>) {
  const known = Object.keys(settings)
  const ours = /^(CRAWL_|SCRAPINGBEE_|ZOHO_|STRIPE_PRICE|ALLOW_PRIVATE|ADMIN_EMAIL|DEFAULT_TIER|RETRY_BACKOFF|APP_(URL|SECRET)|MAIL_FROM|SMTP_|OIDC_|METRICS_|SLOW_QUERY|TRUST_PROXY|MODEL_TOKENS|(UNFINISHED_CRAWLS|ANSWERS_AT_ONCE|REQUESTS_AT_ONCE)_)/
  for (const name of Object.keys(environment)) {
    if (known.includes(name) || !ours.test(name)) continue
    const nearest = known.find((other) => other.startsWith(name.slice(0, 6)))
    throw new StartError(`${name} is not a setting of Readback${nearest ? `; did you mean ${nearest}?` : '.'}`)
  }
}
