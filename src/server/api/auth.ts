/**
 * /api/auth: the few of Better Auth's routes that the product uses. What a client sends is parsed here and only the
 * fields named here go on; what comes back loses its session tokens, which live in the cookie alone.
 */
import { getConnInfo } from '@hono/node-server/conninfo'
import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { Email, Password, VerificationCode } from '#shared/account.ts'
import { AppError, errorMessage, errorStatus } from '#shared/errors.ts'
import { authFailure } from '#server/account/auth-failures.ts'
import { CLIENT_ADDRESS_HEADER } from '#server/account/auth-limits.ts'
import type { Auth } from '#server/account/create-auth.ts'
import { clientAddress } from './client-address.ts'

const SignUpRequest = z
  .object({ email: Email, password: Password, name: z.string().trim().max(100).optional() })
  .transform((form) => ({ ...form, name: form.name || form.email.split('@')[0] }))
const SignInRequest = z.object({ email: Email, password: z.string().min(1, 'Type your password.').max(128) })
const VerifyRequest = z.object({ email: Email, otp: VerificationCode })
const ResendRequest = z.object({ email: Email }).transform(({ email }) => ({ email, type: 'email-verification' }))

export function authRoutes({ auth }: { auth: Auth }) {
  return new Hono()
    .post('/sign-up/email', (c) => forward(auth, c, '/sign-up/email', SignUpRequest, emailOnly))
    .post('/sign-in/email', (c) => forward(auth, c, '/sign-in/email', SignInRequest, withoutTokens))
    .post('/sign-out', (c) => forward(auth, c, '/sign-out', null, withoutTokens))
    .get('/get-session', (c) => forward(auth, c, '/get-session', null, withoutTokens))
    .post('/email-otp/verify-email', (c) => forward(auth, c, '/email-otp/verify-email', VerifyRequest, withoutTokens))
    .post('/email-otp/send-verification-otp', (c) =>
      forward(auth, c, '/email-otp/send-verification-otp', ResendRequest, withoutTokens),
    )
}

async function forward(auth: Auth, c: Context, path: string, schema: z.ZodType | null, present: (body: unknown) => unknown) {
  const body = schema && (await parseBody(c, schema))
  const answer = await auth.handler(
    new Request(c.req.raw.url, {
      method: c.req.method,
      headers: headersFor(c, body !== null),
      ...(body !== null && { body: JSON.stringify(body) }),
    }),
  )
  const answered = await answer.json().catch(() => null)
  for (const cookie of answer.headers.getSetCookie()) c.header('set-cookie', cookie, { append: true })
  c.header('cache-control', 'no-store')
  if (answer.ok) return c.json(present(answered))

  const code = authFailure(path, answer.status, Refusal.safeParse(answered).data?.code)
  const wait = answer.headers.get('x-retry-after')
  if (wait) c.header('retry-after', wait)
  return c.json({ error: { code, message: errorMessage(code) } }, errorStatus(code))
}

const Refusal = z.object({ code: z.string().optional() })

async function parseBody(c: Context, schema: z.ZodType) {
  const parsed = schema.safeParse(await c.req.json().catch(() => null))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new AppError('request.invalid', { reason: issue?.message ?? 'The request has no form.' })
}

/** The request's own headers, with the one the rate limiter trusts written by us. */
function headersFor(c: Context, hasBody: boolean): Headers {
  const headers = new Headers(c.req.raw.headers)
  for (const name of ['content-length', 'content-type', 'transfer-encoding']) headers.delete(name)
  if (hasBody) headers.set('content-type', 'application/json')
  headers.set(CLIENT_ADDRESS_HEADER, clientAddress(peerOf(c), c.req.header('x-forwarded-for') ?? null))
  return headers
}

/** Undefined when the app is asked without a socket, as tests do. */
function peerOf(c: Context): string | undefined {
  return c.env?.incoming ? getConnInfo(c).remote.address : undefined
}

/** Sign-up says the same for a new address and for a known one. */
function emailOnly(body: unknown) {
  const { user } = z.object({ user: z.object({ email: z.string() }) }).parse(body)
  return { user }
}

function withoutTokens(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(withoutTokens)
  if (typeof body !== 'object' || body === null) return body
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => (name === 'token' ? [] : [[name, withoutTokens(value)]])),
  )
}
