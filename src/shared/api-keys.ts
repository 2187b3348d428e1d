/** API keys, and the programs that sign in with OAuth instead. */
import { z } from 'zod'
import { invalid } from './errors.ts'
import { visibleText } from './visible-text.ts'

/**
 * `read` views and searches crawls, pages, notebooks and chats; `ask` asks and saves; `crawl` starts and stops crawls.
 */
export const ApiScope = z.enum(['read', 'ask', 'crawl'])
export type ApiScope = z.infer<typeof ApiScope>

/** Those of a new key, unless the person selects others: crawling costs credits. */
export const DEFAULT_API_SCOPES: readonly ApiScope[] = ['read', 'ask']

/** Every key starts with it, so that people and secret scanners recognize one. */
export const API_KEY_PREFIX = 'rb_'

/** Active keys per user. */
export const API_KEYS_MAX = 20
/** Per key. */
export const API_REQUESTS_PER_MINUTE = 240

/** POST /api/keys */
export const MakeApiKey = z.object({
  name: visibleText('key.name-required').max(60, invalid('key.name-too-long')),
  // Each scope once, in the order of `ApiScope`.
  scopes: z
    .array(ApiScope)
    .min(1, invalid('key.scopes-required'))
    .transform((scopes) => ApiScope.options.filter((scope) => scopes.includes(scope))),
})
export type MakeApiKey = z.input<typeof MakeApiKey>

/** One of GET /api/keys. Times are ISO. */
export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** The first characters of the key, to identify it in the list. */
  prefix: z.string(),
  scopes: z.array(ApiScope),
  created_at: z.string(),
  /** Precise to the minute; null before the first use. */
  last_used_at: z.string().nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

/** One of GET /api/programs: a program that signed in with OAuth. Times are ISO. */
export const Program = z.object({
  id: z.string(),
  /** As the program calls itself; '' if it does not. */
  name: z.string(),
  scopes: z.array(ApiScope),
  created_at: z.string(),
})
export type Program = z.infer<typeof Program>

/** The response to POST /api/keys: `secret` is the key itself, returned only once. */
export const CreatedApiKey = ApiKey.extend({ secret: z.string() })
export type CreatedApiKey = z.infer<typeof CreatedApiKey>
