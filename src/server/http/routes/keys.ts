/** /api/keys and /api/programs: what may act for a user. Only a session may manage it, never a key. */
import { ApiKey, CreatedApiKey, MakeApiKey, Program } from '#shared/api-keys.ts'
import { createApiKey, listApiKeys, revokeApiKey } from '#server/accounts/keys/api-keys.ts'
import { listPrograms, revokeProgram } from '#server/accounts/oauth/programs.ts'
import { jsonBody, createRoute, createRouter, errorResponses, IdParam, jsonResponse, z } from '#server/http/context.ts'
import { signedIn } from '#server/http/middleware/session.ts'

export const keyRoutes = createRouter()
  .openapi(
    createRoute({
      method: 'get',
      path: '/keys',
      summary: 'List your API keys, without the secrets',
      middleware: signedIn,
      responses: {
        200: jsonResponse(z.object({ keys: z.array(ApiKey) }), 'Your keys, newest first'),
        ...errorResponses(401),
      },
    }),
    async (c) => c.json({ keys: await listApiKeys(c.get('services').db, c.get('me').user.id) }, 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/keys',
      summary: 'Create an API key; the secret is returned only once',
      middleware: signedIn,
      request: { body: jsonBody(MakeApiKey) },
      responses: { 201: jsonResponse(CreatedApiKey, 'The key'), ...errorResponses(400, 401, 409) },
    }),
    async (c) =>
      c.json(await createApiKey(c.get('services').db, { ...c.req.valid('json'), userId: c.get('me').user.id }), 201),
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/keys/{id}',
      summary: 'Revoke an API key, permanently',
      middleware: signedIn,
      request: { params: IdParam },
      responses: { 204: { description: 'Revoked' }, ...errorResponses(400, 401, 404) },
    }),
    async (c) => {
      await revokeApiKey(c.get('services').db, { userId: c.get('me').user.id, keyId: c.req.valid('param').id })
      return c.body(null, 204)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/programs',
      summary: 'List the programs that you allowed to sign in with OAuth',
      middleware: signedIn,
      responses: {
        200: jsonResponse(z.object({ programs: z.array(Program) }), 'Newest first'),
        ...errorResponses(401),
      },
    }),
    async (c) => c.json({ programs: await listPrograms(c.get('services').db, c.get('me').user.id) }, 200),
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/programs/{id}',
      summary: 'Revoke what a program may do; it loses access immediately',
      middleware: signedIn,
      request: { params: z.object({ id: z.string().min(1).max(200) }) },
      responses: { 204: { description: 'Revoked' }, ...errorResponses(400, 401, 404) },
    }),
    async (c) => {
      await revokeProgram(c.get('services').db, { userId: c.get('me').user.id, programId: c.req.valid('param').id })
      return c.body(null, 204)
    },
  )
