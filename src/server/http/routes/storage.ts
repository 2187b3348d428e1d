/** /api/storage: saving files to the document storage. */
import { UserStorage, SaveFile, StorageFolder, StoredFile, StoredFiles } from '#shared/document-storage.ts'
import { readUserStorage, setUploadFolder } from '#server/document-storage/upload-folder.ts'
import { retryFile, saveFile } from '#server/document-storage/save-file.ts'
import { listFiles } from '#server/document-storage/stored-file.ts'
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

export const storageRoutes = createRouter()
  .openapi(
    createRoute({
      method: 'get',
      path: '/storage',
      summary: 'Get whether files can be saved to WorkDrive, and your folder',
      middleware: signedIn,
      responses: { 200: jsonResponse(UserStorage, 'Your storage settings'), ...errorResponses(401) },
    }),
    async (c) => c.json(await readUserStorage(c.get('services'), c.get('me').user.id), 200),
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/storage/folder',
      summary: 'Set the workspace and folder for your files',
      middleware: signedIn,
      request: { body: jsonBody(StorageFolder) },
      responses: { 200: jsonResponse(UserStorage, 'Your storage settings'), ...errorResponses(400, 401) },
    }),
    async (c) => {
      const change = { userId: c.get('me').user.id, folder: c.req.valid('json') }
      return c.json(await setUploadFolder(c.get('services'), change), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/storage/files',
      summary: "Save a crawl's pages or a chat to WorkDrive",
      middleware: signedIn,
      request: { body: jsonBody(SaveFile) },
      responses: { 201: jsonResponse(StoredFile, 'The file, queued'), ...errorResponses(400, 401, 404, 409, 429) },
    }),
    async (c) => {
      const request = { ...c.req.valid('json'), userId: c.get('me').user.id }
      return c.json(await saveFile(c.get('services'), request), 201)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/storage/files',
      summary: 'List the files saved from one crawl or chat',
      middleware: signedIn,
      request: { query: CursorQuery.extend({ source: z.uuid('Not a valid id.') }) },
      responses: { 200: jsonResponse(StoredFiles, 'Newest first'), ...errorResponses(400, 401) },
    }),
    async (c) => {
      const { source: sourceId, after } = c.req.valid('query')
      const filter = { userId: c.get('me').user.id, sourceId, after }
      return c.json(await listFiles(c.get('services').db, filter), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/storage/files/{id}/retry',
      summary: 'Retry saving a file',
      middleware: signedIn,
      request: { params: IdParam },
      responses: {
        200: jsonResponse(StoredFile, 'The file, queued again'),
        ...errorResponses(400, 401, 404, 409, 429),
      },
    }),
    async (c) => {
      const file = { userId: c.get('me').user.id, fileId: c.req.valid('param').id }
      return c.json(await retryFile(c.get('services'), file), 200)
    },
  )
