/** /api/notebooks */
import { ChatPage } from '#shared/chat/chats.ts'
import { CreateNotebook, NameNotebook, Notebook } from '#shared/chat/notebooks.ts'
import { createNotebook, deleteNotebook, getNotebook, listNotebooks, renameNotebook } from '#server/chat/notebooks.ts'
import { body, createRoute, createRouter, failing, IdParam, json, z } from '#server/http/context.ts'
import { signedIn } from '#server/http/middleware/session.ts'

const guarded = { middleware: signedIn }

export const notebookRoutes = createRouter()
  .openapi(
    createRoute({
      method: 'get',
      path: '/notebooks',
      summary: 'Your notebooks, the default one first',
      ...guarded,
      responses: { 200: json(z.object({ notebooks: z.array(Notebook) }), 'Your notebooks'), ...failing(401) },
    }),
    async (c) => c.json({ notebooks: await listNotebooks(c.get('services'), c.get('me').user.id) }, 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/notebooks',
      summary: 'Create a notebook',
      ...guarded,
      request: { body: body(CreateNotebook) },
      responses: { 201: json(Notebook, 'The notebook'), ...failing(400, 401) },
    }),
    async (c) =>
      c.json(await createNotebook(c.get('services'), { ...c.req.valid('json'), userId: c.get('me').user.id }), 201),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/notebooks/{id}',
      summary: 'A notebook with the first page of its chats; GET /chats?notebookId= has them all',
      ...guarded,
      request: { params: IdParam },
      responses: {
        200: json(Notebook.extend(ChatPage.shape), 'The notebook'),
        ...failing(400, 401, 404),
      },
    }),
    async (c) => {
      const who = { userId: c.get('me').user.id, notebookId: c.req.valid('param').id }
      return c.json(await getNotebook(c.get('services'), who), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'patch',
      path: '/notebooks/{id}',
      summary: 'Rename a notebook',
      ...guarded,
      request: { params: IdParam, body: body(NameNotebook) },
      responses: { 200: json(Notebook, 'The notebook'), ...failing(400, 401, 404) },
    }),
    async (c) => {
      const who = { userId: c.get('me').user.id, notebookId: c.req.valid('param').id }
      return c.json(await renameNotebook(c.get('services'), { ...c.req.valid('json'), ...who }), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/notebooks/{id}',
      summary: 'Delete a notebook; its chats move to the default notebook, which cannot be deleted',
      ...guarded,
      request: { params: IdParam },
      responses: { 204: { description: 'Deleted' }, ...failing(400, 401, 404, 409) },
    }),
    async (c) => {
      await deleteNotebook(c.get('services'), { userId: c.get('me').user.id, notebookId: c.req.valid('param').id })
      return c.body(null, 204)
    },
  )
