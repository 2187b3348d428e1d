import { z } from 'zod'
import { type Exchange, postForm } from './post-form.ts'
import type { WorkdriveConfiguration } from './read-configuration.ts'

export type Tokens = {
  access_token: string
  /** Undefined when the provider returned none. */
  refresh_token?: string | undefined
  /** Seconds. */
  expires_in: number
  /** ISO time. */
  expires_at: string
}

export type Grant = { code: string; codeVerifier: string } | { refreshToken: string }

/** `tokens` is null when the response has no access token; `responded` is false when there was no usable response. */
export type TokenResponse = { tokens: Tokens | null; responded: boolean; exchange: Exchange }

const TokenBody = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  expires_in: z.coerce.number().positive().catch(3600),
})

/** Exchanges a code or a refresh token, in one attempt of at most 30 s. Never rejects. */
export async function requestTokens(configuration: WorkdriveConfiguration, grant: Grant): Promise<TokenResponse> {
  const { accountsBase, clientId, clientSecret, redirectUri } = configuration
  const credentials = { client_id: clientId, client_secret: clientSecret }
  const fields =
    'code' in grant
      ? {
          grant_type: 'authorization_code',
          code: grant.code,
          ...credentials,
          redirect_uri: redirectUri,
          code_verifier: grant.codeVerifier,
        }
      : { grant_type: 'refresh_token', refresh_token: grant.refreshToken, ...credentials }
  const exchange = await postForm(`${accountsBase}/oauth/v2/token`, { fields })
  const body = TokenBody.safeParse(exchange.data)
  const responded = exchange.status !== null && exchange.status < 500 && exchange.data !== null
  if (!body.success || exchange.status !== 200) return { tokens: null, responded, exchange }
  const previous = 'refreshToken' in grant ? { refresh_token: grant.refreshToken } : {}
  const { expires_in, ...rest } = body.data
  const expires_at = new Date(Date.now() + expires_in * 1000).toISOString()
  return { tokens: { ...previous, ...rest, expires_in, expires_at }, responded, exchange }
}

/** Revokes a refresh token at the provider. Never rejects. */
export async function revokeToken({ accountsBase }: WorkdriveConfiguration, token: string): Promise<Exchange> {
  return postForm(`${accountsBase}/oauth/v2/token/revoke`, { fields: { token } })
}
