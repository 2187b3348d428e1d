import type { Context } from 'hono'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { authFailure } from '#server/account/auth-failures.ts'
import { CLIENT_ADDRESS_HEADER, FACTOR_LOCK_SECONDS } from '#server/account/auth-limits.ts'
import { callerOf } from './client-address.ts'
import type { Env } from './context.ts'

/**
 * Asks the auth library at `path` (below /api/auth, the library's own name for it) and passes its cookies on. Its
 * refusals are thrown in the product's words.
 */
export async function ask<Answer>(
  c: Context<Env>,
  path: string,
  form: object | null,
  schema: z.ZodType<Answer>,
): Promise<Answer> {
  const answer = await visit(c, path, form)
  const answered: unknown = await answer.json().catch(() => null)
  if (answer.ok) return schema.parse(answered)

  const code = authFailure(path, answer.status, Refusal.safeParse(answered).data?.code)
  const wait = code === 'account.factor-locked' ? FACTOR_LOCK_SECONDS : answer.headers.get('x-retry-after')
  const name = c.get('services').config.oidc?.name ?? ''
  throw new AppError(code, wait ? { retryAfterSeconds: wait } : { name })
}

/** The library's whole answer, its cookies passed on. */
export async function visit(c: Context<Env>, path: string, form: object | null = null): Promise<Response> {
  const answer = await c.get('services').auth.handler(
    new Request(new URL(`/api/auth${path}`, c.req.raw.url), {
      method: c.req.method,
      headers: headersFor(c),
      ...(form && { body: JSON.stringify(form) }),
    }),
  )
  for (const cookie of answer.headers.getSetCookie()) c.header('set-cookie', cookie, { append: true })
  c.header('cache-control', 'no-store')
  return answer
}

const Refusal = z.object({ code: z.string().optional() })

/** The request's own headers, with the one the rate limiter trusts written by us. */
function headersFor(c: Context<Env>): Headers {
  const headers = new Headers(c.req.raw.headers)
  for (const name of ['content-length', 'transfer-encoding']) headers.delete(name)
  headers.set('content-type', 'application/json')
  headers.set(CLIENT_ADDRESS_HEADER, callerOf(c))
  return headers
}
