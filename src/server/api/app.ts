/** The table of contents: every address this server answers, in order. */
import { bodyLimit } from 'hono/body-limit'
import { AppError } from '#shared/errors.ts'
import { requestLimits } from '#shared/limits.ts'
import { accountRoutes } from './account.ts'
import { adminRoutes } from './admin.ts'
import { answerFailure } from './failures.ts'
import { authRoutes } from './auth.ts'
import { changeRoutes } from './changes.ts'
import { billingRoutes } from './billing.ts'
import { chatExportRoutes } from './chat-export.ts'
import { chatRoutes } from './chats.ts'
import { checkBody } from './check-body.ts'
import { createRouter } from './context.ts'
import { crawlRoutes } from './crawls.ts'
import { docsRoutes } from './docs.ts'
import { followRequest } from './follow-request.ts'
import { healthRoutes } from './health.ts'
import { helpRoutes } from './help.ts'
import { identifyKey } from './key.ts'
import { keyRoutes } from './keys.ts'
import { knowledgeRoutes } from './knowledge.ts'
import { limitEachCaller, limitTime, limitTogether } from './limit-requests.ts'
import { mcpRoutes } from './mcp.ts'
import { meRoutes } from './me.ts'
import { metricsRoutes } from './metrics.ts'
import { notebookRoutes } from './notebooks.ts'
import { openMetrics } from './open-metrics.ts'
import { refuseForeignOrigin } from './origin.ts'
import { previewRoutes } from './previews.ts'
import { secureHeaders } from './secure-headers.ts'
import { administrator, identify } from './session.ts'
import { shareRoutes } from './shares.ts'
import { storageRoutes } from './storage.ts'
import { stripeRoutes } from './stripe.ts'
import { webRoutes } from './web.ts'
import type { Services } from '#server/services.ts'

const api = createRouter()
  .route('/', meRoutes)
  .route('/', accountRoutes)
  .route('/', crawlRoutes)
  .route('/', previewRoutes)
  .route('/', knowledgeRoutes)
  .route('/', chatRoutes)
  .route('/', chatExportRoutes)
  .route('/', shareRoutes)
  .route('/', changeRoutes)
  .route('/', notebookRoutes)
  .route('/', billingRoutes)
  .route('/', storageRoutes)
  .route('/', keyRoutes)
  .route('/', adminRoutes)

/** The browser's typed client is read from this. */
export type Api = typeof api

export function createApp(services: Services) {
  const app = createInsideApp(services)
  app.route('/help', helpRoutes)
  app.route('/', mcpRoutes)
  app.use('/api/*', limitTogether(services.config.limits.requestsAtOnce), limitTime())
  app.use('/api/*', identifyKey)
  app.use('/api/*', refuseForeignOrigin)
  app.use(
    '/api/*',
    bodyLimit({
      maxSize: requestLimits.bodyBytes,
      onError: () => {
        throw new AppError('request.too-large')
      },
    }),
  )
  // Before the body is looked into: its signature is over every byte.
  app.route('/api', stripeRoutes)
  app.use('/api/*', checkBody)
  app.route('/api/auth', authRoutes)
  app.route('/api', docsRoutes(() => app))
  app.use('/api/*', identify, limitEachCaller())
  // Also for addresses below it that do not exist: what is there is nobody else's business.
  app.use('/api/admin/*', administrator)
  app.route('/api', api)
  app.all('/api/*', () => {
    throw new AppError('request.not-found')
  })
  app.route('/', webRoutes)
  return app
}

/** How a process fares: all that a worker answers, and what every other answer begins with. */
export function createInsideApp(services: Services) {
  const app = createRouter()
  const metrics = openMetrics()
  app.onError(answerFailure)
  app.notFound(() => {
    throw new AppError('request.not-found')
  })
  app.use(async (c, next) => {
    c.set('services', services)
    c.set('metrics', metrics)
    c.set('me', null)
    c.set('sessionId', '')
    c.set('key', null)
    await next()
  })
  app.use(followRequest)
  app.use(secureHeaders)
  app.route('/', healthRoutes)
  app.route('/', metricsRoutes(services, metrics))
  return app
}
