/**
 * Which addresses may be stored for the document storage. The provider's servers receive the client secret and tokens,
 * the redirect address the authorization code: anything else would be a way to send them elsewhere.
 */
import type { Config } from '#server/platform/config.ts'
import { isZohoAddress } from './zoho-addresses.ts'

/** What the operator decided in the environment. */
export type TrustConfig = Pick<Config, 'zoho' | 'allowPrivateHosts'>

/** Whether an API address is Zoho's, or on a host that the operator named in ZOHO_…_BASE_URL or ALLOW_PRIVATE_HOSTS. */
export function isTrustedApiAddress(address: string, config: TrustConfig): boolean {
  return isZohoAddress(address) || isNamedByOperator(address, config)
}

/** Whether a redirect address leads back to this server, or to a host that the operator named. */
export function isTrustedRedirect(address: string, config: TrustConfig, appUrl: string): boolean {
  return new URL(address).origin === new URL(appUrl).origin || isNamedByOperator(address, config)
}

function isNamedByOperator(address: string, { zoho, allowPrivateHosts }: TrustConfig): boolean {
  const { origin, hostname, port, protocol } = new URL(address)
  const bases = [zoho.accountsBaseUrl, zoho.apiBaseUrl].filter((base) => base !== undefined)
  if (bases.some((base) => new URL(base).origin === origin)) return true
  const defaultPort = protocol === 'https:' ? '443' : '80'
  const hostAndPort = `${hostname}:${port || defaultPort}`
  return allowPrivateHosts.includes(hostname) || allowPrivateHosts.includes(hostAndPort)
}
