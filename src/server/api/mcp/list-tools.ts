/** Tools that list what is there: notebooks, chats, pages. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { getChat } from '#server/chat/get-chat.ts'
import { listChats } from '#server/chat/list-chats.ts'
import { listNotebooks } from '#server/chat/list-notebooks.ts'
import { getCrawl } from '#server/crawl/get-crawl.ts'
import { type Asking, answerTool } from './tool-answer.ts'
import { Id } from './tool-input.ts'

const ITEMS_AT_ONCE = 100

export function addListTools(server: McpServer, asking: Asking) {
  const { services, userId } = asking

  server.registerTool(
    'list_notebooks',
    {
      title: 'List notebooks',
      description: 'The notebooks in which saved chats are kept, the default one first.',
      outputSchema: { notebooks: z.array(z.object({ notebook_id: z.string(), title: z.string(), is_default: z.boolean() })) },
      annotations: { readOnlyHint: true },
    },
    () =>
      answerTool(asking, 'read', async () => {
        const notebooks = await listNotebooks(services, userId)
        return { notebooks: notebooks.map(({ id, title, is_default }) => ({ notebook_id: id, title, is_default })) }
      }),
  )

  server.registerTool(
    'list_chats',
    {
      title: 'List saved chats',
      description: 'Saved chats with their pages, a piece at a time: pinned ones first, then the newest.',
      inputSchema: z.strictObject({
        notebook_id: Id.optional(),
        title: z.string().max(200).optional().describe('Words that the title holds'),
        after: z.string().max(2000).optional().describe('The `next` of the piece before'),
      }),
      outputSchema: {
        chats: z.array(
          z.object({
            chat_id: z.string(),
            notebook_id: z.string(),
            title: z.string(),
            messages: z.number(),
            pages: z.number(),
            selected_pages: z.number(),
            updated_at: z.string(),
          }),
        ),
        next: z.string().nullable(),
      },
      annotations: { readOnlyHint: true },
    },
    ({ notebook_id: notebookId, title, after }) =>
      answerTool(asking, 'read', async () => {
        const { chats, next } = await listChats(services, { userId, notebookId, title, after, limit: ITEMS_AT_ONCE })
        return {
          chats: chats.map((chat) => ({
            chat_id: chat.id,
            notebook_id: chat.notebook_id,
            title: chat.title,
            messages: chat.messageCount,
            pages: chat.crawledPagesCount,
            selected_pages: chat.selectedPagesCount,
            updated_at: chat.updated_at,
          })),
          next,
        }
      }),
  )

  server.registerTool(
    'list_pages',
    {
      title: 'List pages',
      description: 'The pages of a crawl, or of a saved chat, with their summaries; name one of the two.',
      inputSchema: z.strictObject({
        crawl_id: Id.optional(),
        chat_id: Id.optional(),
        from: z.number().int().min(0).default(0).describe('How many pages to leave out at the beginning'),
      }),
      outputSchema: {
        pages: z.array(
          z.object({ page_id: z.string(), url: z.string(), title: z.string(), summary: z.string(), selected: z.boolean() }),
        ),
        total: z.number(),
      },
      annotations: { readOnlyHint: true },
    },
    ({ crawl_id: crawlId, chat_id: chatId, from }) =>
      answerTool(asking, 'read', async () => {
        const pages = await pagesOf(crawlId, chatId)
        const shown = pages.slice(from, from + ITEMS_AT_ONCE)
        return {
          pages: shown.map(({ id, url, title, summary, selected }) => ({ page_id: id, url, title, summary, selected })),
          total: pages.length,
        }
      }),
  )

  async function pagesOf(crawlId: string | undefined, chatId: string | undefined) {
    if (chatId) return (await getChat(services, { userId, chatId })).crawled_pages
    if (crawlId) return (await getCrawl(services, { userId, crawlId, content: false })).pages
    throw new AppError('request.invalid', { reason: 'Name a crawl_id or a chat_id.' })
  }
}
