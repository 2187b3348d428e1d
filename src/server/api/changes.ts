/** /api/chats/{id}/changes: whether a chat's pages have changed. */
import { ChatChanges, ChatCheck, ScheduleChecks } from '#shared/changes.ts'
import { getChanges } from '#server/crawl/check/get-changes.ts'
import { scheduleChecks } from '#server/crawl/check/schedule-checks.ts'
import { startCheck } from '#server/crawl/check/start-check.ts'
import { stopCheck } from '#server/crawl/check/stop-check.ts'
import { body, createRoute, createRouter, failing, IdParam, json } from './context.ts'
import { signedIn } from './session.ts'

const own = { middleware: signedIn }

export const changeRoutes = createRouter()
  .openapi(
    createRoute({
      ...own,
      method: 'get',
      path: '/chats/{id}/changes',
      summary: 'What the latest checks of a chat found, and when the next is due',
      request: { params: IdParam },
      responses: { 200: json(ChatChanges, 'The checks, newest first'), ...failing(400, 401, 404) },
    }),
    async (c) =>
      c.json(await getChanges(c.get('services'), { userId: c.get('me').user.id, chatId: c.req.valid('param').id }), 200),
  )
  .openapi(
    createRoute({
      ...own,
      method: 'post',
      path: '/chats/{id}/changes',
      summary: "Check a chat's pages for changes: an unchanged page costs nothing, a changed one a credit",
      request: { params: IdParam },
      responses: { 201: json(ChatCheck, 'The check that runs now'), ...failing(400, 401, 404) },
    }),
    async (c) =>
      c.json(await startCheck(c.get('services'), { userId: c.get('me').user.id, chatId: c.req.valid('param').id }), 201),
  )
  .openapi(
    createRoute({
      ...own,
      method: 'post',
      path: '/chats/{id}/changes/stop',
      summary: 'Stop the check that runs; what it has read until then counts',
      request: { params: IdParam },
      responses: { 204: { description: 'It stops, or none was running' }, ...failing(400, 401, 404) },
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
      summary: 'Check daily or weekly without being asked, or not any more (paid plans)',
      request: { params: IdParam, body: body(ScheduleChecks) },
      responses: { 200: json(ChatChanges, 'The checks and the schedule'), ...failing(400, 401, 403, 404) },
    }),
    async (c) => {
      const who = { userId: c.get('me').user.id, chatId: c.req.valid('param').id }
      return c.json(await scheduleChecks(c.get('services'), { ...who, ...c.req.valid('json') }), 200)
    },
  )
