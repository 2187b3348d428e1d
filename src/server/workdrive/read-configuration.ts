import { ZOHO_CALLBACK_PATH } from '#shared/callback-path.ts'
import type { StorageDraft } from '#shared/settings.ts'
import type { SettingValues } from '#server/platform/stored-settings.ts'
import { isTrustedApiAddress, isTrustedRedirect, type TrustConfig } from './trusted-addresses.ts'
import { accountsBaseOf, apiBaseOf, type Wire, wireOf } from './zoho-addresses.ts'

export type WorkdriveConfiguration = {
  clientId: string
  clientSecret: string
  redirectUri: string
  /** Without a trailing slash, like `apiBase`. */
  accountsBase: string
  apiBase: string
  scope: string
  wire: Wire
}

export type ConfigurationResult =
  | { ok: true; configuration: WorkdriveConfiguration }
  | { ok: false; reason: 'missing' | 'invalid' }

type Sources = { stored: SettingValues; config: TrustConfig; appUrl: string }

/**
 * Builds the configuration from the stored settings. Base URLs in the environment take precedence over the stored
 * domain; the redirect address defaults to our callback. Fails as 'missing' when nothing is configured, as 'invalid'
 * when only part is, or when an address is not to be trusted.
 */
export function readConfiguration(sources: Sources): ConfigurationResult {
  const { stored, config, appUrl } = sources
  const { zoho_client_id: clientId, zoho_client_secret: clientSecret, zoho_oauth_scope: scope } = stored
  const isMissing = !clientId && !clientSecret && !scope
  if (isMissing) return { ok: false, reason: 'missing' }
  if (invalidSetting(sources)) return { ok: false, reason: 'invalid' }
  const { accountsBase, apiBase } = basesOf(stored, config)
  // For the types: invalidSetting has found none of these missing.
  if (!clientId || !clientSecret || !scope || !accountsBase || !apiBase) return { ok: false, reason: 'invalid' }
  const redirectUri = stored.zoho_redirect_uri ?? appUrl + ZOHO_CALLBACK_PATH
  const configuration = { clientId, clientSecret, redirectUri, accountsBase, apiBase, scope, wire: wireOf(apiBase) }
  return { ok: true, configuration }
}

/** The first setting that is missing or has an address that is not to be trusted; null when all are valid. */
export function invalidSetting({ stored, config, appUrl }: Sources): keyof StorageDraft | null {
  const { accountsBase, apiBase } = basesOf(stored, config)
  const redirectUri = stored.zoho_redirect_uri
  const isTrustedBase = (base: string | undefined) => base !== undefined && isTrustedApiAddress(base, config)
  if (!stored.zoho_client_id) return 'zoho_client_id'
  if (!stored.zoho_client_secret) return 'zoho_client_secret'
  if (!isTrustedBase(accountsBase) || !isTrustedBase(apiBase)) return 'zoho_api_domain'
  if (!stored.zoho_oauth_scope) return 'zoho_oauth_scope'
  if (redirectUri && !isTrustedRedirect(redirectUri, config, appUrl)) return 'zoho_redirect_uri'
  return null
}

function basesOf({ zoho_api_domain: domain }: SettingValues, { zoho }: TrustConfig) {
  return {
    accountsBase: zoho.accountsBaseUrl ?? (domain ? accountsBaseOf(domain) : undefined),
    apiBase: zoho.apiBaseUrl ?? (domain ? apiBaseOf(domain) : undefined),
  }
}
