/** /api/admin/storage: the connection to the document storage. */
import {
  AuthEvent,
  AuthLog,
  Authorization,
  BeginAuthorization,
  FinishAuthorization,
  StorageStatus,
} from '#shared/document-storage.ts'
import { recordAction } from '#server/admin/record-action.ts'
import { recordChanges, requireTrustedAddresses } from '#server/admin/save-settings.ts'
import { beginAuthorization } from '#server/document-storage/begin-authorization.ts'
import { disconnect } from '#server/document-storage/disconnect.ts'
import { finishAuthorization } from '#server/document-storage/finish-authorization.ts'
import { unsafeListAuthEvents } from '#server/document-storage/list-auth-events.ts'
import { readStatus } from '#server/document-storage/read-status.ts'
import { enteredValues, withDraft } from '#server/document-storage/storage-services.ts'
import { verifyConnection } from '#server/document-storage/verify-connection.ts'
import { CursorQuery, jsonBody, createRoute, createRouter, errorResponses, jsonResponse } from '#server/http/context.ts'
import { administrator } from '#server/http/middleware/session.ts'

const targetType = 'document_storage'

export const adminStorageRoutes = createRouter()
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/storage',
      summary: 'Get whether the document storage is set up and connected',
      middleware: administrator,
      responses: { 200: jsonResponse(StorageStatus, 'Status'), ...errorResponses(401, 403) },
    }),
    async (c) => c.json(await readStatus(c.get('services')), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/storage/authorisation',
      summary: 'Start connecting: returns the consent page of the provider',
      middleware: administrator,
      request: { body: jsonBody(BeginAuthorization) },
      responses: {
        201: jsonResponse(Authorization, 'Consent page; valid for ten minutes'),
        ...errorResponses(400, 401, 403, 409),
      },
    }),
    async (c) => {
      const services = c.get('services')
      const actor = { adminId: c.get('me').user.id, sessionId: c.get('sessionId') }
      await recordAction(services, { adminId: actor.adminId, action: 'test_storage_connection', targetType })
      const { settings } = c.req.valid('json')
      requireTrustedAddresses(services, settings)
      return c.json(await beginAuthorization(withDraft(services, settings), actor), 201)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/storage/tokens',
      summary: 'Finish connecting with the code that the provider returned',
      middleware: administrator,
      request: { body: jsonBody(FinishAuthorization) },
      responses: { 200: jsonResponse(StorageStatus, 'Connected'), ...errorResponses(400, 401, 403, 409, 502) },
    }),
    async (c) => {
      const actor = { adminId: c.get('me').user.id, sessionId: c.get('sessionId') }
      const services = c.get('services')
      const { settings, ...answer } = c.req.valid('json')
      requireTrustedAddresses(services, settings)
      const status = await finishAuthorization(services, { ...actor, ...answer, settings })
      if (Object.keys(enteredValues(settings)).length > 0)
        await recordChanges(services, { adminId: actor.adminId, changes: settings })
      return c.json(status, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/storage/verify',
      summary: 'Test the connection by requesting a new access token',
      middleware: administrator,
      responses: { 200: jsonResponse(StorageStatus, 'It works'), ...errorResponses(401, 403, 409, 502) },
    }),
    async (c) => c.json(await verifyConnection(c.get('services')), 200),
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/admin/storage',
      summary: 'Disconnect the document storage',
      middleware: administrator,
      responses: { 204: { description: 'Disconnected' }, ...errorResponses(401, 403) },
    }),
    async (c) => {
      const services = c.get('services')
      await disconnect(services)
      await recordAction(services, { adminId: c.get('me').user.id, action: 'disconnect_storage', targetType })
      return c.body(null, 204)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/storage/log',
      summary: 'List the log of the OAuth exchanges',
      middleware: administrator,
      request: { query: CursorQuery.extend({ event: AuthEvent.optional() }) },
      responses: { 200: jsonResponse(AuthLog, 'Newest first'), ...errorResponses(400, 401, 403) },
    }),
    async (c) => c.json(await unsafeListAuthEvents(c.get('services').db, c.req.valid('query')), 200),
  )
