/** /api/admin: administrators only; `app.ts` guards every path below it. */
import { Activity, AdminOverview, AuditAction, AuditLog, ChartDays, Health, RunningCrawls } from '#shared/admin.ts'
import { unsafeListActions } from '#server/admin/list-actions.ts'
import { unsafeListRunningCrawls } from '#server/admin/list-running-crawls.ts'
import { unsafeReadActivity } from '#server/admin/read-activity.ts'
import { readHealth } from '#server/admin/read-health.ts'
import { unsafeReadOverview } from '#server/admin/read-overview.ts'
import { unsafeStopCrawl } from '#server/admin/stop-any-crawl.ts'
import { stopCrawl } from '#server/crawl/stop-crawl.ts'
import { adminPeopleRoutes } from './people.ts'
import { adminModelsRoutes } from './models.ts'
import { adminSettingsRoutes } from './settings.ts'
import { adminStorageRoutes } from './storage.ts'
import {
  CursorQuery,
  createRoute,
  createRouter,
  errorResponses,
  IdParam,
  jsonResponse,
  z,
} from '#server/http/context.ts'
import { administrator } from '#server/http/middleware/session.ts'

export const adminRoutes = createRouter()
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/overview',
      summary: 'Get the counts of the Admin Dashboard',
      middleware: administrator,
      responses: { 200: jsonResponse(AdminOverview, 'The counts'), ...errorResponses(401, 403) },
    }),
    async (c) => c.json(await unsafeReadOverview(c.get('services'), { adminId: c.get('me').user.id }), 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/activity',
      summary: 'List crawls, pages, questions, failures and active people by UTC day',
      middleware: administrator,
      request: { query: z.object({ days: ChartDays.default('30') }) },
      responses: { 200: jsonResponse(Activity, 'Every day, oldest first'), ...errorResponses(400, 401, 403) },
    }),
    async (c) => c.json(await unsafeReadActivity(c.get('services').db, c.req.valid('query').days), 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/health',
      summary: 'Get the health of the database and the job queue',
      middleware: administrator,
      responses: { 200: jsonResponse(Health, 'Health'), ...errorResponses(401, 403) },
    }),
    async (c) => c.json(await readHealth(c.get('services')), 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/crawls',
      summary: 'List the unfinished crawls of all users',
      middleware: administrator,
      request: { query: CursorQuery },
      responses: { 200: jsonResponse(RunningCrawls, 'Newest first'), ...errorResponses(400, 401, 403) },
    }),
    async (c) => c.json(await unsafeListRunningCrawls(c.get('services').db, c.req.valid('query')), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/crawls/{id}/stop',
      summary: 'Stop a crawl of any user; pages crawled so far are kept',
      middleware: administrator,
      request: { params: IdParam },
      responses: { 204: { description: 'Stopping, or already ended' }, ...errorResponses(400, 401, 403, 404) },
    }),
    async (c) => {
      const services = c.get('services')
      const crawlRef = { adminId: c.get('me').user.id, crawlId: c.req.valid('param').id }
      await unsafeStopCrawl(
        {
          ...services,
          stopCrawl: (crawl) => stopCrawl(services, { ...crawl, code: 'crawl.stopped-by-administrator' }),
        },
        crawlRef,
      )
      return c.body(null, 204)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/audit',
      summary: 'List the latest entries of the audit log',
      middleware: administrator,
      request: {
        query: CursorQuery.extend({ action: AuditAction.optional(), views: z.enum(['true', 'false']).optional() }),
      },
      responses: { 200: jsonResponse(AuditLog, 'Newest first'), ...errorResponses(400, 401, 403) },
    }),
    async (c) => c.json(await unsafeListActions(c.get('services').db, c.req.valid('query')), 200),
  )
  .route('/', adminSettingsRoutes)
  .route('/', adminModelsRoutes)
  .route('/', adminStorageRoutes)
  .route('/', adminPeopleRoutes)
