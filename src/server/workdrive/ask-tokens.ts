/** The provider's tokens: for a code, once; for a refresh token, whenever the access token runs out. */
import { z } from 'zod'
import { ask, type Exchange } from './ask.ts'
import type { WorkdriveConfiguration } from './read-configuration.ts'

export type Tokens = {
  access_token: string
  /** Undefined when the provider gave none. */
  refresh_token?: string | undefined
  /** Seconds. */
  expires_in: number
  /** ISO time. */
  expires_at: string
}

export type Grant = { code: string; codeVerifier: string } | { refreshToken: string }

/** `tokens` is null when the answer holds no access token; `answered` false when there was no answer to speak of. */
export type AskedTokens = { tokens: Tokens | null; answered: boolean; exchange: Exchange }

const Answer = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  expires_in: z.coerce.number().positive().catch(3600),
})

/** One attempt, at most 30 s. Never rejects. */
export async function askTokens(configuration: WorkdriveConfiguration, grant: Grant): Promise<AskedTokens> {
  const { accountsBase, clientId, clientSecret, redirectUri } = configuration
  const own = { client_id: clientId, client_secret: clientSecret }
  const fields =
    'code' in grant
      ? { grant_type: 'authorization_code', code: grant.code, ...own, redirect_uri: redirectUri, code_verifier: grant.codeVerifier }
      : { grant_type: 'refresh_token', refresh_token: grant.refreshToken, ...own }
  const exchange = await ask(`${accountsBase}/oauth/v2/token`, { fields })
  const answer = Answer.safeParse(exchange.data)
  const answered = exchange.status !== null && exchange.status < 500 && exchange.data !== null
  if (!answer.success || exchange.status !== 200) return { tokens: null, answered, exchange }
  const kept = 'refreshToken' in grant ? { refresh_token: grant.refreshToken } : {}
  const { expires_in, ...given } = answer.data
  const expires_at = new Date(Date.now() + expires_in * 1000).toISOString()
  return { tokens: { ...kept, ...given, expires_in, expires_at }, answered, exchange }
}

/** Tells the provider that a refresh token is not needed any more. Never rejects. */
export async function revokeToken({ accountsBase }: WorkdriveConfiguration, token: string): Promise<Exchange> {
  return ask(`${accountsBase}/oauth/v2/token/revoke`, { fields: { token } })
}
