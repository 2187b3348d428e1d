/**
 * What may come in a request's body: JSON that says so, without a NUL character, which neither database can store.
 * Said here once, so that no schema has to.
 */
import { createMiddleware } from 'hono/factory'
import { AppError } from '#shared/errors.ts'
import type { Env } from './context.ts'

/** An escape \\u0000 in JSON; one whose backslash is itself escaped is only text. */
const NUL = /\0|(?<!\\)(?:\\\\)*\\u0000/

export const checkBody = createMiddleware<Env>(async (c, next) => {
  if (['POST', 'PUT', 'PATCH'].includes(c.req.method)) {
    const text = await c.req.text()
    const isJson = /^application\/(.+\+)?json\b/i.test(c.req.header('Content-Type') ?? '')
    if (text !== '' && !isJson) throw new AppError('request.not-json')
    if (NUL.test(text)) throw new AppError('request.nul')
  }
  await next()
})
