/** /api/notebooks/{id}/changes, /api/change-reports/{id}, and /api/feeds/{token} for anyone with the address. */
import {
  ChangeMails,
  ChangeOutlets,
  ChangeReport,
  NewFeed,
  NewWebhook,
  NotebookChanges,
  SetWebhook,
} from '#shared/chat/change-reports.ts'
import { writeFeed } from '#server/changes/change-feed.ts'
import { getChangeReport, listChangeReports } from '#server/changes/change-reports.ts'
import { changeMails, createFeed, redeliver, removeWebhook, revokeFeed, setWebhook } from '#server/changes/outlets.ts'
import {
  CursorQuery,
  jsonBody,
  createRoute,
  createRouter,
  errorResponses,
  IdParam,
  jsonResponse,
  z,
} from '#server/http/context.ts'
import { signedIn } from '#server/http/middleware/session.ts'

const own = { middleware: signedIn }

export const changeReportRoutes = createRouter()
  .openapi(
    createRoute({
      ...own,
      method: 'get',
      path: '/notebooks/{id}/changes',
      summary: 'List the change reports of a notebook, and where they are sent',
      request: { params: IdParam, query: CursorQuery },
      responses: {
        200: jsonResponse(NotebookChanges, 'Newest first, 50 reports at a time'),
        ...errorResponses(400, 401, 404),
      },
    }),
    async (c) => {
      const notebook = { userId: c.get('me').user.id, notebookId: c.req.valid('param').id }
      return c.json(await listChangeReports(c.get('services').db, { ...c.req.valid('query'), ...notebook }), 200)
    },
  )
  .openapi(
    createRoute({
      ...own,
      method: 'patch',
      path: '/notebooks/{id}/changes',
      summary: 'Turn mails with the change reports of a notebook on or off',
      request: { params: IdParam, body: jsonBody(ChangeMails) },
      responses: { 200: jsonResponse(ChangeOutlets, 'Where reports are sent'), ...errorResponses(400, 401, 404) },
    }),
    async (c) => {
      const notebook = { userId: c.get('me').user.id, notebookId: c.req.valid('param').id }
      return c.json(await changeMails(c.get('services').db, { ...c.req.valid('json'), ...notebook }), 200)
    },
  )
  .openapi(
    createRoute({
      ...own,
      method: 'post',
      path: '/notebooks/{id}/changes/feed',
      summary: 'Create the secret address of the Atom feed; an earlier address stops working',
      request: { params: IdParam },
      responses: { 201: jsonResponse(NewFeed, 'The address; shown only once'), ...errorResponses(400, 401, 404) },
    }),
    async (c) => {
      const notebook = { userId: c.get('me').user.id, notebookId: c.req.valid('param').id }
      return c.json(await createFeed(c.get('services'), notebook), 201)
    },
  )
  .openapi(
    createRoute({
      ...own,
      method: 'delete',
      path: '/notebooks/{id}/changes/feed',
      summary: 'Revoke the address of the Atom feed',
      request: { params: IdParam },
      responses: { 204: { description: 'Revoked' }, ...errorResponses(400, 401, 404) },
    }),
    async (c) => {
      await revokeFeed(c.get('services').db, { userId: c.get('me').user.id, notebookId: c.req.valid('param').id })
      return c.body(null, 204)
    },
  )
  .openapi(
    createRoute({
      ...own,
      method: 'put',
      path: '/notebooks/{id}/changes/webhook',
      summary: 'Set the address that gets each change report as a signed POST; creates a new secret',
      request: { params: IdParam, body: jsonBody(SetWebhook) },
      responses: {
        200: jsonResponse(NewWebhook, 'The address with its secret; shown only once'),
        ...errorResponses(400, 401, 404),
      },
    }),
    async (c) => {
      const notebook = { userId: c.get('me').user.id, notebookId: c.req.valid('param').id }
      return c.json(await setWebhook(c.get('services'), { ...c.req.valid('json'), ...notebook }), 200)
    },
  )
  .openapi(
    createRoute({
      ...own,
      method: 'delete',
      path: '/notebooks/{id}/changes/webhook',
      summary: 'Remove the webhook',
      request: { params: IdParam },
      responses: { 204: { description: 'Removed' }, ...errorResponses(400, 401, 404) },
    }),
    async (c) => {
      await removeWebhook(c.get('services').db, { userId: c.get('me').user.id, notebookId: c.req.valid('param').id })
      return c.body(null, 204)
    },
  )
  .openapi(
    createRoute({
      ...own,
      method: 'get',
      path: '/change-reports/{id}',
      summary: 'Get a change report: pages, sentences, golden questions and citations',
      request: { params: IdParam },
      responses: { 200: jsonResponse(ChangeReport, 'The report'), ...errorResponses(400, 401, 404) },
    }),
    async (c) => {
      const report = { userId: c.get('me').user.id, reportId: c.req.valid('param').id }
      return c.json(await getChangeReport(c.get('services').db, report), 200)
    },
  )
  .openapi(
    createRoute({
      ...own,
      method: 'post',
      path: '/change-reports/{id}/delivery',
      summary: 'Send a change report to the webhook again',
      request: { params: IdParam },
      responses: { 202: { description: 'Queued' }, ...errorResponses(400, 401, 404, 409) },
    }),
    async (c) => {
      await redeliver(c.get('services'), { userId: c.get('me').user.id, reportId: c.req.valid('param').id })
      return c.body(null, 202)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/feeds/{token}',
      summary: 'Get the Atom feed of a notebook; open to anyone with its address',
      request: { params: z.object({ token: z.string() }) },
      responses: {
        200: {
          description: 'The newest 50 change reports',
          content: { 'application/atom+xml': { schema: z.string() } },
        },
        ...errorResponses(404),
      },
    }),
    async (c) => {
      const feed = await writeFeed(c.get('services'), c.req.valid('param').token)
      return c.body(feed, 200, {
        'Content-Type': 'application/atom+xml; charset=utf-8',
        'X-Robots-Tag': 'noindex, nofollow',
      })
    },
  )
