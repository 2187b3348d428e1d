/**
 * /api/auth: the routes of the auth library that the product uses. Only the fields declared here pass in and out, so
 * the session token stays in the cookie.
 */
import { Email, Password, VerificationCode } from '#shared/account.ts'
import { AppError, invalid } from '#shared/errors.ts'
import { visibleOrEmpty } from '#shared/visible-text.ts'
import { isResetLinkValid } from '#server/accounts/passwords/reset-password.ts'
import { callAuth, Done, EmailRequest, SessionUser, SignedIn } from '#server/http/call-auth.ts'
import { jsonBody, createRoute, createRouter, errorResponses, jsonResponse, z } from '#server/http/context.ts'
import { factorRoutes } from './factors.ts'
import { issuerRoutes } from './issuer.ts'
import { consentRoutes } from './oauth.ts'

const SignUpRequest = z.object({
  email: Email,
  password: Password,
  name: z.string().trim().max(100).transform(visibleOrEmpty).optional(),
})
const SignInRequest = z.object({
  email: Email,
  password: z.string(invalid('account.password-required')).min(1, invalid('account.password-required')).max(128),
})
const VerifyRequest = z.object({ email: Email, otp: VerificationCode })
const ResetRequest = z.object({ newPassword: Password, token: z.string().min(1).max(200) })

/** The same for new and known addresses. */
const SignedUp = z.object({ user: z.object({ email: z.string() }) })
/** Correct password, second factor required: continue with /two-factor/verify-totp or verify-backup-code. */
const FactorRequired = z.object({ twoFactorRedirect: z.literal(true) })
const SignInAnswer = z.union([SignedIn, FactorRequired, z.object({ notVerified: z.literal(true) })])
const CurrentSession = z.object({ session: z.object({ expiresAt: z.string() }), user: SessionUser }).nullable()

export const authRoutes = createRouter()
  .route('/', factorRoutes)
  .route('/', issuerRoutes)
  .route('/', consentRoutes)
  .openapi(
    createRoute({
      method: 'post',
      path: '/sign-up/email',
      summary: 'Create an account; a verification code is sent to the address',
      request: { body: jsonBody(SignUpRequest) },
      responses: { 200: jsonResponse(SignedUp, 'Verify the address next'), ...errorResponses(400, 403, 429) },
    }),
    async (c) => {
      const form = c.req.valid('json')
      const name = form.name || form.email.split('@')[0]
      return c.json(await callAuth(c, '/sign-up/start', { ...form, name }, SignedUp), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/email-otp/verify-email',
      summary: 'Verify the email address with the 7-digit code; signs in',
      request: { body: jsonBody(VerifyRequest) },
      responses: { 200: jsonResponse(SignedIn, 'Verified and signed in'), ...errorResponses(400, 403, 429) },
    }),
    async (c) => c.json(await callAuth(c, '/sign-up/verify', c.req.valid('json'), SignedIn), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/email-otp/send-verification-otp',
      summary: 'Send a new verification code; the response does not reveal whether the account exists',
      request: { body: jsonBody(EmailRequest) },
      responses: { 200: jsonResponse(Done, 'Sent if the address is unverified'), ...errorResponses(400, 403, 429) },
    }),
    async (c) => {
      const { email } = c.req.valid('json')
      return c.json(await callAuth(c, '/sign-up/resend', { email }, Done), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/sign-in/email',
      security: [],
      summary: 'Sign in; an unverified account gets a new code and 403',
      request: { body: jsonBody(SignInRequest) },
      responses: {
        200: jsonResponse(z.union([SignedIn, FactorRequired]), 'Signed in, or second factor required'),
        ...errorResponses(400, 401, 403, 429),
      },
    }),
    async (c) => {
      const answer = await callAuth(c, '/sign-in/email', c.req.valid('json'), SignInAnswer)
      if ('notVerified' in answer) throw new AppError('account.not-verified')
      return c.json(answer, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/sign-in/send-code',
      summary: 'Send a code that lets this browser sign in while wrong passwords have paused the account',
      request: { body: jsonBody(EmailRequest) },
      responses: { 200: jsonResponse(Done, 'Sent if the account exists'), ...errorResponses(400, 403, 429) },
    }),
    async (c) => c.json(await callAuth(c, '/sign-in/send-code', c.req.valid('json'), Done), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/sign-in/verify-code',
      summary: 'Verify the code of /sign-in/send-code; then sign in with the password',
      request: { body: jsonBody(VerifyRequest) },
      responses: { 200: jsonResponse(Done, 'This browser may sign in'), ...errorResponses(400, 403, 429) },
    }),
    async (c) => c.json(await callAuth(c, '/sign-in/verify-code', c.req.valid('json'), Done), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/request-password-reset',
      summary: 'Send a password reset link; the response does not reveal whether the account exists',
      request: { body: jsonBody(EmailRequest) },
      responses: { 200: jsonResponse(Done, 'Sent if the account exists'), ...errorResponses(400, 403, 429) },
    }),
    async (c) => c.json(await callAuth(c, '/password/request-reset', c.req.valid('json'), Done), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/reset-password',
      summary: 'Set a new password with the token of a reset link; ends all sessions',
      request: { body: jsonBody(ResetRequest) },
      responses: { 200: jsonResponse(Done, 'Password changed'), ...errorResponses(400, 403, 429) },
    }),
    async (c) => c.json(await callAuth(c, '/password/reset', c.req.valid('json'), Done), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/reset-password/check',
      summary: 'Check whether a reset link can still be used',
      request: { body: jsonBody(ResetRequest.pick({ token: true })) },
      responses: { 200: jsonResponse(z.object({ valid: z.boolean() }), 'The result'), ...errorResponses(400, 403) },
    }),
    async (c) => c.json({ valid: await isResetLinkValid(c.get('services'), c.req.valid('json').token) }, 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/sign-out',
      summary: 'End the session',
      responses: { 200: jsonResponse(Done, 'Signed out'), ...errorResponses(403, 429) },
    }),
    async (c) => c.json(await callAuth(c, '/sign-out', {}, Done), 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/get-session',
      summary: 'Get the current session, or null; extends it once a day',
      responses: { 200: jsonResponse(CurrentSession, 'The session, or null') },
    }),
    async (c) => c.json(await callAuth(c, '/get-session', null, CurrentSession), 200),
  )
