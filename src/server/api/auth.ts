/**
 * /api/auth: the few routes of the auth library that the product uses. Only the fields named here go in, and only
 * those named here come out: the session's token lives in the cookie alone.
 */
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { Email, Password, VerificationCode } from '#shared/account.ts'
import { AppError } from '#shared/errors.ts'
import { authFailure } from '#server/account/auth-failures.ts'
import { CLIENT_ADDRESS_HEADER } from '#server/account/auth-limits.ts'
import { clientAddress } from './client-address.ts'
import { body, createRoute, createRouter, type Env, failing, json, z } from './context.ts'

const SignUpRequest = z.object({ email: Email, password: Password, name: z.string().trim().max(100).optional() })
const SignInRequest = z.object({ email: Email, password: z.string().min(1, 'Type your password.').max(128) })
const VerifyRequest = z.object({ email: Email, otp: VerificationCode })
const ResendRequest = z.object({ email: Email })
const ResetRequest = z.object({ newPassword: Password, token: z.string().min(1).max(200) })

/** The same for a new address and for a known one. */
const SignedUp = z.object({ user: z.object({ email: z.string() }) })
const SessionUser = z.object({ id: z.string(), email: z.string(), name: z.string(), emailVerified: z.boolean() })
const SignedIn = z.object({ user: SessionUser })
const SignInAnswer = z.union([SignedIn, z.object({ notVerified: z.literal(true) })])
const Done = z.object({ success: z.boolean() })
const CurrentSession = z.object({ session: z.object({ expiresAt: z.string() }), user: SessionUser }).nullable()

export const authRoutes = createRouter()
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
      responses: { 200: json(SignedIn, 'Signed in'), ...failing(400, 401, 403, 429) },
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

/** Asks the auth library and passes its cookies on. Its refusals are thrown in the product's words. */
async function ask<Answer>(
  c: Context<Env>,
  path: string,
  form: object | null,
  schema: z.ZodType<Answer>,
): Promise<Answer> {
  const answer = await c.get('services').auth.handler(
    new Request(new URL(`/api/auth${path}`, c.req.raw.url), {
      method: c.req.method,
      headers: headersFor(c),
      ...(form && { body: JSON.stringify(form) }),
    }),
  )
  const answered: unknown = await answer.json().catch(() => null)
  for (const cookie of answer.headers.getSetCookie()) c.header('set-cookie', cookie, { append: true })
  c.header('cache-control', 'no-store')
  if (answer.ok) return schema.parse(answered)

  const code = authFailure(path, answer.status, Refusal.safeParse(answered).data?.code)
  const wait = answer.headers.get('x-retry-after')
  throw new AppError(code, wait ? { retryAfterSeconds: wait } : {})
}

const Refusal = z.object({ code: z.string().optional() })

/** The request's own headers, with the one the rate limiter trusts written by us. */
function headersFor(c: Context<Env>): Headers {
  const headers = new Headers(c.req.raw.headers)
  for (const name of ['content-length', 'transfer-encoding']) headers.delete(name)
  headers.set('content-type', 'application/json')
  headers.set(CLIENT_ADDRESS_HEADER, clientAddress(peerOf(c), c.req.header('x-forwarded-for') ?? null))
  return headers
}

/** Undefined when the app is asked without a socket, as tests do. */
function peerOf(c: Context): string | undefined {
  return c.env?.incoming ? getConnInfo(c).remote.address : undefined
}
