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
 * Builds the configuration from the stored settings. Base URLs in the environment take precedence over the stored domain;
 * the redirect address defaults to our callback. Fails as 'missing' when nothing is configured, as 'invalid' when only
 * part is, or when an address is not to be trusted.
 */
export function readConfiguration({ stored, config, appUrl }: Sources): ConfigurationResult {
  const {
    zoho_client_id: clientId,
    zoho_client_secret: clientSecret,
    zoho_oauth_scope: scope,
    zoho_api_domain: domain,
  } = stored
  if (!clientId && !clientSecret && !scope) return { ok: false, reason: 'missing' }
  if (invalidSetting({ stored, config, appUrl })) return { ok: false, reason: 'invalid' }
  const accountsBase = config.zoho.accountsBaseUrl ?? (domain && accountsBaseOf(domain))
  const apiBase = config.zoho.apiBaseUrl ?? (domain && apiBaseOf(domain))
  // For the types: invalidSetting has named it.
  if (!clientId || !clientSecret || !scope || !accountsBase || !apiBase) return { ok: false, reason: 'invalid' }
  const redirectUri = stored.zoho_redirect_uri ?? appUrl + ZOHO_CALLBACK_PATH
  const configuration = { clientId, clientSecret, redirectUri, accountsBase, apiBase, scope, wire: wireOf(apiBase) }
  return { ok: true, configuration }
}

/** The first setting that is missing or has an address that is not to be trusted; null when all are valid. */
export function invalidSetting({ stored, config, appUrl }: Sources): keyof StorageDraft | null {
  const domain = stored.zoho_api_domain
  const bases = [
    config.zoho.accountsBaseUrl ?? (domain && accountsBaseOf(domain)),
    config.zoho.apiBaseUrl ?? (domain && apiBaseOf(domain)),
  ]
  const redirectUri = stored.zoho_redirect_uri
  if (!stored.zoho_client_id) return 'zoho_client_id'
  if (!stored.zoho_client_secret) return 'zoho_client_secret'
  if (!bases.every((base) => base && isTrustedApiAddress(base, config))) return 'zoho_api_domain'
  if (!stored.zoho_oauth_scope) return 'zoho_oauth_scope'
  if (redirectUri && !isTrustedRedirect(redirectUri, config, appUrl)) return 'zoho_redirect_uri'
  return null
}
