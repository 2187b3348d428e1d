/**
 * Sign-up, verification, sign-in and sessions: Better Auth, set up for this product (docs/decisions/008). Nobody
 * else imports it; what the rest may ask of it is `Auth`.
 *
 * Its Drizzle adapter runs without transactions on purpose: a callback inside one would wait for ever for the single
 * session of the embedded database. What sign-up leaves half done after a crash is repaired, see `makeRoomForSignUp`
 * and `findSession`.
 */
import { createHmac } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { createAuthMiddleware, isAPIError } from 'better-auth/api'
import { emailOTP } from 'better-auth/plugins'
import { PASSWORD_MIN_LENGTH, VERIFICATION_CODE_LENGTH } from '#shared/account.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/database.ts'
import * as schema from '#server/db/schema/index.ts'
import type { Log } from '#server/log.ts'
import { alreadyRegisteredMail, verificationCodeMail, type Message } from '#server/mail/messages.ts'
import { allowedOrigins } from './allowed-origins.ts'
import { authLimits, CLIENT_ADDRESS_HEADER } from './auth-limits.ts'
import { grantListedAdmins } from './grant-listed-admins.ts'
import { awaitsVerification, makeRoomForSignUp } from './unverified.ts'
import { openAccount } from './open-account.ts'

const DAY_SECONDS = 24 * 60 * 60
const SESSION_SECONDS = 30 * DAY_SECONDS
const CODE_MINUTES = 15
const CODE_ATTEMPTS = 5

export type Auth = {
  /** Answers one request under /api/auth. */
  handler(request: Request): Promise<Response>
  /**
   * The session that the request's cookie names, or null. `setCookies` are to be sent with the answer: once a day the
   * session is extended, and its cookie with it.
   */
  readSession(headers: Headers): Promise<{ user: SessionUser; expiresAt: Date; setCookies: string[] } | null>
}

export type SessionUser = { id: string; email: string; name: string; emailVerified: boolean }

export type AuthNeeds = {
  db: Db
  config: Pick<Config, 'appUrl' | 'adminEmails' | 'defaultTier'>
  appSecret: string
  log: Log
  /** Called outside any transaction, after the account is stored. */
  sendMail: (message: Message) => Promise<void>
  /** Multiplies every rate limit; for tests that sign up by the dozen. */
  limitFactor?: number
}

export function createAuth({ db, config, appSecret, log, sendMail, limitFactor = 1 }: AuthNeeds): Auth {
  const auth = betterAuth({
    appName: 'Readback',
    baseURL: config.appUrl,
    basePath: '/api/auth',
    secret: appSecret,
    trustedOrigins: allowedOrigins(config.appUrl),
    database: drizzleAdapter(db, { provider: 'pg', schema, usePlural: true, transaction: false }),
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_level, message, ...details) => writeDown(log, message, details) },
    onAPIError: {
      onError(error) {
        if (!isAPIError(error)) writeDown(log, 'a request about an account failed', [error])
      },
    },

    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_MIN_LENGTH,
      requireEmailVerification: true,
      autoSignIn: false,
      onExistingUserSignUp: ({ user }) =>
        sendMail(alreadyRegisteredMail({ to: user.email, appUrl: config.appUrl, now: new Date() })),
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: true,
      autoSignInAfterVerification: true,
      afterEmailVerification: () => grantListedAdmins(db, config.adminEmails),
    },
    plugins: [
      emailOTP({
        otpLength: VERIFICATION_CODE_LENGTH,
        expiresIn: CODE_MINUTES * 60,
        allowedAttempts: CODE_ATTEMPTS,
        // Keyed: seven digits under a plain hash are found by trying them all.
        storeOTP: { hash: async (code) => createHmac('sha256', appSecret).update(`code ${code}`).digest('base64url') },
        sendVerificationOnSignUp: true,
        overrideDefaultEmailVerification: true,
        // Codes verify an address; they neither sign anybody in nor make an account.
        disableSignUp: true,
        async sendVerificationOTP({ email, otp, type }) {
          if (type !== 'email-verification') return
          const expiresAt = new Date(Date.now() + CODE_MINUTES * 60_000)
          await sendMail(
            verificationCodeMail({ to: email, code: otp, appUrl: config.appUrl, expiresAt, minutes: CODE_MINUTES }),
          )
        },
      }),
    ],

    hooks: {
      before: createAuthMiddleware(async (ctx) => {
        if (ctx.path === '/sign-up/email') await makeRoomForSignUp(db, String(ctx.body?.email))
        // A code for a verified account would be a second way in beside the password.
        if (
          ctx.path === '/email-otp/send-verification-otp' &&
          !(await awaitsVerification(db, String(ctx.body?.email)))
        ) {
          return ctx.json({ success: true })
        }
      }),
    },
    databaseHooks: {
      user: { create: { after: (user) => openAccount(db, user.id, config.defaultTier) } },
    },

    session: { expiresIn: SESSION_SECONDS, updateAge: DAY_SECONDS },
    rateLimit: { enabled: true, storage: 'database', ...authLimits(limitFactor) },
    advanced: {
      cookiePrefix: 'readback',
      useSecureCookies: config.appUrl.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      // Said outright, since the library leaves the checks out when it believes it is being tested.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
  })

  return {
    handler: (request) => auth.handler(request),
    async readSession(headers) {
      const { response, headers: answered } = await auth.api.getSession({ headers, returnHeaders: true })
      if (!response) return null
      const { user, session } = response
      return {
        user: { id: user.id, email: user.email, name: user.name, emailVerified: user.emailVerified },
        expiresAt: session.expiresAt,
        setCookies: answered.getSetCookie(),
      }
    },
  }
}

/** A refused request is the client's affair and worth a warning; anything else is an error of ours. */
function writeDown(log: Log, message: string, details: unknown[]) {
  const failures = details.filter((detail) => detail instanceof Error && !isAPIError(detail))
  if (failures.length > 0) log.error({ failures: failures.map(describe) }, message)
  else log.warn(message)
}

/** An error's words without its query's parameters, which may be a password's hash. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return error.cause instanceof Error ? error.cause.message : (error.message.split('\nparams:')[0] ?? '')
}
