/** The steps by which a person enters, one request each, as the screens send them. */
import { codeFor, PASSWORD } from './app.ts'
import type { Client } from './client.ts'
import { waitFor } from './wait-for.ts'

export const signUp = (client: Client, email: string, more: Record<string, unknown> = {}) =>
  client.post('/api/auth/sign-up/email', { email, password: PASSWORD, ...more })

export const signIn = (client: Client, email: string, password = PASSWORD) =>
  client.post('/api/auth/sign-in/email', { email, password })

export const verify = (client: Client, email: string, otp: string) =>
  client.post('/api/auth/email-otp/verify-email', { email, otp })

export const resend = (client: Client, email: string) =>
  client.post('/api/auth/email-otp/send-verification-otp', { email })

/** Waits for a code in the outbox other than `earlier`. */
export const codeAfter = (dataDir: string, email: string, earlier: string) =>
  waitFor(`a code for ${email} after ${earlier}`, async () => {
    const code = await codeFor(dataDir, email)
    return code !== earlier && code
  })

/** A code that is certainly not `code`. */
export const wrongCode = (code: string, step = 1) => String((Number(code) + step) % 10_000_000).padStart(7, '0')
