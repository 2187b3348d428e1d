/** Entering and leaving, over the auth library's own addresses. The session itself is a cookie no script can read. */
import { post } from './request.ts'

export const signUp = (email: string, password: string) =>
  send('/sign-up/email', { email, password, name: email.split('@')[0] ?? email })

/** `challenged`: the password was right and a second factor is asked for. */
export async function signIn(email: string, password: string): Promise<{ challenged: boolean }> {
  const answer: unknown = await (await post('/api/auth/sign-in/email', { email, password })).json()
  return { challenged: typeof answer === 'object' && answer !== null && 'twoFactorRedirect' in answer }
}

export const signOut = () => send('/sign-out', {})

export const verifyEmail = (email: string, otp: string) => send('/email-otp/verify-email', { email, otp })

export const resendCode = (email: string) =>
  send('/email-otp/send-verification-otp', { email, type: 'email-verification' })

export const requestPasswordReset = (email: string) => send('/request-password-reset', { email })

export const resetPassword = (token: string, newPassword: string) => send('/reset-password', { token, newPassword })

/** The six digits of the authenticator app: completes an enrolment or a sign-in. */
export const verifyFactor = (code: string) => send('/two-factor/verify-totp', { code })

export const spendRecoveryCode = (code: string) => send('/two-factor/verify-backup-code', { code })

export type Enrolment = { totpURI: string; secret: string; backupCodes: string[] }

/** `password` is undefined for whoever has none, only an outside issuer. */
export async function enrolFactor(password: string | undefined): Promise<Enrolment> {
  const answer = await post('/api/auth/two-factor/enable', { password })
  // Built together with the server from its schema.
  return (await answer.json()) as Enrolment
}

export async function freshRecoveryCodes(password: string | undefined): Promise<string[]> {
  const answer = await post('/api/auth/two-factor/generate-backup-codes', { password })
  // As above.
  return ((await answer.json()) as Pick<Enrolment, 'backupCodes'>).backupCodes
}

export const removeFactor = (password: string | undefined) => send('/two-factor/disable', { password })

/** The address at the outside issuer to go to: to enter, or to link an identity there to the account that is signed in. */
export const enterThroughIssuer = (returnTo: string) => addressAt('/oidc/start', returnTo)
export const linkThroughIssuer = (returnTo: string) => addressAt('/oidc/link', returnTo)

async function addressAt(path: string, returnTo: string): Promise<string> {
  const answer = await post(`/api/auth${path}`, { returnTo })
  // As above.
  return ((await answer.json()) as { url: string }).url
}

async function send(path: string, body: object) {
  await post(`/api/auth${path}`, body)
}
