/**
 * Slows down guessing one account's password from many addresses, as a Better Auth plugin. While sign-in is paused, the
 * owner can enter a mailed code, which makes the browser known; its passwords are then counted apart.
 */
import { randomBytes } from 'node:crypto'
import { createAuthEndpoint, createAuthMiddleware, formCsrfMiddleware } from 'better-auth/api'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { withApiErrors } from '#server/accounts/auth-failures.ts'
import {
  CODE_MINUTES,
  type CodeKey,
  consumeCode,
  hashAccountToken,
  issueCode,
  verifyCode,
} from '#server/accounts/email-codes.ts'
import type { EnqueueMail } from '#server/accounts/enqueue-mail.ts'
import { type MailRequester, mailRequester } from '#server/accounts/mail-requester.ts'
import { signInCodeMail } from '#server/mail/messages.ts'
import { findKnownBrowser, rememberBrowser } from './known-browser.ts'
import { clearPasswordAttempts, takePasswordAttempt } from './password-attempts.ts'

type Deps = { db: Db; appSecret: string; appUrl: string; enqueueMail: EnqueueMail; limitFactor: number }

/** Ties a code to the browser that asked for it. */
const CODE_COOKIE = 'sign_in_code'

export function passwordGuardPlugin(deps: Deps) {
  const isSignIn = ({ path }: { path?: string }) => path === '/sign-in/email'
  return {
    id: 'password-guard',
    endpoints: {
      sendSignInCode: sendCodeEndpoint(deps),
      verifySignInCode: verifyCodeEndpoint(deps),
    },
    hooks: {
      before: [{ matcher: isSignIn, handler: countAttemptHandler(deps) }],
      after: [{ matcher: isSignIn, handler: clearAttemptsHandler(deps) }],
    },
  }
}

const post = <Body extends z.ZodType>(body: Body) => ({ method: 'POST' as const, use: [formCsrfMiddleware], body })

function sendCodeEndpoint(deps: Deps) {
  return createAuthEndpoint('/sign-in/send-code', post(z.object({ email: z.string() })), async (ctx) => {
    const { email } = ctx.body
    const token = randomBytes(32).toString('base64url')
    const requester = mailRequester(ctx, deps.appSecret, email)
    await withApiErrors(() => sendSignInCode(deps, codeKey(token, email), requester))
    const cookie = ctx.context.createAuthCookie(CODE_COOKIE, { maxAge: CODE_MINUTES * 60 })
    ctx.setCookie(cookie.name, token, cookie.attributes)
    return ctx.json({ success: true })
  })
}

function verifyCodeEndpoint({ db, appSecret }: Deps) {
  const body = z.object({ email: z.string(), otp: z.string() })
  return createAuthEndpoint('/sign-in/verify-code', post(body), async (ctx) => {
    const cookie = ctx.context.createAuthCookie(CODE_COOKIE)
    const { email, otp } = ctx.body
    const key = codeKey(ctx.getCookie(cookie.name) ?? '', email)
    await withApiErrors(async () => {
      const isRight = (await verifyCode(db, appSecret, key, otp)) && (await consumeCode(db, appSecret, key, otp))
      if (!isRight) throw new AppError('account.code-wrong')
    })
    rememberBrowser(ctx, appSecret, email)
    ctx.setCookie(cookie.name, '', { ...cookie.attributes, maxAge: 0 })
    return ctx.json({ success: true })
  })
}

const SignIn = z.object({ email: z.string() })

function countAttemptHandler({ db, appSecret, limitFactor }: Deps) {
  return createAuthMiddleware(async (ctx) => {
    const { email } = SignIn.parse(ctx.body)
    const browser = findKnownBrowser(ctx, appSecret, email)
    await withApiErrors(() => takePasswordAttempt({ db, appSecret }, { email, browser }, limitFactor))
  })
}

function clearAttemptsHandler({ db, appSecret }: Deps) {
  return createAuthMiddleware(async (ctx) => {
    // The password was right; a second factor may still be required.
    if (!ctx.context.newSession) return
    const { email } = SignIn.parse(ctx.body)
    await clearPasswordAttempts({ db, appSecret }, { email, browser: findKnownBrowser(ctx, appSecret, email) })
    rememberBrowser(ctx, appSecret, email)
  })
}

/** Takes the same time whether or not the address has an account: who gets mail is decided when it is sent. */
async function sendSignInCode({ db, appSecret, appUrl, enqueueMail }: Deps, key: CodeKey, requester: MailRequester) {
  const to = key.email
  await db.transaction(async (tx) => {
    const issued = await issueCode(tx, appSecret, key, requester)
    const ifAccount = signInCodeMail({ to, appUrl, minutes: CODE_MINUTES, ...issued })
    await enqueueMail(tx, { to, ifAccount, ifNoAccount: null })
  })
}

const codeKey = (token: string, email: string): CodeKey => ({
  purpose: 'sign-in',
  requestedBy: hashAccountToken(token),
  email: email.toLowerCase(),
})
