/** /api/chats/{id}/share for the owner, /api/shares/{token} for anyone with the link. */
import { NewShare, Share, SharedChat } from '#shared/chat/shares.ts'
import { readSharedChat } from '#server/chat/read-shared-chat.ts'
import { getShare, revokeShare, shareChat } from '#server/chat/share-chat.ts'
import { createRoute, createRouter, errorResponses, IdParam, jsonResponse, z } from '#server/http/context.ts'
import { signedIn } from '#server/http/middleware/session.ts'

const own = { path: '/chats/{id}/share', middleware: signedIn, request: { params: IdParam } } as const

export const shareRoutes = createRouter()
  .openapi(
    createRoute({
      ...own,
      method: 'get',
      summary: 'Get the link to a chat, and since when it exists',
      responses: {
        200: jsonResponse(
          z.object({ share: Share.nullable() }),
          'The link; its address is null if an earlier version created it',
        ),
        ...errorResponses(400, 401, 404),
      },
    }),
    async (c) => {
      const chat = { userId: c.get('me').user.id, chatId: c.req.valid('param').id }
      return c.json({ share: await getShare(c.get('services'), chat) }, 200)
    },
  )
  .openapi(
    createRoute({
      ...own,
      method: 'post',
      summary: 'Create a read-only link to a chat; an earlier link stops working',
      responses: { 201: jsonResponse(NewShare, 'The link'), ...errorResponses(400, 401, 404) },
    }),
    async (c) =>
      c.json(await shareChat(c.get('services'), { userId: c.get('me').user.id, chatId: c.req.valid('param').id }), 201),
  )
  .openapi(
    createRoute({
      ...own,
      method: 'delete',
      summary: 'Revoke the link',
      responses: { 204: { description: 'Revoked' }, ...errorResponses(400, 401, 404) },
    }),
    async (c) => {
      await revokeShare(c.get('services'), { userId: c.get('me').user.id, chatId: c.req.valid('param').id })
      return c.body(null, 204)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/shares/{token}',
      summary: 'Get a shared chat; open to anyone with the link',
      request: { params: z.object({ token: z.string() }) },
      responses: { 200: jsonResponse(SharedChat, 'The chat'), ...errorResponses(404) },
    }),
    async (c) => {
      c.header('X-Robots-Tag', 'noindex, nofollow')
      return c.json(await readSharedChat(c.get('services'), c.req.valid('param').token), 200)
    },
  )
