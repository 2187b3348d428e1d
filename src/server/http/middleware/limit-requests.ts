/**
 * Limits of this process: concurrent requests, in all and per caller, and the time until a response begins. A stream
 * counts until its response begins; open streams have a limit of their own.
 */
import { createMiddleware } from 'hono/factory'
import { AppError } from '#shared/errors.ts'
import { userLimits, requestLimits } from '#shared/limits.ts'
import { networkOf } from '#server/platform/rate-limit.ts'
import { callerIp } from './client-ip.ts'
import type { Env } from '#server/http/context.ts'

const RETRY_AFTER_SECONDS = 2

/** Throws AppError 'server.full' before the request is parsed. */
export function limitConcurrency(limit: number) {
  let inFlight = 0
  return createMiddleware<Env>(async (_c, next) => {
    if (inFlight >= limit) throw new AppError('server.full', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    inFlight++
    try {
      await next()
    } finally {
      inFlight--
    }
  })
}

/**
 * Both limits. The time comes first: the handler of a request that timed out goes on, and its slot is free when it
 * ends.
 */
export const limitRequests = (limit: number, withinMs?: number) =>
  [limitResponseTime(withinMs), limitConcurrency(limit)] as const

/** Per signed-in user, otherwise per network. Throws AppError 'request.too-many-at-once'. */
export function limitConcurrencyPerCaller(limit: number = userLimits.requestsAtOnce) {
  const inFlight = createKeyedCounter()
  return createMiddleware<Env>(async (c, next) => {
    const caller = c.get('me')?.user.id ?? networkOf(callerIp(c))
    const end = inFlight.add(caller, limit)
    if (!end) {
      throw new AppError('request.too-many-at-once', {
        n: limit,
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      })
    }
    await next().finally(end)
  })
}

/** Throws AppError 'request.too-slow' when no response has begun in time; the handler is not aborted. */
export function limitResponseTime(limitMs: number = requestLimits.answerWithinSeconds * 1000) {
  return createMiddleware<Env>(async (_c, next) => {
    const { promise: timeout, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new AppError('request.too-slow')), limitMs)
    await Promise.race([next(), timeout]).finally(() => clearTimeout(timer))
  })
}

/** Counts per key, each up to a limit. */
export function createKeyedCounter() {
  const counts = new Map<string, number>()
  return {
    /** Increments and returns an idempotent function that decrements; null when the key has reached `limit`. */
    add(key: string, limit: number): (() => void) | null {
      const before = counts.get(key) ?? 0
      if (before >= limit) return null
      counts.set(key, before + 1)
      let isReleased = false
      return () => {
        if (isReleased) return
        isReleased = true
        const now = (counts.get(key) ?? 1) - 1
        if (now > 0) counts.set(key, now)
        else counts.delete(key)
      }
    },
  }
}
