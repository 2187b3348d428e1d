/** Every environment setting with its format and default. Only this file reads `process.env`. */
import { z } from 'zod'
import { ReaderName } from '#shared/crawl/crawl-settings.ts'
import { Tier } from '#shared/tier.ts'
import { loadEnvFile } from './load-env-file.ts'
import { refuseUnknownNames } from './refuse-unknown-names.ts'
import { OperatorError } from './operator-error.ts'

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
)

const wholeNumber = (from: number, to: number, expected: string) =>
  z
    .string()
    .regex(/^\d+$/, expected)
    .transform(Number)
    .refine((number) => number >= from && number <= to, expected)

const RETENTION_FORMAT = 'a number of days from 14, such as 30, or 0 to keep all crawls'
const SLOW_QUERY_FORMAT = 'milliseconds from 0 (logs none) to 600000, such as 500'

const webAddress = (expected: string) =>
  z.url({ protocol: /^https?$/, error: expected }).transform((url) => url.replace(/\/+$/, ''))

/** A path would be lost in links and cookies, and a browser's Origin header never has one. */
const publicAddress = (expected: string) =>
  z.url({ protocol: /^https?$/, error: expected }).transform((text, context) => {
    const { origin, pathname, search, hash, username, password } = new URL(text)
    if (pathname + search + hash + username + password !== '/') context.addIssue(expected)
    return origin
  })

const addressLike = (example: string) => `an http or https address such as ${example}`

/** The message of each check completes the sentence "PORT must be …". */
const settings = {
  PORT: wholeNumber(1, 65_535, 'a port number from 1 to 65535, such as 3000').default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'a host name or address to listen on, such as 127.0.0.1')
    .default('127.0.0.1'),
  APP_URL: publicAddress(`${addressLike('https://readback.example.org')}, without a path or query`).optional(),
  DATA_DIR: z.string().min(1, 'a folder such as ./data').default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'a PostgreSQL address such as postgresql://user:password@host/readback')
    .optional(),
  DATABASE_DIRECT_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'the address of the server behind the pooler in DATABASE_URL, such as postgresql://…')
    .optional(),
  DATABASE_REPLICA_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'the address of a streaming replica of DATABASE_URL, such as postgresql://…')
    .optional(),
  ROLE: z.enum(['all', 'web', 'worker'], 'one of all, web, worker').default('all'),
  APP_SECRET: z.string().min(32, 'at least 32 characters, such as the output of `openssl rand -hex 32`').optional(),
  OLD_APP_SECRET: z.string().min(32, 'the APP_SECRET of the installation that the backup comes from').optional(),
  ADMIN_EMAILS: list.pipe(z.array(z.email('a comma-separated list of e-mail addresses'))).default([]),
  DEFAULT_TIER: z.enum(Tier.options, 'one of free, pro, enterprise').default('free'),
  OPENAI_API_KEY: z.string().min(1).optional(),
  OPENAI_BASE_URL: webAddress(addressLike('http://localhost:11434/v1')).optional(),
  OPENAI_MODEL: z.string().min(1).default('gpt-4-turbo-preview'),
  OPENAI_FALLBACK_MODEL: z.string().min(1).optional(),
  OPENAI_EMBEDDING_MODEL: z.string().min(1).optional(),
  MODEL: z.enum(['auto'], 'auto, or nothing').optional(),
  LOCAL_MODEL_SERVERS: list
    .pipe(z.array(webAddress(`a comma-separated list of addresses such as http://localhost:11434`)))
    .optional(),
  OPENAI_CONTEXT_TOKENS: wholeNumber(2_000, 10_000_000, 'a number of tokens from 2000, such as 8192').optional(),
  ANSWER_CONTEXT_TOKENS: wholeNumber(1_000, 10_000_000, 'a number of tokens from 1000, such as 12000').default(12_000),
  SCRAPINGBEE_API_KEY: z.string().min(1).optional(),
  SCRAPINGBEE_BASE_URL: webAddress(addressLike('https://app.scrapingbee.com/api/v1')).optional(),
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
  CRAWL_RETENTION_DAYS: z
    .string()
    .regex(/^\d+$/, RETENTION_FORMAT)
    .transform(Number)
    .refine((days) => days === 0 || (days >= 14 && days <= 36_500), RETENTION_FORMAT)
    .default(30),
  RETRY_BACKOFF_MS: wholeNumber(0, 600_000, 'milliseconds from 0 to 600000, such as 10000').default(10_000),
  ALLOW_PRIVATE_HOSTS: list
    .pipe(
      z.array(
        z
          .string()
          .regex(
            /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i,
            'a comma-separated list of host or host:port, such as localhost:8080',
          ),
      ),
    )
    .default([]),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'a mail server address such as smtp://user:password@host:587')
    .optional(),
  MAIL_FROM: z
    .string()
    .min(3, 'a sender such as Readback <readback@example.org>')
    .default('Readback <readback@localhost>'),
  ZOHO_ACCOUNTS_BASE_URL: webAddress(addressLike('https://accounts.zoho.eu')).optional(),
  ZOHO_API_BASE_URL: webAddress(addressLike('https://www.zohoapis.eu')).optional(),
  OIDC_ISSUER: webAddress(addressLike('https://login.example.org/realms/staff')).optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_NAME: z.string().min(1).max(60).default('single sign-on'),
  STRIPE_SECRET_KEY: z.string().min(1).optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  STRIPE_PRICE_PRO: z.string().min(1).optional(),
  STRIPE_BASE_URL: webAddress(addressLike('http://localhost:12111')).optional(),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'one of trace, debug, info, warn, error, silent')
    .default('info'),
  SLOW_QUERY_MS: z
    .string()
    .regex(/^\d+(\.\d+)?$/, SLOW_QUERY_FORMAT)
    .transform(Number)
    .refine((ms) => ms <= 600_000, SLOW_QUERY_FORMAT)
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
export type Settings = z.infer<typeof Settings>

/**
 * The environment, completed by `.env` in the working directory; the environment takes precedence. Throws
 * OperatorError.
 */
export function loadEnvironment(): Record<string, string | undefined> {
  // Node and libraries read variables too, such as NODE_ENV.
  for (const [name, value] of Object.entries(loadEnvFile('.env'))) process.env[name] ??= value
  return { ...process.env }
}

/** Throws OperatorError, which says what to write, for a malformed setting or a misspelled name. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  refuseUnknownNames(Object.keys(environment), Object.keys(settings))
  const trimmed = Object.keys(settings).map((name) => [name, environment[name]?.trim()])
  const given = Object.fromEntries(trimmed.filter(([, value]) => value))
  const parsed = Settings.safeParse(given)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new OperatorError(`${String(issue?.path[0])} must be ${issue?.message}.`)
}

/** Every setting with its format in words and its default as written in `.env`; '' when it has none. */
export function listSettings(): { name: string; format: string; fallback: string }[] {
  return Object.entries(settings).map(([name, schema]) => {
    const messages = ['\u0000', ''].flatMap((invalid) => schema.safeParse(invalid).error?.issues[0]?.message ?? [])
    const format = messages.find((message) => !/^(Too small|Invalid)/.test(message)) ?? 'a text'
    const value: unknown = schema.safeParse(undefined).data
    // The defaults that are objects: an empty list, or a range written from-to.
    const fallback = typeof value === 'object' && value ? Object.values(value).join('-') : String(value ?? '')
    return { name, format, fallback }
  })
}
