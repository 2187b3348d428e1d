/** Keys for programs: what a key may do, and how one is shown. */
import { z } from 'zod'

/** `read` sees crawls, pages, notebooks and chats and searches them; `ask` asks and saves; `crawl` starts and stops crawls. */
export const ApiScope = z.enum(['read', 'ask', 'crawl'])
export type ApiScope = z.infer<typeof ApiScope>

export const apiScopeWords = {
  read: 'See crawls, pages, notebooks and chats, and search them',
  ask: 'Ask, and save what was asked',
  crawl: 'Start and stop crawls, which spends credits',
} as const satisfies Record<ApiScope, string>

/** What every key begins with, so that people and scanners of secrets know one when they see it. */
export const API_KEY_MARK = 'rb_'

/** A person's keys that are not revoked. */
export const API_KEYS_MAX = 20
/** Requests of one key in a minute. */
export const API_REQUESTS_PER_MINUTE = 240

/** POST /api/keys */
export const MakeApiKey = z.object({
  name: z
    .string('Give the key a name.')
    .trim()
    .min(1, 'Give the key a name.')
    .max(60, 'The name of a key has at most 60 characters.'),
  scopes: z
    .array(ApiScope)
    .min(1, 'Choose what the key may do.')
    .transform((scopes) => ApiScope.options.filter((scope) => scopes.includes(scope))),
})
export type MakeApiKey = z.input<typeof MakeApiKey>

/** One of GET /api/keys. Times are ISO. */
export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** The first characters of the key, by which a person tells keys apart. */
  prefix: z.string(),
  scopes: z.array(ApiScope),
  created_at: z.string(),
  /** To the minute; null before the first use. */
  last_used_at: z.string().nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

/** The answer to POST /api/keys: `secret` is the key itself, said this once. */
export const MadeApiKey = ApiKey.extend({ secret: z.string() })
export type MadeApiKey = z.infer<typeof MadeApiKey>
