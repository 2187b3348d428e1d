/** /api/chats */
import {
  AskSaved,
  ChangeChat,
  ChangePages,
  ChatHit,
  ChatMessage,
  ChatPiece,
  ChatSort,
  SaveChat,
  SavedChat,
  SEARCH_MAX_LENGTH,
  SearchIn,
  TITLE_MAX_LENGTH,
  UnsavedChat,
} from '#shared/chats.ts'
import { admitQuestion } from '#server/chat/admit-question.ts'
import { prepareSaved } from '#server/chat/ask.ts'
import { changeChat, changePages } from '#server/chat/change-chat.ts'
import { deleteChat, restoreChat } from '#server/chat/delete-chat.ts'
import { duplicateChat } from '#server/chat/duplicate-chat.ts'
import { getChat } from '#server/chat/get-chat.ts'
import { CHATS_AT_ONCE, listChats } from '#server/chat/list-chats.ts'
import { stopChat } from '#server/chat/running-answers.ts'
import { saveChat } from '#server/chat/save-chat.ts'
import { searchChats } from '#server/chat/search-chats.ts'
import { listUnsavedChats, listUnsavedMessages } from '#server/chat/unsaved-messages.ts'
import { body, createRoute, createRouter, events, failing, IdParam, json, z } from './context.ts'
import { signedIn } from './session.ts'
import { streamAnswer } from './stream-answer.ts'

const guarded = { middleware: signedIn }

const ListChats = z.object({
  title: z.string().max(TITLE_MAX_LENGTH).optional().openapi({ description: 'Words that the title holds' }),
  sort: ChatSort.default('created'),
  notebookId: z.uuid().optional(),
  after: z.string().max(2000).optional().openapi({ description: 'The `next` of the answer before' }),
  limit: z.coerce.number().int().min(1).max(1000).default(CHATS_AT_ONCE),
})

const SearchChats = z.object({
  q: z.string().max(SEARCH_MAX_LENGTH).openapi({ description: 'Words; each is found as the beginning of a word' }),
  in: SearchIn,
  after: z.string().max(2000).optional().openapi({ description: 'The `next` of the answer before' }),
})

export const chatRoutes = createRouter()
  .openapi(
    createRoute({
      method: 'get',
      path: '/chats',
      summary: 'Your saved chats, pinned ones first, then newest created first',
      ...guarded,
      request: { query: ListChats },
      responses: { 200: json(ChatPiece, 'Your chats; `next` leads to the rest'), ...failing(400, 401) },
    }),
    async (c) => c.json(await listChats(c.get('services'), { ...c.req.valid('query'), userId: c.get('me').user.id }), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/chats',
      summary: 'Save a chat with its pages and messages',
      ...guarded,
      request: { body: body(SaveChat) },
      responses: { 201: json(SavedChat, 'The saved chat'), ...failing(400, 401, 404) },
    }),
    async (c) => c.json(await saveChat(c.get('services'), { ...c.req.valid('json'), userId: c.get('me').user.id }), 201),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/chats/search',
      summary: 'Messages of your chats, or pages of them, that have all these words; newest first',
      ...guarded,
      request: { query: SearchChats },
      responses: {
        200: json(z.object({ hits: z.array(ChatHit), next: z.string().nullable() }), 'What was found'),
        ...failing(400, 401),
      },
    }),
    async (c) => c.json(await searchChats(c.get('services'), { ...c.req.valid('query'), userId: c.get('me').user.id }), 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/chats/{id}',
      summary: 'A saved chat with its pages and messages',
      ...guarded,
      request: { params: IdParam },
      responses: { 200: json(SavedChat, 'The chat'), ...failing(400, 401, 404) },
    }),
    async (c) =>
      c.json(await getChat(c.get('services'), { userId: c.get('me').user.id, chatId: c.req.valid('param').id }), 200),
  )
  .openapi(
    createRoute({
      method: 'patch',
      path: '/chats/{id}',
      summary: 'Rename a chat, move it to another notebook, pin it',
      ...guarded,
      request: { params: IdParam, body: body(ChangeChat) },
      responses: { 200: json(SavedChat, 'The chat'), ...failing(400, 401, 404) },
    }),
    async (c) => {
      const who = { userId: c.get('me').user.id, chatId: c.req.valid('param').id }
      return c.json(await changeChat(c.get('services'), { ...c.req.valid('json'), ...who }), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/chats/{id}',
      summary: 'Delete a chat; it can be restored for ten seconds',
      ...guarded,
      request: { params: IdParam },
      responses: { 204: { description: 'Deleted' }, ...failing(400, 401, 404) },
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
      summary: 'Bring back a chat that was just deleted',
      ...guarded,
      request: { params: IdParam },
      responses: { 200: json(SavedChat, 'The chat'), ...failing(400, 401, 404) },
    }),
    async (c) =>
      c.json(await restoreChat(c.get('services'), { userId: c.get('me').user.id, chatId: c.req.valid('param').id }), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/chats/{id}/duplicate',
      summary: 'Make a second chat of this one',
      ...guarded,
      request: { params: IdParam },
      responses: { 201: json(SavedChat, 'The copy'), ...failing(400, 401, 404) },
    }),
    async (c) =>
      c.json(await duplicateChat(c.get('services'), { userId: c.get('me').user.id, chatId: c.req.valid('param').id }), 201),
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/chats/{id}/pages',
      summary: 'Set the pages of a chat and which of them are selected',
      ...guarded,
      request: { params: IdParam, body: body(ChangePages) },
      responses: { 200: json(SavedChat, 'The chat'), ...failing(400, 401, 404) },
    }),
    async (c) => {
      const who = { userId: c.get('me').user.id, chatId: c.req.valid('param').id }
      return c.json(await changePages(c.get('services'), { ...c.req.valid('json'), ...who }), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/chats/{id}/messages',
      summary: 'Ask in a saved chat; the answer streams as delta, citations and done',
      ...guarded,
      request: { params: IdParam, body: body(AskSaved) },
      responses: { 200: events('The answer as it comes'), ...failing(400, 401, 404, 429, 503) },
    }),
    async (c) => {
      const { user } = c.get('me')
      await admitQuestion(c.get('services'), { userId: user.id, tier: user.tier })
      const ask = { userId: user.id, chatId: c.req.valid('param').id, ...c.req.valid('json') }
      return streamAnswer(c, user, await prepareSaved(c.get('services'), ask))
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/chats/{id}/stop',
      summary: 'Stop the answer that is being written: question and partial answer are saved, marked as stopped',
      ...guarded,
      request: { params: IdParam },
      responses: { 204: { description: 'Stopped, or there was nothing to stop' }, ...failing(400, 401, 404) },
    }),
    async (c) => {
      await stopChat(c.get('services'), { userId: c.get('me').user.id, chatId: c.req.valid('param').id })
      return c.body(null, 204)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/unsaved-chats',
      summary: 'Crawls that are not saved as a chat, with what was selected and asked there',
      ...guarded,
      responses: { 200: json(z.object({ unsaved: z.array(UnsavedChat) }), 'Newest first'), ...failing(401) },
    }),
    async (c) => c.json({ unsaved: await listUnsavedChats(c.get('services'), c.get('me').user.id) }, 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/crawls/{id}/messages',
      summary: 'Questions and answers about a crawl that is not saved as a chat',
      ...guarded,
      request: { params: IdParam },
      responses: { 200: json(z.object({ messages: z.array(ChatMessage) }), 'In their order'), ...failing(400, 401, 404) },
    }),
    async (c) => {
      const which = { userId: c.get('me').user.id, crawlId: c.req.valid('param').id }
      return c.json({ messages: await listUnsavedMessages(c.get('services'), which) }, 200)
    },
  )
