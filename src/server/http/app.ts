/** Every route of this server, in order. */
import { bodyLimit } from 'hono/body-limit'
import { AppError, toFailure } from '#shared/errors.ts'
import { requestLimits } from '#shared/limits.ts'
import { accountRoutes } from './routes/account.ts'
import { adminRoutes } from './routes/admin/admin.ts'
import { answerRoutes } from './routes/answers.ts'
import { authRoutes } from './routes/auth/auth.ts'
import { changeReportRoutes } from './routes/change-reports.ts'
import { changeRoutes } from './routes/changes.ts'
import { billingRoutes, stripeRoutes } from './routes/billing.ts'
import { chatExportRoutes } from './routes/chat-export.ts'
import { chatRoutes } from './routes/chats.ts'
import { checkBody } from './middleware/check-body.ts'
import { createRouter } from './context.ts'
import { crawlRoutes } from './routes/crawls.ts'
import { docsRoutes } from './routes/docs.ts'
import { traceRequest } from './middleware/trace-request.ts'
import { healthRoutes, metricsRoutes } from './routes/health.ts'
import { helpRoutes } from './help/help-routes.ts'
import { authenticateApiKey } from './middleware/api-key.ts'
import { keyRoutes } from './routes/keys.ts'
import { knowledgeRoutes } from './routes/knowledge.ts'
import { limitConcurrencyPerCaller, limitRequests } from './middleware/limit-requests.ts'
import { mcpRoutes } from './routes/mcp.ts'
import { oauthRoutes } from './routes/auth/oauth.ts'
import { meRoutes } from './routes/me.ts'
import { goldenRoutes } from './routes/golden.ts'
import { auditRoutes } from './routes/audit.ts'
import { gapRoutes } from './routes/gaps.ts'
import { notebookRoutes } from './routes/notebooks.ts'
import { publicationRoutes, visitorRoutes } from './routes/publications.ts'
import { openAiRoutes } from './routes/openai.ts'
import { openMetrics } from './open-metrics.ts'
import { publishedPageRoutes } from './published-page.ts'
import { recordFailure } from './record-failure.ts'
import { rejectForeignOrigin } from './middleware/origin.ts'
import { secureHeaders } from './middleware/secure-headers.ts'
import { administrator, identify } from './middleware/session.ts'
import { shareRoutes } from './routes/shares.ts'
import { storageRoutes } from './routes/storage.ts'
import { webRoutes } from './routes/web.ts'
import type { Services } from '#server/services.ts'
import type { ErrorHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Env } from './context.ts'

const api = createRouter()
  .route('/', meRoutes)
  .route('/', accountRoutes)
  .route('/', crawlRoutes)
  .route('/', knowledgeRoutes)
  .route('/', answerRoutes)
  .route('/', chatRoutes)
  .route('/', chatExportRoutes)
  .route('/', shareRoutes)
  .route('/', changeRoutes)
  .route('/', changeReportRoutes)
  .route('/', notebookRoutes)
  .route('/', goldenRoutes)
  .route('/', gapRoutes)
  .route('/', auditRoutes)
  .route('/', publicationRoutes)
  .route('/', billingRoutes)
  .route('/', storageRoutes)
  .route('/', keyRoutes)
  .route('/', adminRoutes)

/** The browser's typed client derives from this. */
export type Api = typeof api

export function createApp(services: Services) {
  const app = createBaseApp(services)
  const [limitTime, limitAtOnce] = limitRequests(services.config.limits.requestsAtOnce)
  app.use('/api/*', limitTime)
  // A slow model may take longer than the limit to answer a program.
  for (const path of ['/api/*', '/v1/*', '/mcp', '/k/*', '/help/*']) app.use(path, limitAtOnce)
  app.route('/help', helpRoutes)
  app.route('/', mcpRoutes)
  app.route('/v1', openAiRoutes)
  app.use(
    '/api/*',
    bodyLimit({
      maxSize: requestLimits.bodyBytes,
      onError: () => {
        throw new AppError('request.too-large')
      },
    }),
  )
  // Before keys and cookies are read, and before other origins are rejected.
  app.route('/', oauthRoutes)
  app.use('/api/published/*', checkBody, limitConcurrencyPerCaller())
  app.route('/api', visitorRoutes)
  app.use('/api/*', authenticateApiKey)
  app.use('/api/*', rejectForeignOrigin)
  // Before checkBody: the webhook signature covers the raw body.
  app.route('/api', stripeRoutes)
  app.use('/api/*', checkBody)
  app.route('/api/auth', authRoutes)
  app.route(
    '/api',
    docsRoutes(() => app),
  )
  app.use('/api/*', identify, limitConcurrencyPerCaller())
  // Also for paths that do not exist, so that only administrators can probe the admin area.
  app.use('/api/admin/*', administrator)
  app.route('/api', api)
  app.all('/api/*', () => {
    throw new AppError('request.not-found')
  })
  app.use('/k/*', limitConcurrencyPerCaller())
  app.route('/k', publishedPageRoutes)
  app.route('/', webRoutes)
  return app
}

/** Health, metrics and the middleware of every response. A worker serves only this. */
export function createBaseApp(services: Services) {
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
  app.use(traceRequest)
  app.use(secureHeaders)
  app.route('/', healthRoutes)
  app.route('/', metricsRoutes(services, metrics))
  return app
}

/** Answers every error in the one failure shape. */
const answerFailure: ErrorHandler<Env> = (error, c) => {
  const failure = recordFailure(error, c)
  // Every status in the error table allows a body.
  return c.json(toFailure(failure), failure.status as ContentfulStatusCode)
}
