/**
 * /api/auth: the few routes of the auth library that the product uses. Only the fields named here go in, and only
 * those named here come out: the session's token lives in the cookie alone.
 */
import { Email, Password, VerificationCode } from '#shared/account.ts'
import { AppError } from '#shared/errors.ts'
import { ask } from './ask-auth.ts'
import { Done, ResendRequest, SessionUser, SignedIn } from './auth-shapes.ts'
import { body, createRoute, createRouter, failing, json, z } from './context.ts'
import { factorRoutes } from './factors.ts'
import { issuerRoutes } from './issuer.ts'

const SignUpRequest = z.object({ email: Email, password: Password, name: z.string().trim().max(100).optional() })
const SignInRequest = z.object({ email: Email, password: z.string('Type your password.').min(1, 'Type your password.').max(128) })
const VerifyRequest = z.object({ email: Email, otp: VerificationCode })
const ResetRequest = z.object({ newPassword: Password, token: z.string().min(1).max(200) })

/** The same for a new address and for a known one. */
const SignedUp = z.object({ user: z.object({ email: z.string() }) })
/** Password right, second factor asked for: go on with /two-factor/verify-totp or verify-backup-code. */
const Challenged = z.object({ twoFactorRedirect: z.literal(true) })
const SignInAnswer = z.union([SignedIn, Challenged, z.object({ notVerified: z.literal(true) })])
const CurrentSession = z.object({ session: z.object({ expiresAt: z.string() }), user: SessionUser }).nullable()

export const authRoutes = createRouter()
  .route('/', factorRoutes)
  .route('/', issuerRoutes)
  .openapi(
    createRoute({
      method: 'post',
      path: '/sign-up/email',
      summary: 'Create an account; a verification code is sent to the address',
      request: { body: body(SignUpRequest) },
      responses: { 200: json(SignedUp, 'Verify the address next'), ...failing(400, 403, 429) },
    }),
    async (c) => {
      const form = c.req.valid('json')
      const name = form.name || form.email.split('@')[0]
      return c.json(await ask(c, '/sign-up/start', { ...form, name }, SignedUp), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/email-otp/verify-email',
      summary: 'Verify the address with the seven digits; signs in',
      request: { body: body(VerifyRequest) },
      responses: { 200: json(SignedIn, 'Verified and signed in'), ...failing(400, 403, 429) },
    }),
    async (c) => c.json(await ask(c, '/sign-up/verify', c.req.valid('json'), SignedIn), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/email-otp/send-verification-otp',
      summary: 'Send a fresh verification code; answers the same whether or not one is due',
      request: { body: body(ResendRequest) },
      responses: { 200: json(Done, 'Sent, if the address awaits verification'), ...failing(400, 403, 429) },
    }),
    async (c) => {
      const { email } = c.req.valid('json')
      return c.json(await ask(c, '/sign-up/resend', { email }, Done), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/sign-in/email',
      summary: 'Sign in; an unverified account gets a fresh code and 403',
      request: { body: body(SignInRequest) },
      responses: {
        200: json(z.union([SignedIn, Challenged]), 'Signed in, or asked for the second factor'),
        ...failing(400, 401, 403, 429),
      },
    }),
    async (c) => {
      const answer = await ask(c, '/sign-in/email', c.req.valid('json'), SignInAnswer)
      if ('notVerified' in answer) throw new AppError('account.not-verified')
      return c.json(answer, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/request-password-reset',
      summary: 'Send a link for a new password; answers the same for known and unknown addresses',
      request: { body: body(ResendRequest) },
      responses: { 200: json(Done, 'Sent, if there is such an account'), ...failing(400, 403, 429) },
    }),
    async (c) => c.json(await ask(c, '/password/request-reset', c.req.valid('json'), Done), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/reset-password',
      summary: 'Set a new password with the token of a link; ends every session of the account',
      request: { body: body(ResetRequest) },
      responses: { 200: json(Done, 'Set: sign in with it'), ...failing(400, 403, 429) },
    }),
    async (c) => c.json(await ask(c, '/password/reset', c.req.valid('json'), Done), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/sign-out',
      summary: 'End the session',
      responses: { 200: json(Done, 'Signed out'), ...failing(403, 429) },
    }),
    async (c) => c.json(await ask(c, '/sign-out', {}, Done), 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/get-session',
      summary: 'The current session, or null; extends it once a day',
      responses: { 200: json(CurrentSession, 'The session, or null') },
    }),
    async (c) => c.json(await ask(c, '/get-session', null, CurrentSession), 200),
  )
