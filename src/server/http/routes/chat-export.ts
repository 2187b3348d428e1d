/** /api/chats/{id}/export */
import { contentTypes, ExportFormat, exportFileName } from '#shared/chat/chat-export.ts'
import { exportChat } from '#server/chat/export/export-chat.ts'
import { createRoute, createRouter, errorResponses, IdParam, z } from '#server/http/context.ts'
import { signedIn } from '#server/http/middleware/session.ts'
import { attachment, streamChunks } from '#server/http/stream-chunks.ts'

export const chatExportRoutes = createRouter().openapi(
  createRoute({
    method: 'get',
    path: '/chats/{id}/export',
    summary: 'Export a chat as a file, citations as footnotes',
    middleware: signedIn,
    request: { params: IdParam, query: z.object({ format: ExportFormat.default('markdown') }) },
    responses: {
      200: { description: 'The file, named after the chat', content: { 'text/*': { schema: z.string() } } },
      ...errorResponses(400, 401, 404),
    },
  }),
  async (c) => {
    const { format } = c.req.valid('query')
    const options = { userId: c.get('me').user.id, chatId: c.req.valid('param').id, format }
    const { title, pieces } = await exportChat(c.get('services'), options)
    c.header('Content-Type', contentTypes[format])
    c.header('Content-Disposition', attachment(exportFileName(title, format)))
    // An error closes the connection, so that a partial file fails to download.
    return c.body(streamChunks(pieces))
  },
)
