/** PKCE (RFC 7636): the code is worth nothing to whoever sees it on its way, since only this server can name the verifier. */
import { createHash, createHmac } from 'node:crypto'

/** Made of the state under APP_SECRET, so that it need not be stored while somebody consents. */
export const verifierOf = (appSecret: string, state: string) =>
  createHmac('sha256', appSecret).update(`zoho code verifier ${state}`).digest('base64url')

export const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')
