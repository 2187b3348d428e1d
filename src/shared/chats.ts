/** The words both sides speak about chats: messages, citations, saved chats, the answer stream. */
import { z } from 'zod'
import { errorMessage } from './errors.ts'
import { PageSummary } from './pages.ts'

export const QUESTION_MAX_LENGTH = 4000
export const TITLE_MAX_LENGTH = 200

export const Role = z.enum(['user', 'assistant'])
export type Role = z.infer<typeof Role>

/**
 * Where a claim of an answer stands in a stored page. `sentence` is a verbatim piece of the page's stored text;
 * when no sentence supports the claim, `verified` is false and the marker is shown as unverified.
 */
export const Citation = z.object({
  /** The number that stands in the answer as [1]. */
  marker: z.number().int().min(0).max(9999),
  pageId: z.string(),
  url: z.string(),
  title: z.string(),
  passageId: z.string(),
  sentence: z.string(),
  verified: z.boolean(),
  /** What the last check of the pages found missing on the site, and when (ISO); absent while all is there. */
  gone: z.enum(['sentence', 'page']).optional(),
  goneSince: z.string().optional(),
})
export type Citation = z.infer<typeof Citation>

/** A sentence of an answer that states something and carries no citation: `content.slice(start, end)`. */
export const Uncited = z.object({ start: z.number().int(), end: z.number().int() })
export type Uncited = z.infer<typeof Uncited>

/** An address that a crawl found and did not read, whose words are those of a question that the pages do not answer. */
export const Offer = z.object({ crawlId: z.string(), url: z.string(), title: z.string() })
export type Offer = z.infer<typeof Offer>

/** What an answer was made from: whole pages, or the passages that fit the question with title and summary of pages. */
export const Used = z.object({
  wholePages: z.boolean(),
  /** Pages told of, of those selected. */
  pages: z.number().int(),
  ofPages: z.number().int(),
  /** Passages read, of those that the selected pages have; all of them with whole pages. */
  passages: z.number().int(),
  ofPassages: z.number().int(),
  /** True when the passages were found by their meaning too, not by their words alone. */
  vectors: z.boolean().optional(),
})
export type Used = z.infer<typeof Used>

/** A chat message. Those of an unsaved chat have no id or time yet. */
export const ChatMessage = z.object({
  id: z.string().optional(),
  role: Role,
  content: z.string(),
  citations: z.array(Citation).optional(),
  uncited: z.array(Uncited).optional(),
  /** True when the person stopped the answer before its end. */
  stopped: z.boolean().optional(),
  /** Who answered: the built-in engine or the model's name. */
  engine: z.string().optional(),
  used: Used.optional(),
  /** Of an answer that the pages do not have: the places that come nearest, none of which it stands on. */
  nearest: z.array(Citation).optional(),
  /** And what could be read next. */
  offers: z.array(Offer).optional(),
  createdAt: z.string().optional(),
})
export type ChatMessage = z.infer<typeof ChatMessage>

export const Question = z
  .string(errorMessage('answer.no-question'))
  .trim()
  .min(1, errorMessage('answer.no-question'))
  .max(QUESTION_MAX_LENGTH, `A question has at most ${QUESTION_MAX_LENGTH} characters.`)

/** POST /api/answers: a question of a chat that is not saved yet. */
export const AskUnsaved = z.object({
  question: Question,
  pageIds: z.array(z.uuid(), errorMessage('answer.no-context')).max(10_000),
  history: z
    .array(z.object({ role: Role, content: z.string().max(100_000) }))
    .max(200)
    .default([]),
  /** The crawl that the chat is about. Then the server keeps question and answer, and knows what came before. */
  crawlId: z.uuid().optional(),
  /** The place (from 0) of an earlier question of this crawl that this one replaces, with all that came after. */
  replaces: z.number().int().min(0).optional(),
})
export type AskUnsaved = z.infer<typeof AskUnsaved>

/** POST /api/chats/{id}/messages */
export const AskSaved = z.object({
  question: Question,
  /** The id of an earlier question that this one replaces, with its answer and all that came after. */
  replaces: z.uuid().optional(),
})
export type AskSaved = z.infer<typeof AskSaved>

export const Title = z
  .string(errorMessage('chat.title-empty'))
  .trim()
  .min(1, errorMessage('chat.title-empty'))
  .max(TITLE_MAX_LENGTH, `A title has at most ${TITLE_MAX_LENGTH} characters.`)

/**
 * POST /api/chats. `crawled_pages` and `selected_pages` are page ids; the messages are the unsaved chat's. Citations
 * sent along are read back against the stored pages: one whose sentence is not there is stored as unverified.
 */
export const SaveChat = z.object({
  title: Title,
  notebook_id: z.uuid().optional(),
  crawled_pages: z.array(z.uuid()).max(10_000),
  selected_pages: z.array(z.uuid()).max(10_000),
  chat_history: z
    .array(
      z.object({
        role: Role,
        content: z.string().max(100_000),
        citations: z.array(Citation).max(100).optional(),
        stopped: z.boolean().optional(),
        engine: z.string().max(200).optional(),
        used: Used.optional(),
        nearest: z.array(Citation).max(20).optional(),
        offers: z.array(Offer).max(20).optional(),
      }),
    )
    .max(2000)
    .default([]),
  /** The crawl that the unsaved chat is about: its kept messages are taken over, and `chat_history` is left out. */
  crawlId: z.uuid().optional(),
})
export type SaveChat = z.infer<typeof SaveChat>

/** GET /api/unsaved-chats: what is kept of a crawl that is not saved as a chat. */
export const UnsavedChat = z.object({
  crawlId: z.string(),
  selectedPages: z.number().int(),
  messages: z.number().int(),
})
export type UnsavedChat = z.infer<typeof UnsavedChat>

/** PATCH /api/chats/{id}: any of another title, another notebook, pinned or not. */
export const ChangeChat = z
  .object({ title: Title.optional(), notebook_id: z.uuid().optional(), pinned: z.boolean().optional() })
  .refine((change) => Object.values(change).some((value) => value !== undefined), errorMessage('chat.title-empty'))
export type ChangeChat = z.infer<typeof ChangeChat>

/** PUT /api/chats/{id}/pages: the chat's pages and which of them are selected, by id. */
export const ChangePages = z.object({
  crawled_pages: z.array(z.uuid()).max(10_000),
  selected_pages: z.array(z.uuid()).max(10_000),
})
export type ChangePages = z.infer<typeof ChangePages>

/** How long a deleted chat can be wished back. */
export const UNDO_DELETE_SECONDS = 10

/** The order of My Chats; pinned ones come first in each. */
export const ChatSort = z.enum(['created', 'updated', 'title'])
export type ChatSort = z.infer<typeof ChatSort>

/** A card of My Chats. Times are ISO. */
export const ChatCard = z.object({
  id: z.string(),
  notebook_id: z.string(),
  title: z.string(),
  pinned: z.boolean(),
  lastMessage: z.string().nullable(),
  messageCount: z.number().int(),
  selectedPagesCount: z.number().int(),
  crawledPagesCount: z.number().int(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type ChatCard = z.infer<typeof ChatCard>

/** A piece of a list of chats, and what leads to the rest. */
export const ChatPiece = z.object({ chats: z.array(ChatCard), next: z.string().nullable() })
export type ChatPiece = z.infer<typeof ChatPiece>

/** Where GET /api/chats/search looks. */
export const SearchIn = z.enum(['messages', 'pages'])
export type SearchIn = z.infer<typeof SearchIn>
export const SEARCH_MAX_LENGTH = 200

/** A message or a page of a chat that has the words searched for. */
export const ChatHit = z.object({
  /** Of the message or the page. */
  id: z.string(),
  chatId: z.string(),
  chatTitle: z.string(),
  /** The page's; empty for a message. */
  title: z.string(),
  excerpt: z.string(),
  /** Where in `excerpt` the words stand: [start, end) in UTF-16 code units. */
  marks: z.array(z.tuple([z.number().int(), z.number().int()])),
})
export type ChatHit = z.infer<typeof ChatHit>

/** GET /api/chats/{id}: `crawled_pages` are all pages of the chat, `selected_pages` those its answers draw on. */
export const SavedChat = z.object({
  id: z.string(),
  notebook_id: z.string(),
  title: z.string(),
  crawled_pages: z.array(PageSummary),
  selected_pages: z.array(PageSummary),
  chat_history: z.array(ChatMessage),
  created_at: z.string(),
  updated_at: z.string(),
})
export type SavedChat = z.infer<typeof SavedChat>
