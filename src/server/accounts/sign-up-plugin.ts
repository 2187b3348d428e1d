/**
 * Sign-up and password reset as Better Auth endpoints: Better Auth applies its rate limits and origin checks, creates
 * the session and sets the cookies; sign-up.ts and reset-password.ts do the work. These paths are internal; browsers
 * call those of http/routes/auth/auth.ts.
 */
import { APIError, createAuthEndpoint, createAuthMiddleware, formCsrfMiddleware } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import type { Tier } from '#shared/tier.ts'
import type { Db } from '#server/platform/db/database.ts'
import { mailLanguages } from '#server/mail/messages.ts'
import { requestLanguage } from '#server/platform/request-language.ts'
import { withApiErrors } from './auth-failures.ts'
import type { EnqueueMail } from './enqueue-mail.ts'
import { grantListedAdmins } from './grant-listed-admins.ts'
import { mailRequester } from './mail-requester.ts'
import { findKnownBrowser, rememberBrowser } from './passwords/known-browser.ts'
import { clearPasswordAttempts } from './passwords/password-attempts.ts'
import { rejectWeakPassword } from './passwords/reject-weak-password.ts'
import { requestPasswordReset, resetPassword } from './passwords/reset-password.ts'
import { finishSignUp, resendCode, resumeSignUp, SIGN_UP_SECONDS, startSignUp } from './sign-up.ts'

type Deps = { db: Db; appSecret: string; appUrl: string; tier: Tier; adminEmails: string[]; enqueueMail: EnqueueMail }

/** Ties an unfinished sign-up to the browser that started it. */
const COOKIE = 'sign_up'

export function signUpPlugin(deps: Deps) {
  return {
    id: 'sign-up',
    endpoints: {
      startSignUp: startSignUpEndpoint(deps),
      resendCode: resendCodeEndpoint(deps),
      finishSignUp: finishSignUpEndpoint(deps),
      requestReset: requestResetEndpoint(deps),
      reset: resetEndpoint(deps),
    },
    hooks: {
      before: [
        { matcher: ({ path }: { path?: string }) => path === '/sign-in/email', handler: unfinishedSignUpHandler(deps) },
      ],
    },
  }
}

const post = <Body extends z.ZodType>(body: Body) => ({ method: 'POST' as const, use: [formCsrfMiddleware], body })

const StartBody = z.object({ email: z.string(), name: z.string(), password: z.string() })

function startSignUpEndpoint(deps: Deps) {
  return createAuthEndpoint('/sign-up/start', post(StartBody), async (ctx) => {
    const { email, password } = ctx.body
    await withApiErrors(async () => rejectWeakPassword(password, email))
    const cookie = ctx.context.createAuthCookie(COOKIE, { maxAge: SIGN_UP_SECONDS })
    const requester = mailRequester(ctx, deps.appSecret, email)
    const token = await withApiErrors(() => startSignUp(deps, ctx.body, requester))
    ctx.setCookie(cookie.name, token, cookie.attributes)
    return ctx.json({ user: { email: email.toLowerCase() } })
  })
}

function resendCodeEndpoint(deps: Deps) {
  return createAuthEndpoint('/sign-up/resend', post(z.object({ email: z.string() })), async (ctx) => {
    const { email } = ctx.body
    const token = ctx.getCookie(ctx.context.createAuthCookie(COOKIE).name)
    const requester = mailRequester(ctx, deps.appSecret, email)
    if (token) await withApiErrors(() => resendCode(deps, { token, email }, requester))
    return ctx.json({ success: true })
  })
}

function finishSignUpEndpoint(deps: Deps) {
  const body = z.object({ email: z.string(), otp: z.string() })
  return createAuthEndpoint('/sign-up/verify', post(body), async (ctx) => {
    const cookie = ctx.context.createAuthCookie(COOKIE)
    const token = ctx.getCookie(cookie.name) ?? ''
    const { email, otp: code } = ctx.body
    const language = requestLanguage(ctx.headers, mailLanguages)
    const userId = await withApiErrors(() => finishSignUp(deps, { token, email, code, language }))
    await grantListedAdmins(deps.db, deps.adminEmails)
    const user = await ctx.context.internalAdapter.findUserById(userId)
    if (!user) throw new APIError('INTERNAL_SERVER_ERROR')
    const session = await ctx.context.internalAdapter.createSession(userId)
    await setSessionCookie(ctx, { session, user })
    rememberBrowser(ctx, deps.appSecret, email)
    ctx.setCookie(cookie.name, '', { ...cookie.attributes, maxAge: 0 })
    return ctx.json({ user })
  })
}

function requestResetEndpoint(deps: Deps) {
  return createAuthEndpoint('/password/request-reset', post(z.object({ email: z.string() })), async (ctx) => {
    const { email } = ctx.body
    await withApiErrors(() => requestPasswordReset(deps, email, mailRequester(ctx, deps.appSecret, email)))
    return ctx.json({ success: true })
  })
}

function resetEndpoint(deps: Deps) {
  const body = z.object({ newPassword: z.string(), token: z.string() })
  return createAuthEndpoint('/password/reset', post(body), async (ctx) => {
    const email = await withApiErrors(() => resetPassword(deps, ctx.body))
    rememberBrowser(ctx, deps.appSecret, email)
    return ctx.json({ success: true })
  })
}

const SignIn = z.object({ email: z.string(), password: z.string() })

/** With the credentials of an unfinished sign-up, the sign-in answers `notVerified`. */
function unfinishedSignUpHandler(deps: Deps) {
  return createAuthMiddleware(async (ctx) => {
    const cookie = ctx.context.createAuthCookie(COOKIE, { maxAge: SIGN_UP_SECONDS })
    const { email, password } = SignIn.parse(ctx.body)
    const token = ctx.getCookie(cookie.name) ?? null
    const requester = mailRequester(ctx, deps.appSecret, email)
    const resumed = await withApiErrors(() => resumeSignUp(deps, { email, password, token }, requester))
    if (resumed === null) return
    if (resumed === 'wrong') throw new APIError('UNAUTHORIZED')
    const browser = findKnownBrowser(ctx, deps.appSecret, email)
    await clearPasswordAttempts(deps, { email, browser })
    ctx.setCookie(cookie.name, resumed, cookie.attributes)
    return ctx.json({ notVerified: true })
  })
}
