/** /api/notebooks, /api/conflicts */
import { ChangeConflict, Conflict, Conflicts } from '#shared/chat/conflicts.ts'
import { CreateNotebook, MirrorFormat, RenameNotebook, Notebook, NotebookDetails } from '#shared/chat/notebooks.ts'
import { titleFileName } from '#shared/file-names.ts'
import { mirrorAsZip, mirrorNotebook, mirrorPage } from '#server/chat/export/mirror-notebook.ts'
import { createNotebook, deleteNotebook, getNotebook, listNotebooks, renameNotebook } from '#server/chat/notebooks.ts'
import { changeConflict, listConflicts, searchConflicts } from '#server/conflicts/notebook-conflicts.ts'
import { jsonBody, createRoute, createRouter, errorResponses, IdParam, jsonResponse, z } from '#server/http/context.ts'
import { signedIn } from '#server/http/middleware/session.ts'
import { attachment, streamBytes, streamChunks } from '#server/http/stream-chunks.ts'

export const notebookRoutes = createRouter()
  .openapi(
    createRoute({
      method: 'get',
      path: '/notebooks',
      summary: 'List your notebooks, the default one first',
      middleware: signedIn,
      responses: {
        200: jsonResponse(z.object({ notebooks: z.array(Notebook) }), 'Your notebooks'),
        ...errorResponses(401),
      },
    }),
    async (c) => {
      const { database } = c.get('services')
      const userId = c.get('me').user.id
      const { notebooks } = await database.readReplicated((db) => listNotebooks({ db }, { userId }))
      return c.json({ notebooks }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/notebooks',
      summary: 'Create a notebook',
      middleware: signedIn,
      request: { body: jsonBody(CreateNotebook) },
      responses: { 201: jsonResponse(Notebook, 'The notebook'), ...errorResponses(400, 401) },
    }),
    async (c) =>
      c.json(await createNotebook(c.get('services'), { ...c.req.valid('json'), userId: c.get('me').user.id }), 201),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/notebooks/{id}',
      summary: 'Get a notebook with the first page of its chats; GET /chats?notebookId= has them all',
      middleware: signedIn,
      request: { params: IdParam },
      responses: {
        200: jsonResponse(NotebookDetails, 'The notebook'),
        ...errorResponses(400, 401, 404),
      },
    }),
    async (c) => {
      const notebook = { userId: c.get('me').user.id, notebookId: c.req.valid('param').id }
      return c.json(await getNotebook(c.get('services'), notebook), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'patch',
      path: '/notebooks/{id}',
      summary: 'Rename a notebook',
      middleware: signedIn,
      request: { params: IdParam, body: jsonBody(RenameNotebook) },
      responses: { 200: jsonResponse(Notebook, 'The notebook'), ...errorResponses(400, 401, 404) },
    }),
    async (c) => {
      const notebook = { userId: c.get('me').user.id, notebookId: c.req.valid('param').id }
      return c.json(await renameNotebook(c.get('services'), { ...c.req.valid('json'), ...notebook }), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/notebooks/{id}',
      summary: 'Delete a notebook; its chats move to the default notebook, which cannot be deleted',
      middleware: signedIn,
      request: { params: IdParam },
      responses: { 204: { description: 'Deleted' }, ...errorResponses(400, 401, 404, 409) },
    }),
    async (c) => {
      await deleteNotebook(c.get('services'), { userId: c.get('me').user.id, notebookId: c.req.valid('param').id })
      return c.body(null, 204)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/notebooks/{id}/conflicts',
      summary: 'List the conflicts that the last search found: statements of two pages that disagree',
      middleware: signedIn,
      request: { params: IdParam },
      responses: { 200: jsonResponse(Conflicts, 'The conflicts'), ...errorResponses(400, 401, 404) },
    }),
    async (c) => {
      const notebook = { userId: c.get('me').user.id, notebookId: c.req.valid('param').id }
      return c.json(await listConflicts(c.get('services'), notebook), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/notebooks/{id}/conflicts',
      summary: 'Search the pages of a notebook for conflicts; the answer takes seconds for a thousand pages',
      middleware: signedIn,
      request: { params: IdParam },
      responses: { 200: jsonResponse(Conflicts, 'The conflicts'), ...errorResponses(400, 401, 404) },
    }),
    async (c) => {
      const notebook = { userId: c.get('me').user.id, notebookId: c.req.valid('param').id }
      return c.json(await searchConflicts(c.get('services'), notebook), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'patch',
      path: '/conflicts/{id}',
      summary: 'Dismiss a conflict, also for later searches, or show it again',
      middleware: signedIn,
      request: { params: IdParam, body: jsonBody(ChangeConflict) },
      responses: { 200: jsonResponse(Conflict, 'The conflict'), ...errorResponses(400, 401, 404) },
    }),
    async (c) => {
      const change = { ...c.req.valid('json'), userId: c.get('me').user.id, conflictId: c.req.valid('param').id }
      return c.json(await changeConflict(c.get('services'), change), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/notebooks/{id}/export',
      summary: 'Export the current pages of a notebook as llms.txt, llms-full.txt or JSON lines',
      middleware: signedIn,
      request: { params: IdParam, query: z.object({ format: MirrorFormat.default('llms') }) },
      responses: {
        200: { description: 'The file', content: { 'text/*': { schema: z.string() } } },
        ...errorResponses(400, 401, 404),
      },
    }),
    async (c) => {
      const { format } = c.req.valid('query')
      const notebook = { userId: c.get('me').user.id, notebookId: c.req.valid('param').id }
      const pagesUrl = `${c.get('services').appUrl}/api/notebooks/${notebook.notebookId}/pages`
      const pieces = await mirrorNotebook(c.get('services'), { ...notebook, format, pagesUrl })
      c.header('Content-Type', `${format === 'jsonl' ? 'text/plain' : 'text/markdown'}; charset=utf-8`)
      return c.body(streamChunks(pieces))
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/notebooks/{id}/archive',
      summary: 'Export the current pages of a notebook as a ZIP file of Markdown files with front matter',
      middleware: signedIn,
      request: { params: IdParam },
      responses: {
        200: { description: 'The file', content: { 'application/zip': { schema: z.string() } } },
        ...errorResponses(400, 401, 404),
      },
    }),
    async (c) => {
      const notebook = { userId: c.get('me').user.id, notebookId: c.req.valid('param').id }
      const { title, chunks } = await mirrorAsZip(c.get('services'), notebook)
      c.header('Content-Type', 'application/zip')
      c.header('Content-Disposition', attachment(titleFileName(title, { kind: 'Notebook', extension: 'zip' })))
      return c.body(streamBytes(chunks))
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/notebooks/{id}/pages/{pageId}',
      summary: 'Get a current page of a notebook as Markdown with front matter',
      middleware: signedIn,
      request: { params: IdParam.extend({ pageId: z.uuid('Not a valid id.') }) },
      responses: {
        200: { description: 'The page', content: { 'text/*': { schema: z.string() } } },
        ...errorResponses(400, 401, 404),
      },
    }),
    async (c) => {
      const { id: notebookId, pageId } = c.req.valid('param')
      const page = await mirrorPage(c.get('services'), { userId: c.get('me').user.id, notebookId, pageId })
      return c.body(page, 200, { 'Content-Type': 'text/markdown; charset=utf-8' })
    },
  )
