/**
 * A body must be JSON and declared as such. Neither body nor query has a NUL character, which no database can store.
 * Half of a surrogate pair, as in a text that was cut inside an emoji, is replaced: no JSON column accepts it.
 */
import { createMiddleware } from 'hono/factory'
import { AppError } from '#shared/errors.ts'
import type { Env } from '#server/http/context.ts'

/** A NUL, or the JSON escape \\u0000 unless its backslash is itself escaped. */
const NUL = /\0|(?<!\\)(?:\\\\)*\\u0000/
export const hasNul = (text: string) => NUL.test(text)

export const checkBody = createMiddleware<Env>(async (c, next) => {
  if (new URL(c.req.url).search.includes('%00')) throw new AppError('request.nul')
  if (['POST', 'PUT', 'PATCH'].includes(c.req.method)) {
    const text = await c.req.text()
    const isJson = /^application\/(.+\+)?json\b/i.test(c.req.header('Content-Type') ?? '')
    if (text !== '' && !isJson) throw new AppError('request.not-json')
    if (hasNul(text)) throw new AppError('request.nul')
    // What the route parses; Hono stores promises there, which its type leaves out.
    Object.assign(c.req.bodyCache, { text: Promise.resolve(replaceHalfPairs(text)) })
  }
  await next()
})

/** A JSON escape: of a whole surrogate pair, of half of one, or any other. */
const ESCAPE = /\\u(d[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|(d[89a-f][0-9a-f]{2})|.)|\\./gis

const replaceHalfPairs = (json: string) =>
  json.replace(ESCAPE, (escape, _code, half: string | undefined) => (half ? String.raw`\ufffd` : escape))
