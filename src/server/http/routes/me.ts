/** /api/me, /api/instance, /api/first-steps, /api/credits and /api/events: requested by every screen. */
import { streamSSE } from 'hono/streaming'
import { Credits, Instance, MyAccount } from '#shared/account.ts'
import type { AppEvent } from '#shared/events.ts'
import { AppError } from '#shared/errors.ts'
import { userLimits } from '#shared/limits.ts'
import { FirstSteps } from '#shared/models.ts'
import { isSessionActive } from '#server/accounts/sessions/sessions.ts'
import { listSignInMethods } from '#server/accounts/sign-in-methods.ts'
import { readFirstSteps } from '#server/admin/read-first-steps.ts'
import { readBalance } from '#server/credits/read-balance.ts'
import { createRoute, createRouter, eventStream, errorResponses, jsonResponse } from '#server/http/context.ts'
import { isFromThisMachine, isLocalUrl } from '#server/http/middleware/client-address.ts'
import { createKeyedCounter } from '#server/http/middleware/limit-requests.ts'
import { signedIn } from '#server/http/middleware/session.ts'

/** Keeps proxies from closing a quiet stream. */
const HEARTBEAT_MS = 25_000
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
      return c.json({ user: { ...user, ...(await listSignInMethods(c.get('services').db, user.id)) }, expiresAt }, 200)
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
    (c) => {
      const { db, events: bus, closing } = c.get('services')
      const sessionId = c.get('sessionId')
      const me = c.get('me')
      if (!me) throw new AppError('account.sign-in-required')
      const limit = userLimits.eventStreams
      const release = openStreams.add(me.user.id, limit)
      if (!release) throw new AppError('request.too-many-streams', { n: limit, retryAfterSeconds: RETRY_AFTER_SECONDS })
      return streamSSE(c, async (stream) => {
        stream.onAbort(release)
        const send = (event: AppEvent) => void stream.writeSSE({ data: JSON.stringify(event) })
        const gap = Promise.withResolvers<void>()
        const unsubscribe = bus.subscribe(me.user.id, send, gap.resolve)
        // Closes the stream of an ended session; a database that is down closes nothing.
        const beat = async () => {
          const isOpen = await isSessionActive(db, sessionId).catch(() => true)
          if (isOpen) await stream.write(': heartbeat\n\n')
          else stream.abort()
        }
        const heartbeat = setInterval(() => void beat(), HEARTBEAT_MS)
        await stream.write('retry: 2000\n\n')
        const end = new Promise<void>((resolve) => {
          stream.onAbort(resolve)
          closing.addEventListener('abort', () => resolve(), { once: true })
        })
        // After missed events the client must refetch everything, which it does on reconnect.
        await Promise.race([end, gap.promise])
        clearInterval(heartbeat)
        unsubscribe()
        release()
      })
    },
  )
