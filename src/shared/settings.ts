/** What administrators set beside the environment (SPEC section 3, system_settings). */
import { z } from 'zod'

/** What the row `api_keys` holds. A stored value wins over the environment. */
export const SettingName = z.enum([
  'openai_api_key',
  'scraping_bee_api_key',
  'zoho_client_id',
  'zoho_client_secret',
  'zoho_redirect_uri',
  'zoho_api_domain',
  'zoho_oauth_scope',
])
export type SettingName = z.infer<typeof SettingName>

const secretNames: readonly SettingName[] = ['openai_api_key', 'scraping_bee_api_key', 'zoho_client_secret']
/** A secret never leaves the server again. */
export const isSecretSetting = (name: SettingName) => secretNames.includes(name)

/** Shown where nothing is typed yet; what the document storage uses is what is stored. */
export const ZOHO_DOMAIN_PLACEHOLDER = 'https://accounts.zoho.com'

/** One setting as an administrator sees it. */
export const SettingState = z.object({
  filled: z.boolean(),
  /** The value; of a secret its last characters at most. '' when it is not filled. */
  shown: z.string(),
  source: z.enum(['stored', 'environment', 'none']),
  /** Stored under another APP_SECRET: it is not used and has to be stored again. */
  unreadable: z.boolean(),
})
export type SettingState = z.infer<typeof SettingState>

/** GET and PATCH /api/admin/settings */
export const SystemSettings = z.object({
  settings: z.record(SettingName, SettingState),
  /** What applies while the setting is not filled. */
  defaults: z.object({ zoho_redirect_uri: z.string() }),
})
export type SystemSettings = z.infer<typeof SystemSettings>

const LONGEST = 2000
const line = z.string().trim().max(LONGEST, `At most ${LONGEST} characters.`)
/** Goes into a header as it is. */
const key = line.regex(/^[\x21-\x7e]*$/, 'A key has no spaces and no special characters. Please copy it again.')
const address = line.refine((text) => text === '' || isWebAddress(text), 'Write a whole address, such as https://example.org.')

/** PATCH /api/admin/settings: an empty text keeps what is stored, null removes it. */
export const ChangeSettings = z.strictObject({
  openai_api_key: key.nullable().optional(),
  scraping_bee_api_key: key.nullable().optional(),
  zoho_client_id: key.nullable().optional(),
  zoho_client_secret: key.nullable().optional(),
  zoho_redirect_uri: address.nullable().optional(),
  zoho_api_domain: address.nullable().optional(),
  zoho_oauth_scope: line.regex(/^[\x20-\x7e]*$/, 'A scope has no special characters.').nullable().optional(),
} satisfies Record<SettingName, z.ZodType>)
export type ChangeSettings = z.infer<typeof ChangeSettings>

/** POST /api/admin/settings/test-ai: what the AI service said to one real question. */
export const AiTest = z.object({
  ok: z.boolean(),
  /** What came of it in a sentence. */
  words: z.string(),
  /** The host that was asked; null without a service. */
  host: z.string().nullable(),
  /** The model that answered; null when none did. */
  model: z.string().nullable(),
  /** How long its answer took, in ms; null when none came. */
  ms: z.number().int().nullable(),
  /** The models the service lists; null when it lists none. */
  models: z.array(z.string()).nullable(),
})
export type AiTest = z.infer<typeof AiTest>

/** Without a name or password in it: those would be shown. */
function isWebAddress(text: string): boolean {
  return z.url({ protocol: /^https?$/ }).safeParse(text).success && !text.includes('@')
}
