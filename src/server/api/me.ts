/** /api/me, /api/instance, /api/credits and /api/events: what the frame around every screen asks. */
import { streamSSE } from 'hono/streaming'
import { Credits, Instance, MyAccount } from '#shared/account.ts'
import type { AppEvent } from '#shared/events.ts'
import { AppError } from '#shared/errors.ts'
import { everybodysLimits } from '#shared/limits.ts'
import { isSessionOpen } from '#server/account/sessions.ts'
import { waysIn } from '#server/account/ways-in.ts'
import { readBalance } from '#server/credits/read-balance.ts'
import { createRoute, createRouter, events, failing, json } from './context.ts'
import { createTally } from './limit-requests.ts'
import { signedIn } from './session.ts'

/** Keeps proxies from closing a quiet stream. */
const HEARTBEAT_MS = 25_000
const ASK_AGAIN_SECONDS = 30

/** Open streams of each person, in this process. */
const openStreams = createTally()

export const meRoutes = createRouter()
  .openapi(
    createRoute({
      method: 'get',
      path: '/me',
      summary: 'Who is asking',
      middleware: signedIn,
      responses: { 200: json(MyAccount, 'You'), ...failing(401) },
    }),
    async (c) => {
      const { user, expiresAt } = c.get('me')
      return c.json({ user: { ...user, ...(await waysIn(c.get('services').db, user.id)) }, expiresAt }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/instance',
      summary: 'What a visitor may know about this server',
      responses: { 200: json(Instance, 'This server') },
    }),
    (c) => c.json(c.get('services').instance, 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/credits',
      summary: 'Your credit balance and plan',
      middleware: signedIn,
      responses: { 200: json(Credits, 'Your credits'), ...failing(401) },
    }),
    async (c) => c.json(await readBalance(c.get('services').db, c.get('me').user.id), 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/events',
      summary: 'What changes, as it changes: credits, crawls, chats',
      middleware: signedIn,
      responses: { 200: events('Events without end'), ...failing(401, 429) },
    }),
    (c) => {
      const { db, events: bus, closing } = c.get('services')
      const sessionId = c.get('sessionId')
      const me = c.get('me')
      if (!me) throw new AppError('account.sign-in-required')
      const most = everybodysLimits.eventStreams
      const letGo = openStreams.add(me.user.id, most)
      if (!letGo) throw new AppError('request.too-many-streams', { n: most, retryAfterSeconds: ASK_AGAIN_SECONDS })
      return streamSSE(c, async (stream) => {
        stream.onAbort(letGo)
        const tell = (event: AppEvent) => void stream.writeSSE({ data: JSON.stringify(event) })
        const gap = Promise.withResolvers<void>()
        const unsubscribe = bus.subscribe(me.user.id, tell, gap.resolve)
        // A session that was ended elsewhere hears nothing more; a database that is away ends no stream.
        const beat = async () => {
          const isOpen = await isSessionOpen(db, sessionId).catch(() => true)
          if (isOpen) await stream.write(': still here\n\n')
          else stream.abort()
        }
        const heartbeat = setInterval(() => void beat(), HEARTBEAT_MS)
        await stream.write('retry: 2000\n\n')
        const end = new Promise<void>((resolve) => {
          stream.onAbort(resolve)
          closing.addEventListener('abort', () => resolve(), { once: true })
        })
        // After a gap the screen must ask for everything anew, which it does when its line was broken.
        await Promise.race([end, gap.promise])
        clearInterval(heartbeat)
        unsubscribe()
        letGo()
      })
    },
  )
