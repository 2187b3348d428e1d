import type { Context } from 'hono'
import { Email } from '#shared/account.ts'
import { AppError, invalid } from '#shared/errors.ts'
import { authFailure } from '#server/accounts/auth-failures.ts'
import { CLIENT_IP_HEADER } from '#server/accounts/auth-limits.ts'
import { callerIp } from './middleware/client-ip.ts'
import { type Env, z } from './context.ts'

/**
 * Calls the auth library at `path` (below /api/auth, by the library's own route name) and forwards its cookies. Its
 * errors are thrown as AppError.
 */
export async function callAuth<Answer>(
  c: Context<Env>,
  path: string,
  form: object | null,
  schema: z.ZodType<Answer>,
): Promise<Answer> {
  const response = await forwardToAuth(c, path, form)
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return schema.parse(answer)

  const failure = AuthError.safeParse(answer).data
  const code = authFailure(path, response.status, failure?.code)
  const wait = response.headers.get('x-retry-after')
  const name = c.get('services').config.oidc?.name ?? ''
  throw new AppError(code, {
    ...failure?.values,
    ...(wait && { retryAfterSeconds: Number(wait) }),
    ...(code === 'account.issuer-away' && { name }),
  })
}

/** The library's whole response; its cookies are forwarded. */
export async function forwardToAuth(c: Context<Env>, path: string, form: object | null = null): Promise<Response> {
  const response = await c.get('services').auth.handler(
    new Request(new URL(`/api/auth${path}`, c.req.raw.url), {
      method: c.req.method,
      headers: headersFor(c),
      ...(form && { body: JSON.stringify(form) }),
    }),
  )
  for (const cookie of response.headers.getSetCookie()) c.header('set-cookie', cookie, { append: true })
  c.header('cache-control', 'no-store')
  return response
}

const AuthError = z.object({
  code: z.string().optional(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})

/** The request's headers; the client address that the library's rate limiter trusts is set by us. */
function headersFor(c: Context<Env>): Headers {
  const headers = new Headers(c.req.raw.headers)
  for (const name of ['content-length', 'transfer-encoding']) headers.delete(name)
  headers.set('content-type', 'application/json')
  headers.set(CLIENT_IP_HEADER, callerIp(c))
  return headers
}

export const SessionUser = z.object({ id: z.string(), email: z.string(), name: z.string(), emailVerified: z.boolean() })
export const SignedIn = z.object({ user: SessionUser })
export const Done = z.object({ success: z.boolean() })
export const EmailRequest = z.object({ email: Email })
/** Omit `password` for accounts that only sign in through single sign-on. */
export const PasswordRequest = z.object({
  password: z.string().min(1, invalid('account.password-required')).max(128).optional(),
})
