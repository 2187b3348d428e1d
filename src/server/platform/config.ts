/** The configuration of this process, built from the environment settings. */
import { delimiter, resolve } from 'node:path'
import type { ReaderName } from '#shared/crawl/crawl-settings.ts'
import type { Tier } from '#shared/tier.ts'
import { readSettings, type Settings } from './environment.ts'
import { OperatorError } from './operator-error.ts'

export type OidcConfig = { issuer: string; clientId: string; clientSecret: string | undefined; name: string }

export type StripeConfig = {
  secretKey: string
  webhookSecret: string
  /** The provider's id of the price of the Pro plan. */
  pricePro: string
  /** Undefined: the provider's default. */
  baseUrl: string | undefined
}

/** An OpenAI-compatible service; used when it has a base URL, or a key here or in the stored settings. */
export type OpenAiConfig = {
  /** Undefined: the provider's default. */
  baseUrl: string | undefined
  apiKey: string | undefined
  model: string
  /** Undefined: the default one, with services that have it. */
  fallbackModel: string | undefined
  /** Undefined: passages are found by words only. */
  embeddingModel: string | undefined
  /** Undefined: derived from the model's name. */
  contextTokens: number | undefined
  /** Tokens of page text sent with a question. */
  answerContextTokens: number
}

/** Limits of the whole server. The limits of each user are in shared/limits.ts. */
export type InstanceLimits = {
  /** Queued and running crawls of all users. */
  unfinishedCrawls: number
  /** Concurrent answers of all processes together. */
  answersAtOnce: number
  /** In each process, not counting streams. */
  requestsAtOnce: number
  /** Language model tokens per UTC day, of all users and of each; undefined: unlimited. */
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
  /** The server itself, when `databaseUrl` is a connection pooler. */
  databaseDirectUrl: string | undefined
  /** A streaming replica, for lists and searches. */
  databaseReplicaUrl: string | undefined
  role: Settings['ROLE']
  /** Undefined: generated on the first start and kept in `dataDir`. */
  appSecret: string | undefined
  /** Only for an import: the APP_SECRET of the installation that the backup comes from. */
  oldAppSecret: string | undefined
  adminEmails: string[]
  defaultTier: Tier
  crawlDelayMs: { from: number; to: number }
  retryBackoffMs: number
  /** Days after its last use that a crawl is deleted if no chat uses its pages; 0: never. */
  crawlRetentionDays: number
  allowPrivateHosts: string[]
  reader: ReaderName
  /** Used when it has a key, here or in the stored settings. */
  scrapingService: { apiKey: string | undefined; baseUrl: string | undefined }
  /** The browser that renders pages: a configured path, else searched in the folders of PATH. */
  browser: { chromiumPath: string | undefined; programFolders: string[] }
  smtpUrl: string | undefined
  mailFrom: string
  /** An OpenID Connect issuer for single sign-on. */
  oidc: OidcConfig | undefined
  openai: OpenAiConfig
  /** 'auto': without another model, the first one found on this machine answers. */
  model: Settings['MODEL']
  /** Where model servers are searched; undefined: the usual ports of this machine. */
  localModelServers: string[] | undefined
  /** The document storage; undefined: derived from the stored API domain. */
  zoho: { accountsBaseUrl: string | undefined; apiBaseUrl: string | undefined }
  /** Undefined: no online payment; Upgrade shows how to contact the operator. */
  stripe: StripeConfig | undefined
  logLevel: Settings['LOG_LEVEL']
  /** Database statements that take longer are logged; 0 logs none. */
  slowQueryMs: number
  /** Bearer token for /metrics from other machines; undefined: only this machine may read them. */
  metricsToken: string | undefined
  /** Port on which a worker serves /healthz, /readyz and /metrics; undefined: it serves none. */
  metricsPort: number | undefined
  /** Whose X-Forwarded-For is trusted: a proxy on this machine, also one on a private network, or none. */
  trustProxy: Settings['TRUST_PROXY']
  limits: InstanceLimits
  production: boolean
}

/** Throws OperatorError for malformed or unknown settings, and for settings that contradict each other. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const value = readSettings(environment)
  if (value.ROLE !== 'all' && !value.DATABASE_URL) {
    throw new OperatorError(
      `ROLE must be all unless DATABASE_URL is set: ROLE=${value.ROLE} needs a PostgreSQL server.`,
    )
  }
  if (value.DATABASE_DIRECT_URL && !value.DATABASE_URL) {
    throw new OperatorError(
      'DATABASE_DIRECT_URL must not be set without DATABASE_URL, which is the address of the connection pooler.',
    )
  }
  if (value.DATABASE_REPLICA_URL && !value.DATABASE_URL) {
    throw new OperatorError(
      'DATABASE_REPLICA_URL must not be set without DATABASE_URL, which is the address of its primary.',
    )
  }
  if (value.METRICS_PORT && value.ROLE !== 'worker') {
    throw new OperatorError(
      'METRICS_PORT must not be set unless ROLE is worker: other processes serve /metrics on PORT.',
    )
  }
  const appUrl = value.APP_URL ?? `http://localhost:${value.PORT}`
  return {
    port: value.PORT,
    host: value.HOST,
    appUrl,
    dataDir: resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL,
    databaseDirectUrl: value.DATABASE_DIRECT_URL,
    databaseReplicaUrl: value.DATABASE_REPLICA_URL,
    role: value.ROLE,
    appSecret: value.APP_SECRET,
    oldAppSecret: value.OLD_APP_SECRET,
    adminEmails: value.ADMIN_EMAILS.map((email) => email.toLowerCase()),
    defaultTier: value.DEFAULT_TIER,
    crawlDelayMs: value.CRAWL_DELAY_MS,
    retryBackoffMs: value.RETRY_BACKOFF_MS,
    crawlRetentionDays: value.CRAWL_RETENTION_DAYS,
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
    model: value.MODEL,
    localModelServers: value.LOCAL_MODEL_SERVERS,
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
  throw new OperatorError(`${issuer ? 'OIDC_CLIENT_ID' : 'OIDC_ISSUER'} must be set too when another OIDC_ setting is.`)
}

function readOpenAi(value: Settings): OpenAiConfig {
  if (!value.OPENAI_API_KEY && !value.OPENAI_BASE_URL && value.OPENAI_EMBEDDING_MODEL) {
    throw new OperatorError(
      'OPENAI_API_KEY or OPENAI_BASE_URL must be set when OPENAI_EMBEDDING_MODEL is: embeddings come from that service.',
    )
  }
  return {
    baseUrl: value.OPENAI_BASE_URL,
    apiKey: value.OPENAI_API_KEY,
    model: value.OPENAI_MODEL,
    fallbackModel: value.OPENAI_FALLBACK_MODEL,
    embeddingModel: value.OPENAI_EMBEDDING_MODEL,
    contextTokens: value.OPENAI_CONTEXT_TOKENS,
    answerContextTokens: value.ANSWER_CONTEXT_TOKENS,
  }
}

/** All three or none: with only some of them a user could pay and get nothing. */
function readStripe(value: Settings): StripeConfig | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_PRICE_PRO: pricePro } = value
  if (secretKey && webhookSecret && pricePro)
    return { secretKey, webhookSecret, pricePro, baseUrl: value.STRIPE_BASE_URL }
  if (!secretKey && !webhookSecret && !pricePro) return undefined
  const missing = Object.entries({
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_PRICE_PRO: pricePro,
  })
    .filter(([, given]) => !given)
    .map(([name]) => name)
  throw new OperatorError(`${missing.join(' and ')} must be set too when another STRIPE_ setting is.`)
}
