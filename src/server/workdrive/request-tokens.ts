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
  const fields = requestFields(configuration, grant)
  const exchange = await postForm(`${configuration.accountsBase}/oauth/v2/token`, { fields })
  const { status, data } = exchange
  const responded = status !== null && status < 500 && data !== null
  const body = TokenBody.safeParse(data)
  if (status !== 200 || !body.success) return { tokens: null, responded, exchange }
  const expiresAt = new Date(Date.now() + body.data.expires_in * 1000)
  // The response to a refresh repeats the refresh token only if it has changed.
  const kept = 'refreshToken' in grant ? { refresh_token: grant.refreshToken } : {}
  const tokens = { ...kept, ...body.data, expires_at: expiresAt.toISOString() }
  return { tokens, responded, exchange }
}

function requestFields({ clientId, clientSecret, redirectUri }: WorkdriveConfiguration, grant: Grant) {
  const credentials = { client_id: clientId, client_secret: clientSecret }
  if ('refreshToken' in grant) {
    return { grant_type: 'refresh_token', refresh_token: grant.refreshToken, ...credentials }
  }
  return {
    grant_type: 'authorization_code',
    code: grant.code,
    ...credentials,
    redirect_uri: redirectUri,
    code_verifier: grant.codeVerifier,
  }
}

/** Revokes a refresh token at the provider. Never rejects. */
export async function revokeToken({ accountsBase }: WorkdriveConfiguration, token: string): Promise<Exchange> {
  return postForm(`${accountsBase}/oauth/v2/token/revoke`, { fields: { token } })
}
