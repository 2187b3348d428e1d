/**
 * How many requests this process takes in hand at once, from everybody and from one caller, and how long one may take.
 * A stream counts until it begins; how many streams there are is limited where they begin.
 */
import { createMiddleware } from 'hono/factory'
import { AppError } from '#shared/errors.ts'
import { everybodysLimits, requestLimits } from '#shared/limits.ts'
import { callerOf } from './client-address.ts'
import type { Env } from './context.ts'

const ASK_AGAIN_SECONDS = 2

/** Throws AppError 'server.full' before anything of the request is read. */
export function limitTogether(most: number) {
  let inHand = 0
  return createMiddleware<Env>(async (_c, next) => {
    if (inHand >= most) throw new AppError('server.full', { retryAfterSeconds: ASK_AGAIN_SECONDS })
    inHand++
    try {
      await next()
    } finally {
      inHand--
    }
  })
}

/** Throws AppError 'request.too-many-at-once' for a person, or an address that has not signed in, with so many in hand. */
export function limitEachCaller() {
  const inHand = createTally()
  return createMiddleware<Env>(async (c, next) => {
    const caller = c.get('me')?.user.id ?? callerOf(c)
    const end = inHand.add(caller, everybodysLimits.requestsAtOnce)
    if (!end) {
      throw new AppError('request.too-many-at-once', { n: everybodysLimits.requestsAtOnce, retryAfterSeconds: ASK_AGAIN_SECONDS })
    }
    await next().finally(end)
  })
}

/** Throws AppError 'request.too-slow' when no answer has begun in time; what was begun may still come to its end. */
export function limitTime(withinMs: number = requestLimits.answerWithinSeconds * 1000) {
  return createMiddleware<Env>(async (_c, next) => {
    const { promise: tooLate, reject } = Promise.withResolvers<never>()
    const limit = setTimeout(() => reject(new AppError('request.too-slow')), withinMs)
    await Promise.race([next(), tooLate]).finally(() => clearTimeout(limit))
  })
}

/** Counts by name. */
export function createTally() {
  const counts = new Map<string, number>()
  return {
    /** Counts one more and answers the function that takes it back; null when there are `most` already. */
    add(name: string, most: number): (() => void) | null {
      const before = counts.get(name) ?? 0
      if (before >= most) return null
      counts.set(name, before + 1)
      let over = false
      return () => {
        if (over) return
        over = true
        const now = (counts.get(name) ?? 1) - 1
        if (now > 0) counts.set(name, now)
        else counts.delete(name)
      }
    },
  }
}
