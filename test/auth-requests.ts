/** The requests of sign-up, sign-in and password reset, as the web app sends them. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeFor, PASSWORD } from './app.ts'
import { type Client, createClient } from './client.ts'
import type { RunningServer } from './running-server.ts'
import { waitFor } from './wait-for.ts'

export const signUp = (client: Client, email: string, fields: Record<string, unknown> = {}) =>
  client.post('/api/auth/sign-up/email', { email, password: PASSWORD, ...fields })

/** A new user of a running server, signed in. */
export async function createUser(server: RunningServer, email: string): Promise<Client> {
  const client = createClient(server.url)
  await signUp(client, email)
  await verify(client, email, await server.codeFor(email))
  return client
}

export const signIn = (client: Client, email: string, password = PASSWORD) =>
  client.post('/api/auth/sign-in/email', { email, password })

export const verify = (client: Client, email: string, otp: string) =>
  client.post('/api/auth/email-otp/verify-email', { email, otp })

export const resend = (client: Client, email: string) =>
  client.post('/api/auth/email-otp/send-verification-otp', { email })

export const sendSignInCode = (client: Client, email: string) => client.post('/api/auth/sign-in/send-code', { email })

export const verifySignInCode = (client: Client, email: string, otp: string) =>
  client.post('/api/auth/sign-in/verify-code', { email, otp })

export const requestReset = (client: Client, email: string) =>
  client.post('/api/auth/request-password-reset', { email })

export const resetPassword = (client: Client, token: string, newPassword: string) =>
  client.post('/api/auth/reset-password', { newPassword, token })

/** All mail to this address in the outbox, oldest first. */
export async function readMailsFor(dataDir: string, email: string): Promise<string[]> {
  const folder = join(dataDir, 'mail')
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml')).toSorted()
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return texts.filter((text) => text.includes(`To: ${email}`))
}

/** Waits for a password reset link whose token is not `earlier`, and returns the token. */
export const resetTokenFor = (dataDir: string, email: string, earlier = '') =>
  waitFor(`a link for ${email}`, async () => {
    const texts = (await readMailsFor(dataDir, email))
      .toReversed()
      .map((text) => text.replaceAll('=\n', '').replaceAll('=3D', '='))
    const token = texts.map((text) => /reset-password\?token=([\w-]+)/.exec(text)?.[1]).find(Boolean)
    return token !== earlier && token
  })

/** Waits for a code that is not `earlier`. */
export const waitForNewCode = (dataDir: string, email: string, earlier: string) =>
  waitFor(`a code for ${email} after ${earlier}`, async () => {
    const code = await codeFor(dataDir, email)
    return code !== earlier && code
  })

/** A code that differs from `code`. */
export const wrongCode = (code: string, step = 1) => String((Number(code) + step) % 10_000_000).padStart(7, '0')
