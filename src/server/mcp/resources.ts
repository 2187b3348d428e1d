/** Notebooks and their pages as resources, for clients that attach them to a conversation. */
import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'
import { ListResourcesRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js'
import { AppError } from '#shared/errors.ts'
import { mirrorNotebook, mirrorPage } from '#server/chat/export/mirror-notebook.ts'
import { listNotebooks } from '#server/chat/notebooks.ts'
import { BATCH_SIZE, Id, type ToolContext } from './run-tool.ts'

/** Of the MCP specification: the resource does not exist. */
const NOT_FOUND = -32_002

const MARKDOWN = 'text/markdown'
const uriOf = (notebookId: string) => `readback://notebooks/${notebookId}`

export function addResources(server: McpServer, context: ToolContext) {
  const { services, userId } = context

  const notebooks = new ResourceTemplate(uriOf('{notebook_id}'), { list: undefined })
  const list = { title: 'Notebook', description: 'The pages of a notebook, with summaries.', mimeType: MARKDOWN }
  server.registerResource('notebook', notebooks, list, (uri, { notebook_id: id }) =>
    readResource(context, async () => {
      const notebookId = idIn(id)
      const pagesUrl = `${uriOf(notebookId)}/pages`
      const pieces = await mirrorNotebook(services, { userId, notebookId, format: 'llms', pagesUrl })
      let text = ''
      for await (const piece of pieces) text += piece
      return contents(uri, text)
    }),
  )

  const pages = new ResourceTemplate(`${uriOf('{notebook_id}')}/pages/{page_id}`, { list: undefined })
  const page = { title: 'Page', description: 'The stored text of a page of a notebook.', mimeType: MARKDOWN }
  server.registerResource('page', pages, page, (uri, { notebook_id: notebookId, page_id: pageId }) =>
    readResource(context, async () =>
      contents(uri, await mirrorPage(services, { userId, notebookId: idIn(notebookId), pageId: idIn(pageId) })),
    ),
  )

  // In place of the SDK's own list, which has no pages.
  server.server.setRequestHandler(ListResourcesRequestSchema, ({ params }) =>
    readResource(context, async () => {
      const query = { userId, after: params?.cursor, limit: BATCH_SIZE }
      const { notebooks: shown, next } = await listNotebooks(services, query)
      return {
        // Clients show the title in place of the name.
        resources: shown.map(({ id, title }) => ({ ...list, uri: uriOf(id), name: title, title })),
        ...(next !== null && { nextCursor: next }),
      }
    }),
  )
}

const contents = (uri: URL, text: string) => ({ contents: [{ uri: uri.href, mimeType: MARKDOWN, text }] })

/** Throws AppError 'page.not-found' for an invalid id. */
function idIn(value: string | string[] | undefined): string {
  const id = Id.safeParse(value)
  if (!id.success) throw new AppError('page.not-found')
  return id.data
}

/** Runs `action` if the key may read. Throws McpError with the message of what failed. */
async function readResource<Result>({ services, scopes }: ToolContext, action: () => Promise<Result>): Promise<Result> {
  try {
    if (!scopes.includes('read')) throw new AppError('key.scope', { scope: 'read' })
    return await action()
  } catch (error) {
    const known = error instanceof AppError ? error : new AppError('server.unexpected')
    if (known !== error) services.log.error({ err: error }, 'resource failed')
    throw new McpError(NOT_FOUND, known.message, { code: known.code })
  }
}
