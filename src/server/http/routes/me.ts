/** /api/me, /api/instance, /api/first-steps, /api/credits and /api/events: requested by every screen. */
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { Credits, Instance, MyAccount } from '#shared/account.ts'
import type { AppEvent } from '#shared/events.ts'
import { AppError } from '#shared/errors.ts'
import { userLimits } from '#shared/limits.ts'
import { FirstSteps } from '#shared/models.ts'
import { readLanguage } from '#server/accounts/language.ts'
import { isSessionActive } from '#server/accounts/sessions/sessions.ts'
import { listSignInMethods } from '#server/accounts/sign-in-methods.ts'
import { readFirstSteps } from '#server/admin/read-first-steps.ts'
import { readBalance } from '#server/credits/read-balance.ts'
import type { Services } from '#server/services.ts'
import { createRoute, createRouter, type Env, eventStream, errorResponses, jsonResponse } from '#server/http/context.ts'
import { isFromThisMachine, isLocalUrl } from '#server/http/middleware/client-ip.ts'
import { createKeyedCounter } from '#server/http/middleware/limit-requests.ts'
import { signedIn } from '#server/http/middleware/session.ts'

/** Keeps proxies from closing a quiet stream. */
const HEARTBEAT_MS = 25_000
/** After which the browser opens a lost stream again. */
const RECONNECT_MS = 2_000
const RETRY_AFTER_SECONDS = 30

/** Open streams per user, in this process. */
const openStreams = createKeyedCounter()

export const meRoutes = createRouter()
  .openapi(
    createRoute({
      method: 'get',
      path: '/me',
      summary: 'Get the signed-in user',
      middleware: signedIn,
      responses: { 200: jsonResponse(MyAccount, 'You'), ...errorResponses(401) },
    }),
    async (c) => {
      const { user, expiresAt } = c.get('me')
      const { db } = c.get('services')
      const [methods, language] = await Promise.all([listSignInMethods(db, user.id), readLanguage(db, user.id)])
      return c.json({ user: { ...user, ...methods, language }, expiresAt }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/instance',
      summary: 'Get public information about this server',
      responses: { 200: jsonResponse(Instance, 'This server') },
    }),
    (c) => c.json(c.get('services').instance, 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/first-steps',
      summary: 'For the operator, before there is an administrator: model servers on this machine',
      responses: { 200: jsonResponse(FirstSteps, 'Empty for everyone else') },
    }),
    async (c) => {
      const services = c.get('services')
      // With a public address, a request from this machine may be a proxy's that sends no headers.
      const isLocal = isFromThisMachine(c) && isLocalUrl(services.appUrl)
      return c.json(await readFirstSteps(services, { isFromThisMachine: isLocal }), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/credits',
      summary: 'Get your credit balance and plan',
      middleware: signedIn,
      responses: { 200: jsonResponse(Credits, 'Your credits'), ...errorResponses(401) },
    }),
    async (c) => c.json(await readBalance(c.get('services').db, c.get('me').user.id), 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/events',
      summary: 'Stream live events about credits, crawls and chats',
      middleware: signedIn,
      responses: { 200: eventStream('An endless event stream'), ...errorResponses(401, 429) },
    }),
    (c) => streamEvents(c, c.get('me').user.id),
  )

/**
 * Streams the events of a user until the client leaves, the session ends, the server stops or events were missed: after
 * a gap the client must refetch everything, which it does when it reconnects.
 */
function streamEvents<E extends Env>(c: Context<E>, userId: string) {
  const { db, events, closing }: Services = c.get('services')
  const sessionId: string = c.get('sessionId')
  const limit = userLimits.eventStreams
  const release = openStreams.add(userId, limit)
  if (!release) throw new AppError('request.too-many-streams', { n: limit, retryAfterSeconds: RETRY_AFTER_SECONDS })
  return streamSSE(c, async (stream) => {
    stream.onAbort(release)
    const end = Promise.withResolvers<void>()
    stream.onAbort(end.resolve)
    const left = new AbortController()
    if (closing.aborted) end.resolve()
    closing.addEventListener('abort', () => end.resolve(), { once: true, signal: left.signal })
    const send = (event: AppEvent) => void stream.writeSSE({ data: JSON.stringify(event) })
    const unsubscribe = events.subscribe(userId, send, end.resolve)
    const heartbeat = setInterval(() => void beatOrAbort(), HEARTBEAT_MS)
    await stream.write(`retry: ${RECONNECT_MS}\n\n`)
    await end.promise
    clearInterval(heartbeat)
    left.abort()
    unsubscribe()
    release()

    async function beatOrAbort() {
      // A database that does not respond ends no stream.
      const isActive = await isSessionActive(db, sessionId).catch(() => true)
      if (isActive) await stream.write(': heartbeat\n\n')
      else stream.abort()
    }
  })
}
