/** /api/storage: saving to the document storage. */
import { OwnStorage, SaveFile, StoragePlace, StoredFile, StoredFiles } from '#shared/document-storage.ts'
import { changePlace, readOwnStorage } from '#server/document-storage/own-place.ts'
import { retryFile, saveFile } from '#server/document-storage/save-file.ts'
import { listFiles } from '#server/document-storage/stored-file.ts'
import { body, createRoute, createRouter, failing, IdParam, json, z } from './context.ts'
import { signedIn } from './session.ts'

export const storageRoutes = createRouter()
  .openapi(
    createRoute({
      method: 'get',
      path: '/storage',
      summary: 'Whether files can be saved to WorkDrive, and where yours go',
      middleware: signedIn,
      responses: { 200: json(OwnStorage, 'Yours'), ...failing(401) },
    }),
    async (c) => c.json(await readOwnStorage(c.get('services'), c.get('me').user.id), 200),
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/storage/place',
      summary: 'Name the workspace and folder that your files go to',
      middleware: signedIn,
      request: { body: body(StoragePlace) },
      responses: { 200: json(OwnStorage, 'Yours'), ...failing(400, 401) },
    }),
    async (c) => {
      const wish = { userId: c.get('me').user.id, place: c.req.valid('json') }
      return c.json(await changePlace(c.get('services'), wish), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/storage/files',
      summary: "Save a crawl's pages or a chat to WorkDrive",
      middleware: signedIn,
      request: { body: body(SaveFile) },
      responses: { 201: json(StoredFile, 'The file, on its way'), ...failing(400, 401, 404, 409, 429) },
    }),
    async (c) => {
      const wish = { userId: c.get('me').user.id, ...c.req.valid('json') }
      return c.json(await saveFile(c.get('services'), wish), 201)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/storage/files',
      summary: 'The files that were made of one crawl or chat',
      middleware: signedIn,
      request: { query: z.object({ source: z.uuid('Not an id.') }) },
      responses: { 200: json(StoredFiles, 'The newest first'), ...failing(400, 401) },
    }),
    async (c) => {
      const which = { userId: c.get('me').user.id, sourceId: c.req.valid('query').source }
      return c.json(await listFiles(c.get('services').db, which), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/storage/files/{id}/retry',
      summary: 'Try again to save a file',
      middleware: signedIn,
      request: { params: IdParam },
      responses: { 200: json(StoredFile, 'The file, on its way again'), ...failing(400, 401, 404, 409) },
    }),
    async (c) => {
      const which = { userId: c.get('me').user.id, fileId: c.req.valid('param').id }
      return c.json(await retryFile(c.get('services'), which), 200)
    },
  )
