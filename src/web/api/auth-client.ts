/** Sign-in and sign-out over the auth library's routes. The session is an HttpOnly cookie. */
import { get, post } from './request.ts'

export const signUp = (email: string, password: string) =>
  send('/sign-up/email', { email, password, name: email.split('@')[0] ?? email })

/** `challenged`: the password was correct and a second factor is required. */
export async function signIn(email: string, password: string): Promise<{ challenged: boolean }> {
  const body: unknown = await (await post('/api/auth/sign-in/email', { email, password })).json()
  return { challenged: typeof body === 'object' && body !== null && 'twoFactorRedirect' in body }
}

export const signOut = () => send('/sign-out', {})

export const verifyEmail = (email: string, otp: string) => send('/email-otp/verify-email', { email, otp })

export const resendCode = (email: string) =>
  send('/email-otp/send-verification-otp', { email, type: 'email-verification' })

/** Mails a code that lets this browser sign in while wrong passwords have paused the account. */
export const sendSignInCode = (email: string) => send('/sign-in/send-code', { email })

export const verifySignInCode = (email: string, otp: string) => send('/sign-in/verify-code', { email, otp })

export const requestPasswordReset = (email: string) => send('/request-password-reset', { email })

/** False for a link that has expired or was used. */
export async function checkResetLink(token: string): Promise<boolean> {
  const response = await post('/api/auth/reset-password/check', { token })
  // Client and server are built from the same schema.
  return ((await response.json()) as { valid: boolean }).valid
}

export const resetPassword = (token: string, newPassword: string) => send('/reset-password', { token, newPassword })

/** Completes an enrollment or a sign-in with the six digits of the authenticator app. */
export const verifyFactor = (code: string) => send('/two-factor/verify-totp', { code })

export const spendRecoveryCode = (code: string) => send('/two-factor/verify-backup-code', { code })

export type Enrollment = { totpURI: string; secret: string; recoveryCodes: string[] }

/** The API has better-auth's name for recovery codes. */
type ApiCodes = { backupCodes: string[] }

/** Omit `password` for SSO-only accounts. */
export async function enrollFactor(password: string | undefined): Promise<Enrollment> {
  const response = await post('/api/auth/two-factor/enable', { password })
  // Client and server are built from the same schema.
  const { totpURI, secret, backupCodes } = (await response.json()) as Omit<Enrollment, 'recoveryCodes'> & ApiCodes
  return { totpURI, secret, recoveryCodes: backupCodes }
}

export async function freshRecoveryCodes(password: string | undefined): Promise<string[]> {
  const response = await post('/api/auth/two-factor/generate-backup-codes', { password })
  // Same schema, see above.
  return ((await response.json()) as ApiCodes).backupCodes
}

export const removeFactor = (password: string | undefined) => send('/two-factor/disable', { password })

/** The sign-in provider's address for signing in, or for linking an identity to the signed-in account. */
export const enterThroughIssuer = (returnTo: string) => addressAt('/oidc/start', returnTo)
export const linkThroughIssuer = (returnTo: string) => addressAt('/oidc/link', returnTo)

/** A program that asks to sign in with OAuth, as it registered itself. */
export async function readProgram(clientId: string): Promise<{ client_name?: string }> {
  const response = await get(`/api/auth/oauth2/public-client?client_id=${encodeURIComponent(clientId)}`)
  return (await response.json()) as { client_name?: string }
}

/** `oauth_query` is the signed query of /authorize. Returns where to send the browser. */
export async function decideOnProgram(decision: { accept: boolean; oauth_query: string }): Promise<{ url: string }> {
  return (await (await post('/api/auth/oauth2/consent', decision)).json()) as { url: string }
}

async function addressAt(path: string, returnTo: string): Promise<string> {
  const response = await post(`/api/auth${path}`, { returnTo })
  // Same schema, see above.
  return ((await response.json()) as { url: string }).url
}

async function send(path: string, body: object) {
  await post(`/api/auth${path}`, body)
}
