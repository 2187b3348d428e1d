/**
 * Sign-up, verification, sign-in and sessions with Better Auth (docs/decisions/008-better-auth.md). The rest of the
 * server uses it only through `Auth`.
 *
 * Its Drizzle adapter runs without transactions: a callback inside one would deadlock on the embedded database, which
 * has a single session.
 */
import type { BetterAuthPlugin } from 'better-auth'
import { betterAuth } from 'better-auth/minimal'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError, isAPIError } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { eq } from 'drizzle-orm'
import { PASSWORD_MIN_LENGTH } from '#shared/account.ts'
import { AppError } from '#shared/errors.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db/database.ts'
import * as schema from '#server/platform/db/schema/index.ts'
import { type Log, removeQuotedData } from '#server/platform/log.ts'
import { allowedOrigins } from './allowed-origins.ts'
import { hashedCounters, authLimits, CHALLENGE_SECONDS, CLIENT_IP_HEADER, FACTOR_LOCK_SECONDS } from './auth-limits.ts'
import type { EnqueueMail } from './enqueue-mail.ts'
import { grantListedAdmins } from './grant-listed-admins.ts'
import { passwordGuardPlugin } from './passwords/password-guard-plugin.ts'
import { provisionAccount } from './provision-account.ts'
import { rejectReusedCode, secondFactorGuard } from './second-factor.ts'
import { type ActiveSession, findSessionByCookie } from './sessions/find-session-by-cookie.ts'
import { signUpPlugin } from './sign-up-plugin.ts'
import { accountLinking, isSsoRequest, requireVerifiedEmail, ssoPlugin, ssoSecondFactor, withoutTokens } from './sso.ts'

const DAY_SECONDS = 24 * 60 * 60
const SESSION_SECONDS = 30 * DAY_SECONDS
const COOKIE_PREFIX = 'readback'

export type Auth = {
  /** Handles a request under /api/auth. */
  handler(request: Request): Promise<Response>
  /**
   * The session of the request's cookie, or null. Send its `setCookies` with the response: once a day the session is
   * extended, and its cookie with it.
   */
  readSession(headers: Headers): Promise<ActiveSession | null>
}

export type AuthDeps = {
  db: Db
  config: Pick<Config, 'appUrl' | 'adminEmails' | 'defaultTier' | 'oidc'>
  appSecret: string
  log: Log
  enqueueMail: EnqueueMail
  /** Multiplies every rate limit, for tests that sign up many people. */
  limitFactor?: number
}

export function createAuth(deps: AuthDeps): Auth {
  const auth = createBetterAuth(deps, [])
  const handleSso = createSsoHandler(deps)
  const handleOAuth = createOAuthHandler(deps)
  return {
    async handler(request) {
      if (isSsoRequest(request)) return handleSso(request)
      return isOAuthRequest(request) ? handleOAuth(request) : auth.handler(request)
    },
    async readSession(headers) {
      const cookieName = sessionCookieName(deps.config.appUrl)
      const find = (freshForMs: number) => findSessionByCookie({ ...deps, cookieName, freshForMs }, headers)
      const found = await find((SESSION_SECONDS - DAY_SECONDS) * 1000)
      if (found) return found
      const extended = await auth.api
        .getSession({ headers, returnHeaders: true })
        .catch((error: unknown) => ({ error }))
      // On a full disk a session cannot be extended, but it is valid.
      if ('error' in extended) return (await find(0)) ?? throwAsBusy(extended.error)
      const { response, headers: responseHeaders } = extended
      if (!response) return null
      const { user, session } = response
      return {
        user: { id: user.id, email: user.email, name: user.name, emailVerified: user.emailVerified },
        sessionId: session.id,
        expiresAt: session.expiresAt,
        setCookies: responseHeaders.getSetCookie(),
      }
    },
  }
}

/** Better Auth's name for it, with the prefix configured below. */
const sessionCookieName = (appUrl: string) =>
  `${appUrl.startsWith('https:') ? '__Secure-' : ''}${COOKIE_PREFIX}.session_token`

/** Better Auth hides the cause of a failure; looking up a session can only fail because of the database. */
function throwAsBusy(error: unknown): never {
  throw isAPIError(error) && error.statusCode >= 500 ? new AppError('server.busy', {}, { cause: error }) : error
}

/**
 * A second Better Auth instance with the OpenID Connect provider, created on the first single sign-on: it fetches the
 * provider's discovery document when it starts, and a slow or unreachable provider must not block other requests. After
 * a failure, the next request tries again.
 */
function createSsoHandler(deps: AuthDeps): (request: Request) => Promise<Response> {
  const { oidc, appUrl } = deps.config
  let instance: ReturnType<typeof createBetterAuth> | null = null
  return async (request) => {
    if (!oidc) return Response.json({ code: 'request.not-found' }, { status: 404 })
    const auth = (instance ??= createBetterAuth(deps, [ssoPlugin(oidc), ssoSecondFactor(appUrl)]))
    const { socialProviders } = await auth.$context
    if (socialProviders.length > 0) return auth.handler(request)
    instance = null
    return Response.json({ code: 'account.issuer-away' }, { status: 502 })
  }
}

const isOAuthRequest = ({ url }: Request) => /^\/api\/auth\/oauth2\/|^\/\.well-known\/oauth/.test(new URL(url).pathname)

/**
 * An instance with the OAuth provider, created on the first request of a program: few servers need its modules. Its
 * start writes to the database; after a failure, the next request tries again.
 */
function createOAuthHandler(deps: AuthDeps): (request: Request) => Promise<Response> {
  let instance: Promise<ReturnType<typeof createBetterAuth>> | null = null
  async function start() {
    const { oauthPlugin } = await import('./oauth/oauth-plugin.ts')
    const auth = createBetterAuth(deps, [oauthPlugin(deps.config.appUrl)])
    await auth.$context
    return auth
  }
  return async (request) => {
    instance ??= start()
    const auth = await instance.catch((error: unknown) => {
      instance = null
      throw new AppError('server.busy', {}, { cause: error })
    })
    return auth.handler(request)
  }
}

function createBetterAuth(
  { db, config, appSecret, log, enqueueMail, limitFactor = 1 }: AuthDeps,
  morePlugins: BetterAuthPlugin[],
) {
  return betterAuth({
    appName: 'Readback',
    baseURL: config.appUrl,
    basePath: '/api/auth',
    secret: appSecret,
    trustedOrigins: allowedOrigins(config.appUrl),
    database: drizzleAdapter(db, { provider: 'pg', schema, usePlural: true, transaction: false }),
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_level, message, ...details) => logFailure(log, message, details) },
    onAPIError: {
      // Where a callback without a valid state leads, such as one that was used before.
      errorURL: `${config.appUrl}/`,
      onError(error) {
        if (!isAPIError(error)) logFailure(log, 'An account request failed', [error])
      },
    },

    emailAndPassword: {
      enabled: true,
      // sign-up-plugin.ts replaces it.
      disableSignUp: true,
      minPasswordLength: PASSWORD_MIN_LENGTH,
      requireEmailVerification: true,
      autoSignIn: false,
    },
    plugins: [
      // Before the plugins that compare passwords, and before the second factor takes the new session back.
      passwordGuardPlugin({ db, appSecret, appUrl: config.appUrl, enqueueMail, limitFactor }),
      signUpPlugin({
        db,
        appSecret,
        appUrl: config.appUrl,
        tier: config.defaultTier,
        adminEmails: config.adminEmails,
        enqueueMail,
      }),
      secondFactorGuard(db),
      twoFactor({
        issuer: 'Readback',
        twoFactorCookieMaxAge: CHALLENGE_SECONDS,
        // Accounts that use only single sign-on have no password.
        allowPasswordless: true,
        // Locks the second factor, not the password: only a person who knows the password can cause the lock.
        accountLockout: { enabled: true, maxFailedAttempts: 5, durationSeconds: FACTOR_LOCK_SECONDS },
      }),
      ...morePlugins,
    ],

    // The table stores only hashes of challenges and states.
    verification: { storeIdentifier: 'hashed' },
    account: accountLinking,
    databaseHooks: {
      user: {
        create: {
          before: requireVerifiedEmail,
          async after(user) {
            await provisionAccount(db, user.id, config.defaultTier)
            await grantListedAdmins(db, config.adminEmails)
          },
        },
      },
      session: {
        create: {
          async before({ userId }, request) {
            await rejectSuspended(db, userId)
            await rejectReusedCode(db, userId, request)
          },
        },
      },
      account: { create: { before: withoutTokens }, update: { before: withoutTokens } },
    },

    session: { expiresIn: SESSION_SECONDS, updateAge: DAY_SECONDS },
    rateLimit: { enabled: true, customStorage: hashedCounters({ db, appSecret }), ...authLimits(limitFactor) },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: config.appUrl.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      ipAddress: { ipAddressHeaders: [CLIENT_IP_HEADER] },
      // Explicit, because Better Auth turns these checks off when it detects a test environment.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
  })
}

async function rejectSuspended(db: Db, userId: string) {
  const { users } = schema
  const [user] = await db.select({ suspendedAt: users.suspendedAt }).from(users).where(eq(users.id, userId))
  if (user?.suspendedAt)
    throw new APIError('FORBIDDEN', { code: 'account.suspended', message: 'The account is suspended.' })
}

/** A rejected request is a warning, any other failure an error. */
function logFailure(log: Log, message: string, details: unknown[]) {
  const failures = details.filter((detail) => detail instanceof Error && !isAPIError(detail))
  if (failures.length > 0) log.error({ failures: failures.map(describeFailure) }, message)
  else log.warn(removeQuotedData(message))
}

/** The message without the query's parameters, which may contain a password hash. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return removeQuotedData(
    error.cause instanceof Error ? error.cause.message : (error.message.split('\nparams:')[0] ?? ''),
  )
}
