/**
 * Signing up and the lost password as endpoints of the auth library: it counts the requests of an address, checks
 * their origin, makes the session and writes the cookies. What happens is told in sign-up.ts and reset-password.ts.
 * The addresses here are the server's own; api/auth.ts says what a browser asks.
 */
import { APIError, createAuthEndpoint, createAuthMiddleware, formCsrfMiddleware } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { Tier } from '#shared/plans.ts'
import type { Db } from '#server/db/database.ts'
import { grantListedAdmins } from './grant-listed-admins.ts'
import type { PostLetter } from './queue-mail.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'
import { requestPasswordReset, resetPassword } from './reset-password.ts'
import { finishSignUp, resendCode, resumeSignUp, SIGN_UP_SECONDS, startSignUp } from './sign-up.ts'

type Needs = { db: Db; appSecret: string; appUrl: string; tier: Tier; adminEmails: string[]; postLetter: PostLetter }

const post = <Body extends z.ZodType>(body: Body) => ({ method: 'POST' as const, use: [formCsrfMiddleware], body })
const COOKIE = 'sign_up'

export function signUpPlugin(needs: Needs) {
  return {
    id: 'sign-up',
    endpoints: {
      startSignUp: createAuthEndpoint(
        '/sign-up/start',
        post(z.object({ email: z.string(), name: z.string(), password: z.string() })),
        async (ctx) => {
          await inWords(async () => refuseWeakPassword(ctx.body.password, ctx.body.email))
          const cookie = ctx.context.createAuthCookie(COOKIE, { maxAge: SIGN_UP_SECONDS })
          ctx.setCookie(cookie.name, await startSignUp(needs, ctx.body), cookie.attributes)
          return ctx.json({ user: { email: ctx.body.email.toLowerCase() } })
        },
      ),
      resendCode: createAuthEndpoint('/sign-up/resend', post(z.object({ email: z.string() })), async (ctx) => {
        const secret = ctx.getCookie(ctx.context.createAuthCookie(COOKIE).name)
        if (secret) await resendCode(needs, { secret, email: ctx.body.email })
        return ctx.json({ success: true })
      }),
      finishSignUp: createAuthEndpoint(
        '/sign-up/verify',
        post(z.object({ email: z.string(), otp: z.string() })),
        async (ctx) => {
          const cookie = ctx.context.createAuthCookie(COOKIE)
          const secret = ctx.getCookie(cookie.name) ?? ''
          const { email, otp: code } = ctx.body
          const userId = await inWords(() => finishSignUp(needs, { secret, email, code }))
          await grantListedAdmins(needs.db, needs.adminEmails)
          const user = await ctx.context.internalAdapter.findUserById(userId)
          if (!user) throw new APIError('INTERNAL_SERVER_ERROR')
          const session = await ctx.context.internalAdapter.createSession(userId)
          await setSessionCookie(ctx, { session, user })
          ctx.setCookie(cookie.name, '', { ...cookie.attributes, maxAge: 0 })
          return ctx.json({ user })
        },
      ),
      requestReset: createAuthEndpoint(
        '/password/request-reset',
        post(z.object({ email: z.string() })),
        async (ctx) => {
          await requestPasswordReset(needs, ctx.body.email)
          return ctx.json({ success: true })
        },
      ),
      reset: createAuthEndpoint(
        '/password/reset',
        post(z.object({ newPassword: z.string(), token: z.string() })),
        async (ctx) => {
          await inWords(() => resetPassword(needs, ctx.body))
          return ctx.json({ success: true })
        },
      ),
    },
    hooks: {
      before: [
        {
          matcher: ({ path }: { path?: string }) => path === '/sign-in/email',
          /** An address that awaits its code: the sign-in answers `notVerified` and leads there. */
          handler: createAuthMiddleware(async (ctx) => {
            const cookie = ctx.context.createAuthCookie(COOKIE, { maxAge: SIGN_UP_SECONDS })
            const { email, password } = SignIn.parse(ctx.body)
            const resumed = await resumeSignUp(needs, { email, password, secret: ctx.getCookie(cookie.name) ?? null })
            if (resumed === null) return
            if (resumed === 'wrong') throw new APIError('UNAUTHORIZED')
            ctx.setCookie(cookie.name, resumed, cookie.attributes)
            return ctx.json({ notVerified: true })
          }),
        },
      ],
    },
  }
}

const SignIn = z.object({ email: z.string(), password: z.string() })

/** A failure in the product's words crosses the library as its code. */
export async function inWords<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof AppError) throw new APIError('BAD_REQUEST', { code: error.code })
    throw error
  }
}
