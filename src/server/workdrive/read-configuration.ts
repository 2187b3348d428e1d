import { ZOHO_CALLBACK_PATH } from '#shared/callback-path.ts'
import type { Config } from '#server/config.ts'
import type { SettingValues } from '#server/settings/stored-settings.ts'
import { accountsBaseOf, apiBaseOf, type Wire, wireOf } from './zoho-addresses.ts'

export type WorkdriveConfiguration = {
  clientId: string
  clientSecret: string
  redirectUri: string
  /** Without a slash at the end, as `apiBase`. */
  accountsBase: string
  apiBase: string
  scope: string
  wire: Wire
}

type Given = { stored: SettingValues; zoho: Config['zoho']; appUrl: string }

/**
 * What the document storage is reached with: the stored settings, with the environment before the stored domain and
 * our own address as the redirect when none is stored. 'missing': nothing is set up; 'invalid': a part of it is.
 */
export function readConfiguration({ stored, zoho, appUrl }: Given): WorkdriveConfiguration | 'missing' | 'invalid' {
  const { zoho_client_id: clientId, zoho_client_secret: clientSecret, zoho_oauth_scope: scope, zoho_api_domain: domain } = stored
  if (!clientId && !clientSecret && !scope) return 'missing'
  const accountsBase = zoho.accountsBaseUrl ?? (domain && accountsBaseOf(domain))
  const apiBase = zoho.apiBaseUrl ?? (domain && apiBaseOf(domain))
  if (!clientId || !clientSecret || !scope || !accountsBase || !apiBase) return 'invalid'
  const redirectUri = stored.zoho_redirect_uri ?? appUrl + ZOHO_CALLBACK_PATH
  return { clientId, clientSecret, redirectUri, accountsBase, apiBase, scope, wire: wireOf(apiBase) }
}
