/** /api/chats/{id}/changes: checks of a chat's pages for changes. */
import { ChatChanges, ChatCheck, ScheduleChecks } from '#shared/crawl/changes.ts'
import { getChanges } from '#server/crawl/recheck/get-changes.ts'
import { scheduleChecks } from '#server/crawl/recheck/schedule-checks.ts'
import { startCheck } from '#server/crawl/recheck/start-check.ts'
import { stopCheck } from '#server/crawl/recheck/stop-check.ts'
import { jsonBody, createRoute, createRouter, errorResponses, IdParam, jsonResponse } from '#server/http/context.ts'
import { signedIn } from '#server/http/middleware/session.ts'

const own = { middleware: signedIn }

export const changeRoutes = createRouter()
  .openapi(
    createRoute({
      ...own,
      method: 'get',
      path: '/chats/{id}/changes',
      summary: 'List the latest checks of a chat and the time of the next',
      request: { params: IdParam },
      responses: { 200: jsonResponse(ChatChanges, 'The checks, newest first'), ...errorResponses(400, 401, 404) },
    }),
    async (c) =>
      c.json(
        await getChanges(c.get('services'), { userId: c.get('me').user.id, chatId: c.req.valid('param').id }),
        200,
      ),
  )
  .openapi(
    createRoute({
      ...own,
      method: 'post',
      path: '/chats/{id}/changes',
      summary: 'Check the pages of a chat for changes; one credit per changed or new page',
      request: { params: IdParam },
      responses: { 201: jsonResponse(ChatCheck, 'The running check'), ...errorResponses(400, 401, 404) },
    }),
    async (c) =>
      c.json(
        await startCheck(c.get('services'), { userId: c.get('me').user.id, chatId: c.req.valid('param').id }),
        201,
      ),
  )
  .openapi(
    createRoute({
      ...own,
      method: 'post',
      path: '/chats/{id}/changes/stop',
      summary: 'Stop the running check; results so far are kept',
      request: { params: IdParam },
      responses: { 204: { description: 'Stopping, or none was running' }, ...errorResponses(400, 401, 404) },
    }),
    async (c) => {
      await stopCheck(c.get('services'), { userId: c.get('me').user.id, chatId: c.req.valid('param').id })
      return c.body(null, 204)
    },
  )
  .openapi(
    createRoute({
      ...own,
      method: 'put',
      path: '/chats/{id}/changes/schedule',
      summary: 'Schedule daily or weekly checks, or turn them off (paid plans)',
      request: { params: IdParam, body: jsonBody(ScheduleChecks) },
      responses: {
        200: jsonResponse(ChatChanges, 'The checks and the schedule'),
        ...errorResponses(400, 401, 403, 404),
      },
    }),
    async (c) => {
      const chat = { userId: c.get('me').user.id, chatId: c.req.valid('param').id }
      return c.json(await scheduleChecks(c.get('services'), { ...c.req.valid('json'), ...chat }), 200)
    },
  )
