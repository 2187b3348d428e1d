/** What this server is set up to do, from the settings that the environment gives. */
import { delimiter, resolve } from 'node:path'
import type { ReaderName } from '#shared/crawl-settings.ts'
import type { Tier } from '#shared/plans.ts'
import { readSettings, type Settings } from './environment.ts'
import { StartError } from './start-error.ts'

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

/** Throws what `readSettings` throws, and StartError for settings that do not go together. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const value = readSettings(environment)
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
