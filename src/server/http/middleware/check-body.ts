/** A body must be JSON and declared as such. Neither body nor query has a NUL character, which no database can store. */
import { createMiddleware } from 'hono/factory'
import { AppError } from '#shared/errors.ts'
import type { Env } from '#server/http/context.ts'

/** A NUL, or the JSON escape \\u0000 unless its backslash is itself escaped. */
const NUL = /\0|(?<!\\)(?:\\\\)*\\u0000/

export const checkBody = createMiddleware<Env>(async (c, next) => {
  if (new URL(c.req.url).search.includes('%00')) throw new AppError('request.nul')
  if (['POST', 'PUT', 'PATCH'].includes(c.req.method)) {
    const text = await c.req.text()
    const isJson = /^application\/(.+\+)?json\b/i.test(c.req.header('Content-Type') ?? '')
    if (text !== '' && !isJson) throw new AppError('request.not-json')
    if (NUL.test(text)) throw new AppError('request.nul')
  }
  await next()
})
