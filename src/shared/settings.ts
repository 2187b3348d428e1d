/** System settings (specification, section 3, system_settings). */
import { z } from 'zod'
import { ErrorBody } from './error-body.ts'
import { invalid } from './errors.ts'

/** Keys of the `api_keys` row. A stored value wins over the environment. */
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
/** Secrets are write-only. */
export const isSecretSetting = (name: SettingName) => secretNames.includes(name)

/** Placeholder of the form. */
export const ZOHO_DOMAIN_PLACEHOLDER = 'https://accounts.zoho.com'

/** One setting as an administrator sees it. */
export const SettingState = z.object({
  filled: z.boolean(),
  /** The value, of a secret only its last characters; '' when not set. */
  shown: z.string(),
  source: z.enum(['stored', 'environment', 'none']),
  /** Encrypted with another APP_SECRET: not used, must be entered again. */
  unreadable: z.boolean(),
})
export type SettingState = z.infer<typeof SettingState>

/** GET and PATCH /api/admin/settings */
export const SystemSettings = z.object({
  settings: z.record(SettingName, SettingState),
  /** Values used while a setting is not set. */
  defaults: z.object({ zoho_redirect_uri: z.string() }),
})
export type SystemSettings = z.infer<typeof SystemSettings>

const MAX_LENGTH = 2000
const line = z.string().trim().max(MAX_LENGTH, invalid('settings.too-long'))
/** Sent in a header as is. */
const key = line.regex(/^[\x21-\x7e]*$/, invalid('settings.secret-invalid'))
const address = line.refine((text) => text === '' || isWebAddress(text), invalid('settings.address-invalid'))

/** "zoho.eu" and "accounts.zoho.eu" as https://accounts.zoho.eu. */
const zohoAddress = line
  .transform((text) => (/^[a-z\d-]+(?:\.[a-z\d-]+)+$/i.test(text) ? `https://${text}` : text))
  .transform((text) => text.replace(/^https:\/\/(?=zoho(?:cloud)?\.)/i, 'https://accounts.'))
  .refine((text) => text === '' || isWebAddress(text), invalid('settings.address-invalid'))

/** PATCH /api/admin/settings: an empty string keeps the stored value, null removes it. */
export const ChangeSettings = z.strictObject({
  openai_api_key: key.nullable().optional(),
  scraping_bee_api_key: key.nullable().optional(),
  zoho_client_id: key.nullable().optional(),
  zoho_client_secret: key.nullable().optional(),
  zoho_redirect_uri: address.nullable().optional(),
  zoho_api_domain: zohoAddress.nullable().optional(),
  zoho_oauth_scope: line
    .regex(/^[\x20-\x7e]*$/, invalid('settings.scope-invalid'))
    .nullable()
    .optional(),
} satisfies Record<SettingName, z.ZodType>)
export type ChangeSettings = z.infer<typeof ChangeSettings>

/** Typed settings of the document storage that are not stored yet; the stored ones fill the gaps. */
export const StorageDraft = ChangeSettings.pick({
  zoho_client_id: true,
  zoho_client_secret: true,
  zoho_redirect_uri: true,
  zoho_api_domain: true,
  zoho_oauth_scope: true,
})
export type StorageDraft = z.infer<typeof StorageDraft>

/** POST /api/admin/settings/test-ai: the result of asking the AI service one question. */
export const AiTest = z.object({
  ok: z.boolean(),
  /** The result as an English sentence. */
  words: z.string(),
  /** Why it failed; null when it did not. */
  error: ErrorBody.nullable(),
  /** The host of the service; null without a service. */
  host: z.string().nullable(),
  /** The configured model; null without a service. */
  requested_model: z.string().nullable(),
  /** The model that answered, another one when the service does not know the configured one; null when none did. */
  model: z.string().nullable(),
  /** Duration of the answer; null without one. */
  ms: z.number().int().nullable(),
  /** The models of the service; null when it does not list them. */
  models: z.array(z.string()).nullable(),
})
export type AiTest = z.infer<typeof AiTest>

/** Without credentials, since the value is shown. */
export function isWebAddress(text: string): boolean {
  return z.url({ protocol: /^https?$/ }).safeParse(text).success && !text.includes('@')
}
