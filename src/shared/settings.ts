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
