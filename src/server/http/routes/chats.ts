/** /api/chats */
import {
  ChangeChat,
  ChangePages,
  ChatHits,
  ChatMessage,
  ChatList,
  ChatSort,
  DuplicateChat,
  SaveChat,
  SavedChat,
  SearchIn,
  UnsavedChat,
} from '#shared/chat/chats.ts'
import { SEARCH_MAX_LENGTH, TITLE_MAX_LENGTH } from '#shared/chat/chat-limits.ts'
import { changeChat, changePages } from '#server/chat/change-chat.ts'
import { deleteChat, restoreChat } from '#server/chat/delete-chat.ts'
import { duplicateChat } from '#server/chat/duplicate-chat.ts'
import { getChat } from '#server/chat/get-chat.ts'
import { CHATS_PAGE_SIZE, listChats } from '#server/chat/list-chats.ts'
import { saveChat } from '#server/chat/save-chat.ts'
import { searchChats } from '#server/chat/search-chats.ts'
import { listUnsavedChats, listUnsavedMessages } from '#server/chat/unsaved-messages.ts'
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

const ListChats = CursorQuery.extend({
  title: z.string().max(TITLE_MAX_LENGTH).optional().openapi({ description: 'Words in the title' }),
  sort: ChatSort.default('created'),
  notebookId: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(CHATS_PAGE_SIZE),
})

const SearchChats = CursorQuery.extend({
  q: z.string().max(SEARCH_MAX_LENGTH).openapi({ description: 'Words; each matches the beginning of a word' }),
  in: SearchIn,
})

export const chatRoutes = createRouter()
  .openapi(
    createRoute({
      method: 'get',
      path: '/chats',
      summary: 'List your saved chats, pinned ones first, then newest created first',
      middleware: signedIn,
      request: { query: ListChats },
      responses: {
        200: jsonResponse(ChatList, 'Your chats; pass `next` as `after` for more'),
        ...errorResponses(400, 401),
      },
    }),
    async (c) => {
      const { database } = c.get('services')
      const options = { ...c.req.valid('query'), userId: c.get('me').user.id }
      return c.json(await database.readReplicated((db) => listChats({ db }, options)), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/chats',
      summary: 'Save a chat with its pages and messages',
      middleware: signedIn,
      request: { body: jsonBody(SaveChat) },
      responses: { 201: jsonResponse(SavedChat, 'The saved chat'), ...errorResponses(400, 401, 404) },
    }),
    async (c) =>
      c.json(await saveChat(c.get('services'), { ...c.req.valid('json'), userId: c.get('me').user.id }), 201),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/chats/search',
      summary: 'Search messages or pages of your chats that contain all words; newest first',
      middleware: signedIn,
      request: { query: SearchChats },
      responses: {
        200: jsonResponse(ChatHits, 'Results'),
        ...errorResponses(400, 401),
      },
    }),
    async (c) => {
      const { database } = c.get('services')
      const options = { ...c.req.valid('query'), userId: c.get('me').user.id }
      return c.json(await database.readReplicated((db) => searchChats({ db }, options)), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/chats/{id}',
      summary: 'Get a saved chat with its pages and messages',
      middleware: signedIn,
      request: { params: IdParam },
      responses: { 200: jsonResponse(SavedChat, 'The chat'), ...errorResponses(400, 401, 404) },
    }),
    async (c) =>
      c.json(await getChat(c.get('services'), { userId: c.get('me').user.id, chatId: c.req.valid('param').id }), 200),
  )
  .openapi(
    createRoute({
      method: 'patch',
      path: '/chats/{id}',
      summary: 'Rename, move or pin a chat',
      middleware: signedIn,
      request: { params: IdParam, body: jsonBody(ChangeChat) },
      responses: { 200: jsonResponse(SavedChat, 'The chat'), ...errorResponses(400, 401, 404) },
    }),
    async (c) => {
      const chat = { userId: c.get('me').user.id, chatId: c.req.valid('param').id }
      return c.json(await changeChat(c.get('services'), { ...c.req.valid('json'), ...chat }), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/chats/{id}',
      summary: 'Delete a chat; it can be restored for two minutes',
      middleware: signedIn,
      request: { params: IdParam },
      responses: { 204: { description: 'Deleted' }, ...errorResponses(400, 401, 404) },
    }),
    async (c) => {
      await deleteChat(c.get('services'), { userId: c.get('me').user.id, chatId: c.req.valid('param').id })
      return c.body(null, 204)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/chats/{id}/restore',
      summary: 'Restore a chat deleted within the last two minutes',
      middleware: signedIn,
      request: { params: IdParam },
      responses: { 200: jsonResponse(SavedChat, 'The chat'), ...errorResponses(400, 401, 404) },
    }),
    async (c) =>
      c.json(
        await restoreChat(c.get('services'), { userId: c.get('me').user.id, chatId: c.req.valid('param').id }),
        200,
      ),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/chats/{id}/duplicate',
      summary: 'Duplicate a chat',
      middleware: signedIn,
      request: { params: IdParam, body: { ...jsonBody(DuplicateChat), required: false } },
      responses: { 201: jsonResponse(SavedChat, 'The copy'), ...errorResponses(400, 401, 404) },
    }),
    async (c) =>
      c.json(
        await duplicateChat(
          c.get('services'),
          { userId: c.get('me').user.id, chatId: c.req.valid('param').id },
          c.req.valid('json'),
        ),
        201,
      ),
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/chats/{id}/pages',
      summary: 'Set the pages of a chat and which of them are selected',
      middleware: signedIn,
      request: { params: IdParam, body: jsonBody(ChangePages) },
      responses: { 200: jsonResponse(SavedChat, 'The chat'), ...errorResponses(400, 401, 404) },
    }),
    async (c) => {
      const chat = { userId: c.get('me').user.id, chatId: c.req.valid('param').id }
      return c.json(await changePages(c.get('services'), { ...c.req.valid('json'), ...chat }), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/unsaved-chats',
      summary: 'List crawls not saved as a chat, with their numbers of selected pages and messages',
      middleware: signedIn,
      request: { query: CursorQuery },
      responses: {
        200: jsonResponse(z.object({ unsaved: z.array(UnsavedChat), next: z.string().nullable() }), 'Newest first'),
        ...errorResponses(400, 401),
      },
    }),
    async (c) => {
      const query = { ...c.req.valid('query'), userId: c.get('me').user.id }
      return c.json(await listUnsavedChats(c.get('services'), query), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/crawls/{id}/messages',
      summary: 'List the messages about a crawl that is not saved as a chat',
      middleware: signedIn,
      request: { params: IdParam },
      responses: {
        200: jsonResponse(z.object({ messages: z.array(ChatMessage) }), 'Oldest first'),
        ...errorResponses(400, 401, 404),
      },
    }),
    async (c) => {
      const crawl = { userId: c.get('me').user.id, crawlId: c.req.valid('param').id }
      return c.json({ messages: await listUnsavedMessages(c.get('services'), crawl) }, 200)
    },
  )
