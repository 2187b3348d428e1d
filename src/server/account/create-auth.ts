/**
 * Sign-up, verification, sign-in and sessions: Better Auth, set up for this product (docs/decisions/008). Nobody
 * else imports it; what the rest may ask of it is `Auth`.
 *
 * Its Drizzle adapter runs without transactions on purpose: a callback inside one would wait for ever for the single
 * session of the embedded database.
 */
import type { BetterAuthPlugin } from 'better-auth'
import { betterAuth } from 'better-auth/minimal'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { isAPIError } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { PASSWORD_MIN_LENGTH } from '#shared/account.ts'
import { AppError } from '#shared/errors.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/database.ts'
import * as schema from '#server/db/schema/index.ts'
import { type Log, withoutQuotes } from '#server/log.ts'
import { allowedOrigins } from './allowed-origins.ts'
import { authLimits, CHALLENGE_SECONDS, CLIENT_ADDRESS_HEADER, FACTOR_LOCK_SECONDS } from './auth-limits.ts'
import { challengeAfterIssuer } from './challenge-after-issuer.ts'
import { confirmFactorChanges } from './confirm-factor-changes.ts'
import { findOpenSession, type OpenSession } from './find-open-session.ts'
import { grantListedAdmins } from './grant-listed-admins.ts'
import { openAccount } from './open-account.ts'
import { linking, outsideIssuer, refuseUnverified, withoutTokens } from './outside-issuer.ts'
import type { PostLetter } from './queue-mail.ts'
import { refuseSuspended } from './refuse-suspended.ts'
import { refuseUsedCode } from './refuse-used-code.ts'
import { signUpPlugin } from './sign-up-plugin.ts'

const DAY_SECONDS = 24 * 60 * 60
const SESSION_SECONDS = 30 * DAY_SECONDS
const COOKIE_PREFIX = 'readback'

export type Auth = {
  /** Answers one request under /api/auth. */
  handler(request: Request): Promise<Response>
  /**
   * The session that the request's cookie names, or null. `setCookies` are to be sent with the answer: once a day the
   * session is extended, and its cookie with it.
   */
  readSession(headers: Headers): Promise<OpenSession | null>
}

export type AuthNeeds = {
  db: Db
  config: Pick<Config, 'appUrl' | 'adminEmails' | 'defaultTier' | 'oidc'>
  appSecret: string
  log: Log
  postLetter: PostLetter
  /** Multiplies every rate limit; for tests that sign up by the dozen. */
  limitFactor?: number
}

export function createAuth(needs: AuthNeeds): Auth {
  const auth = openLibrary(needs, [])
  const viaIssuer = openViaIssuer(needs)
  return {
    handler: async (request) => (isAboutIssuer(request) ? viaIssuer(request) : auth.handler(request)),
    async readSession(headers) {
      const quickly = { ...needs, cookieName: sessionCookieOf(needs.config.appUrl), freshForMs: (SESSION_SECONDS - DAY_SECONDS) * 1000 }
      const open = await findOpenSession(quickly, headers)
      if (open) return open
      const { response, headers: answered } = await auth.api.getSession({ headers, returnHeaders: true }).catch(asBusy)
      if (!response) return null
      const { user, session } = response
      return {
        user: { id: user.id, email: user.email, name: user.name, emailVerified: user.emailVerified },
        sessionId: session.id,
        expiresAt: session.expiresAt,
        setCookies: answered.getSetCookie(),
      }
    },
  }
}

/** As the library names it, with the prefix that is set below. */
const sessionCookieOf = (appUrl: string) => `${appUrl.startsWith('https:') ? '__Secure-' : ''}${COOKIE_PREFIX}.session_token`

/** The library keeps to itself why it failed; of a look-up that is the database alone. */
function asBusy(error: unknown): never {
  throw isAPIError(error) && error.statusCode >= 500 ? new AppError('server.busy', {}, { cause: error }) : error
}

const isAboutIssuer = ({ url }: Request) =>
  ['/sign-in/social', '/link-social', '/callback/'].some((path) => new URL(url).pathname.startsWith(`/api/auth${path}`))

/**
 * The library with the outside issuer, opened when somebody first goes that way: it asks the issuer for its addresses
 * as it opens, and an issuer that is away or slow must not hold up anything else. It is asked again until it answers.
 */
function openViaIssuer(needs: AuthNeeds): (request: Request) => Promise<Response> {
  const { oidc, appUrl } = needs.config
  let opened: ReturnType<typeof openLibrary> | null = null
  return async (request) => {
    if (!oidc) return Response.json({ code: 'request.not-found' }, { status: 404 })
    const library = (opened ??= openLibrary(needs, [outsideIssuer(oidc), challengeAfterIssuer(appUrl)]))
    const { socialProviders } = await library.$context
    if (socialProviders.length > 0) return library.handler(request)
    opened = null
    return Response.json({ code: 'account.issuer-away' }, { status: 502 })
  }
}

function openLibrary({ db, config, appSecret, log, postLetter, limitFactor = 1 }: AuthNeeds, more: BetterAuthPlugin[]) {
  return betterAuth({
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
      // Signing up is ours, see sign-up-plugin.ts.
      disableSignUp: true,
      minPasswordLength: PASSWORD_MIN_LENGTH,
      requireEmailVerification: true,
      autoSignIn: false,
    },
    plugins: [
      signUpPlugin({
        db,
        appSecret,
        appUrl: config.appUrl,
        tier: config.defaultTier,
        adminEmails: config.adminEmails,
        postLetter,
      }),
      confirmFactorChanges(db),
      twoFactor({
        issuer: 'Readback',
        twoFactorCookieMaxAge: CHALLENGE_SECONDS,
        // Whoever enters through an outside issuer alone has no password to show.
        allowPasswordless: true,
        // Only somebody who knows the password gets so far; the lock is on the second factor and not on the password.
        accountLockout: { enabled: true, maxFailedAttempts: 10, durationSeconds: FACTOR_LOCK_SECONDS },
      }),
      ...more,
    ],

    // Challenges and states are found by what their holder shows; the table shows their hashes.
    verification: { storeIdentifier: 'hashed' },
    account: linking,
    databaseHooks: {
      user: {
        create: {
          before: refuseUnverified,
          async after(user) {
            await openAccount(db, user.id, config.defaultTier)
            await grantListedAdmins(db, config.adminEmails)
          },
        },
      },
      session: {
        create: {
          async before({ userId }, request) {
            await refuseSuspended(db, userId)
            await refuseUsedCode(db, userId, request)
          },
        },
      },
      account: { create: { before: withoutTokens }, update: { before: withoutTokens } },
    },

    session: { expiresIn: SESSION_SECONDS, updateAge: DAY_SECONDS },
    rateLimit: { enabled: true, storage: 'database', ...authLimits(limitFactor) },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: config.appUrl.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      // Said outright, since the library leaves the checks out when it believes it is being tested.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
  })
}

/** A refused request is the client's affair and worth a warning; anything else is an error of ours. */
function writeDown(log: Log, message: string, details: unknown[]) {
  const failures = details.filter((detail) => detail instanceof Error && !isAPIError(detail))
  if (failures.length > 0) log.error({ failures: failures.map(describe) }, message)
  else log.warn(withoutQuotes(message))
}

/** An error's words without its query's parameters, which may be a password's hash. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return withoutQuotes(error.cause instanceof Error ? error.cause.message : (error.message.split('\nparams:')[0] ?? ''))
}
