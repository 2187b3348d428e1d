/**
 * /metrics for Prometheus. Answers whoever asks from this machine itself, and whoever shows METRICS_TOKEN; for anyone
 * else it does not exist, also through a proxy on this machine.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { AppError } from '#shared/errors.ts'
import type { Services } from '#server/services.ts'
import { isThisMachine, peerOf } from './client-address.ts'
import { createRouter, type Env } from './context.ts'
import { measureState } from './measure-state.ts'
import type { Metrics } from './open-metrics.ts'

export function metricsRoutes(services: Services, { registry }: Metrics) {
  const lookAround = measureState(services, registry)
  return createRouter().get('/metrics', async (c) => {
    refuseStrangers(c, services.config.metricsToken)
    await lookAround()
    return c.body(await registry.metrics(), 200, { 'Content-Type': registry.contentType })
  })
}

function refuseStrangers(c: Context<Env>, expected: string | undefined) {
  const shown = /^Bearer +(\S+)$/i.exec(c.req.header('Authorization')?.trim() ?? '')?.[1]
  if (expected && shown && isSame(shown, expected)) return
  if (isAskedFromHere(c) && !shown) return
  throw new AppError(expected ? 'metrics.token' : 'request.not-found')
}

/** Hashed first, so that neither the time nor the length tells anything. */
function isSame(shown: string, expected: string) {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(shown), hash(expected))
}

/** What a proxy leaves behind; a peer on this machine that sends one of them speaks for somebody else. */
const TRACES_OF_A_PROXY = ['Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Real-IP', 'Via']

/**
 * By its own name too: the page of another site that made its name mean this machine (DNS rebinding) is asked for by
 * that one.
 */
function isAskedFromHere(c: Context<Env>) {
  const peer = peerOf(c)?.replace(/^::ffff:/, '') ?? ''
  const { hostname } = new URL(c.req.url)
  const isOwnName = hostname === 'localhost' || isThisMachine(hostname.replace(/^\[|\]$/g, ''))
  return isThisMachine(peer) && isOwnName && !TRACES_OF_A_PROXY.some((name) => c.req.header(name))
}
