/** Tools that list notebooks, chats and pages. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { getChat } from '#server/chat/get-chat.ts'
import { listChats } from '#server/chat/list-chats.ts'
import { listNotebooks } from '#server/chat/notebooks.ts'
import { getCrawl } from '#server/crawl/get-crawl.ts'
import { After, BATCH_SIZE, Id, runTool, type ToolContext } from './run-tool.ts'

export function addListTools(server: McpServer, context: ToolContext) {
  addListNotebooks(server, context)
  addListChats(server, context)
  addListPages(server, context)
}

function addListNotebooks(server: McpServer, context: ToolContext) {
  const { services, userId } = context
  server.registerTool(
    'list_notebooks',
    {
      title: 'List notebooks',
      description: `Notebooks, which group saved chats, in batches of ${BATCH_SIZE}; the default one first.`,
      inputSchema: z.strictObject({ after: After }),
      outputSchema: {
        notebooks: z.array(z.object({ notebook_id: z.string(), title: z.string(), is_default: z.boolean() })),
        next: z.string().nullable(),
      },
      annotations: { readOnlyHint: true },
    },
    ({ after }) =>
      runTool(context, 'read', async () => {
        const { notebooks, next } = await listNotebooks(services, { userId, after, limit: BATCH_SIZE })
        return {
          notebooks: notebooks.map(({ id, title, is_default }) => ({ notebook_id: id, title, is_default })),
          next,
        }
      }),
  )
}

function addListChats(server: McpServer, context: ToolContext) {
  const { services, userId } = context
  server.registerTool(
    'list_chats',
    {
      title: 'List saved chats',
      description: `Saved chats with their page counts, in batches of ${BATCH_SIZE}: pinned first, then newest.`,
      inputSchema: z.strictObject({
        notebook_id: Id.optional(),
        title: z.string().max(200).optional().describe('Words in the title'),
        after: After,
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
      runTool(context, 'read', async () => {
        const { chats, next } = await listChats(services, { userId, notebookId, title, after, limit: BATCH_SIZE })
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
}

function addListPages(server: McpServer, context: ToolContext) {
  server.registerTool(
    'list_pages',
    {
      title: 'List pages',
      description: `The pages of a crawl or of a saved chat with their summaries, in batches of ${BATCH_SIZE}. Needs a crawl_id or a chat_id.`,
      inputSchema: z.strictObject({
        crawl_id: Id.optional(),
        chat_id: Id.optional(),
        from: z.number().int().min(0).default(0).describe('Number of pages to skip'),
      }),
      outputSchema: {
        pages: z.array(
          z.object({
            page_id: z.string(),
            url: z.string(),
            title: z.string(),
            summary: z.string(),
            selected: z.boolean(),
          }),
        ),
        total: z.number(),
      },
      annotations: { readOnlyHint: true },
    },
    ({ crawl_id: crawlId, chat_id: chatId, from }) =>
      runTool(context, 'read', async () => {
        const pages = await pagesOf(context, { crawlId, chatId })
        const shown = pages.slice(from, from + BATCH_SIZE)
        return {
          pages: shown.map(({ id, url, title, summary, selected }) => ({ page_id: id, url, title, summary, selected })),
          total: pages.length,
        }
      }),
  )
}

async function pagesOf(
  { services, userId }: ToolContext,
  { crawlId, chatId }: { crawlId: string | undefined; chatId: string | undefined },
) {
  if (chatId) return (await getChat(services, { userId, chatId })).crawled_pages
  if (crawlId) return (await getCrawl(services, { userId, crawlId, content: false })).pages
  throw new AppError('request.crawl-or-chat')
}
