/** /api/keys: the keys with which programs act for a person. Only the person makes and revokes them, never a key. */
import { ApiKey, MadeApiKey, MakeApiKey } from '#shared/api-keys.ts'
import { listApiKeys } from '#server/account/keys/list-api-keys.ts'
import { makeApiKey } from '#server/account/keys/make-api-key.ts'
import { revokeApiKey } from '#server/account/keys/revoke-api-key.ts'
import { body, createRoute, createRouter, failing, IdParam, json, z } from './context.ts'
import { signedIn } from './session.ts'

export const keyRoutes = createRouter()
  .openapi(
    createRoute({
      method: 'get',
      path: '/keys',
      summary: 'Your API keys, without the keys themselves',
      middleware: signedIn,
      responses: { 200: json(z.object({ keys: z.array(ApiKey) }), 'Your keys, the newest first'), ...failing(401) },
    }),
    async (c) => c.json({ keys: await listApiKeys(c.get('services').db, c.get('me').user.id) }, 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/keys',
      summary: 'Make an API key; the answer is the only one that tells it',
      middleware: signedIn,
      request: { body: body(MakeApiKey) },
      responses: { 201: json(MadeApiKey, 'The key'), ...failing(400, 401, 403, 409) },
    }),
    async (c) =>
      c.json(await makeApiKey(c.get('services').db, { ...c.req.valid('json'), userId: c.get('me').user.id }), 201),
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/keys/{id}',
      summary: 'Revoke an API key, for good and at once',
      middleware: signedIn,
      request: { params: IdParam },
      responses: { 204: { description: 'Revoked' }, ...failing(400, 401, 404) },
    }),
    async (c) => {
      await revokeApiKey(c.get('services').db, { userId: c.get('me').user.id, keyId: c.req.valid('param').id })
      return c.body(null, 204)
    },
  )
