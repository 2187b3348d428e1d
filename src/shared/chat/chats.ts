/** Chats: messages, citations, saved chats. */
import { z } from 'zod'
import { invalid } from '#shared/errors.ts'
import { PageSummary } from '#shared/crawl/pages.ts'
import { visibleText } from '#shared/visible-text.ts'
import {
  chatSorts,
  claimStates,
  QUESTION_MAX_LENGTH,
  CLAIM_MAX_LENGTH,
  searchScopes,
  TITLE_MAX_LENGTH,
} from './chat-limits.ts'

export const Role = z.enum(['user', 'assistant'])
export type Role = z.infer<typeof Role>

/**
 * What a check of a claim against a stored page found. `quoted`: the words stand in the page, typography aside.
 * `paraphrased`: the page has the supporting words, and every name, number, negation and direction agrees with them.
 * `differs`: supporting words were found, but one of those disagrees. `not-found`: none of these.
 */
export const ClaimState = z.enum(claimStates)
export type ClaimState = z.infer<typeof ClaimState>

/** Words of a claim and of its source that do not agree, such as "24" and "42". Either may be ''. */
export const Difference = z.object({ claim: z.string(), source: z.string() })
export type Difference = z.infer<typeof Difference>

/**
 * The source of a claim in a stored page. `sentence` is verbatim from the page's stored text: the words that support or
 * contradict the claim; '' if its state is 'not-found'.
 */
export const Citation = z.object({
  /** The number in the answer, such as [1]. */
  marker: z.number().int().min(0).max(9999),
  pageId: z.string(),
  url: z.string(),
  title: z.string(),
  passageId: z.string(),
  sentence: z.string(),
  state: ClaimState,
  /** True for `quoted` alone. */
  verified: z.boolean(),
  /** The words of the answer that were judged, without Markdown; '' for a closest passage. */
  claim: z.string(),
  /** Only if the state is 'differs'. */
  differences: z.array(Difference).optional(),
  /** What the last check found missing on the site, and when (ISO); absent if nothing is. */
  gone: z.enum(['sentence', 'page']).optional(),
  goneSince: z.string().optional(),
})
export type Citation = z.infer<typeof Citation>

/** A statement in an answer without a citation: `content.slice(start, end)`. */
export const Uncited = z.object({ start: z.number().int(), end: z.number().int() })
export type Uncited = z.infer<typeof Uncited>

/** A skipped address that may answer the question, judged by the words in its URL and title. */
export const Offer = z.object({ crawlId: z.string(), url: z.string(), title: z.string() })
export type Offer = z.infer<typeof Offer>

/**
 * How far an answer answers: `closest` shows passages that may not answer the question, `small-talk` is about the
 * conversation instead of the pages.
 */
export const AnswerKind = z.enum(['answer', 'closest', 'refused', 'small-talk'])
export type AnswerKind = z.infer<typeof AnswerKind>

export const EngineKind = z.enum(['built-in', 'language-model'])
export type EngineKind = z.infer<typeof EngineKind>

/** The context of an answer: whole pages, or matching passages with titles and summaries of pages. */
export const Used = z.object({
  wholePages: z.boolean(),
  /** Pages in the context, of `ofPages` selected ones. */
  pages: z.number().int(),
  ofPages: z.number().int(),
  /** Passages in the context, of `ofPassages` in the selected pages; all of them with whole pages. */
  passages: z.number().int(),
  ofPassages: z.number().int(),
  /** True when retrieval also used embeddings. */
  vectors: z.boolean().optional(),
  /** What wrote the answer; absent in answers stored before there was this field. */
  engineKind: EngineKind.optional(),
  /** How far the answer answers. A language model either answers or refuses. */
  kind: AnswerKind.optional(),
  /** What was searched for, if not the question as typed: with corrected spelling, or rewritten by a language model. */
  searchedFor: z.string().max(QUESTION_MAX_LENGTH).optional(),
  /** Tokens that a language model read and wrote, as it counted them, otherwise estimated. */
  tokens: z.object({ input: z.number().int(), output: z.number().int() }).optional(),
  /** In US dollars; absent if the price of the model is unknown. */
  cost: z.number().nonnegative().optional(),
  /** Primary language subtags, if the built-in engine was asked in another language than that of the pages. */
  languages: z.object({ question: z.string().max(8), pages: z.string().max(8) }).optional(),
})
export type Used = z.infer<typeof Used>

/** A chat message. Messages of an unsaved chat have no id or time. */
export const ChatMessage = z.object({
  id: z.string().optional(),
  role: Role,
  content: z.string(),
  citations: z.array(Citation).optional(),
  uncited: z.array(Uncited).optional(),
  /** True when the user stopped the answer. */
  stopped: z.boolean().optional(),
  /** True when the model's answer was cut at its length limit. */
  truncated: z.boolean().optional(),
  /** The built-in engine or the model's name. */
  engine: z.string().optional(),
  used: Used.optional(),
  /** When the pages do not answer: the closest passages, which are not citations. */
  nearest: z.array(Citation).optional(),
  /** When the pages do not answer: addresses that could be crawled next. */
  offers: z.array(Offer).optional(),
  createdAt: z.string().optional(),
})
export type ChatMessage = z.infer<typeof ChatMessage>

export const Question = visibleText('answer.no-question').max(QUESTION_MAX_LENGTH, invalid('answer.question-too-long'))

/** One of the models of GET /api/instance; the usual one if absent. */
const ChosenModel = z.string().max(500).optional()

/** POST /api/answers: a question in an unsaved chat. */
export const AskUnsaved = z.object({
  question: Question,
  pageIds: z.array(z.uuid(), invalid('answer.no-context')).max(10_000),
  history: z
    .array(z.object({ role: Role, content: z.string().max(100_000) }))
    .max(200)
    .default([]),
  /** The crawl of the chat. With it, the server stores question and answer and knows the history. */
  crawlId: z.uuid().optional(),
  /** Index (from 0) of an earlier question that this one replaces, with everything after it. */
  replaces: z.number().int().min(0).optional(),
  model: ChosenModel,
})
export type AskUnsaved = z.infer<typeof AskUnsaved>

/** POST /api/chats/{id}/messages */
export const AskSaved = z.object({
  question: Question,
  /** Id of an earlier question that this one replaces, with everything after it. */
  replaces: z.uuid().optional(),
  model: ChosenModel,
})
export type AskSaved = z.infer<typeof AskSaved>

export const Title = visibleText('chat.title-empty').max(TITLE_MAX_LENGTH, invalid('chat.title-too-long'))

/** A citation as clients send it: its state is never taken over. */
const SentCitation = Citation.omit({ state: true, verified: true, differences: true }).extend({
  claim: z.string().max(CLAIM_MAX_LENGTH).default(''),
})
export type SentCitation = z.infer<typeof SentCitation>

/**
 * POST /api/chats. `crawled_pages` and `selected_pages` are page ids. Citations are judged again: the claim is read
 * from `content`, and its sentence is looked up in the stored page.
 */
export const SaveChat = z
  .object({
    title: Title,
    notebook_id: z.uuid().optional(),
    crawled_pages: z.array(z.uuid()).max(10_000),
    selected_pages: z.array(z.uuid()).max(10_000),
    chat_history: z
      .array(
        z.object({
          role: Role,
          content: z.string().max(100_000),
          citations: z.array(SentCitation).max(100).optional(),
          stopped: z.boolean().optional(),
          truncated: z.boolean().optional(),
          engine: z.string().max(200).optional(),
          used: Used.optional(),
          nearest: z.array(SentCitation).max(20).optional(),
          offers: z.array(Offer).max(20).optional(),
        }),
      )
      .max(2000)
      .default([]),
    /** The crawl of the unsaved chat, whose stored messages become the chat's: then `chat_history` must be empty. */
    crawlId: z.uuid().optional(),
  })
  .refine(({ crawlId, chat_history }) => !crawlId || chat_history.length === 0, invalid('chat.crawl-or-history'))
export type SaveChat = z.infer<typeof SaveChat>

/** GET /api/unsaved-chats: a crawl that is not saved as a chat. */
export const UnsavedChat = z.object({
  crawlId: z.string(),
  selectedPages: z.number().int(),
  messages: z.number().int(),
})
export type UnsavedChat = z.infer<typeof UnsavedChat>

/** PATCH /api/chats/{id}: at least one field. */
export const ChangeChat = z
  .object({ title: Title.optional(), notebook_id: z.uuid().optional(), pinned: z.boolean().optional() })
  .refine((change) => Object.values(change).some((value) => value !== undefined), invalid('chat.title-empty'))
export type ChangeChat = z.infer<typeof ChangeChat>

/** POST /api/chats/{id}/duplicate. */
export const DuplicateChat = z.object({
  title: Title.optional().describe('Of the copy; by default “Copy of” and the title of the chat'),
  messages: z.boolean().optional().describe('Whether messages are copied too; by default they are'),
})
export type DuplicateChat = z.infer<typeof DuplicateChat>

/** PUT /api/chats/{id}/pages: page ids. */
export const ChangePages = z.object({
  crawled_pages: z.array(z.uuid()).max(10_000),
  selected_pages: z.array(z.uuid()).max(10_000),
  /** Keeps the pages of the chat that are in neither list: a crawl may add some at any time. */
  keep_others: z.boolean().optional(),
})
export type ChangePages = z.infer<typeof ChangePages>

/** Sort order of My Chats; pinned chats always come first. */
export const ChatSort = z.enum(chatSorts)
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

/** A page of a list of chats; `next` is the cursor of the next page. */
export const ChatList = z.object({ chats: z.array(ChatCard), next: z.string().nullable() })
export type ChatList = z.infer<typeof ChatList>

/** Where GET /api/chats/search looks. */
export const SearchIn = z.enum(searchScopes)
export type SearchIn = z.infer<typeof SearchIn>

/** A message or page that matches a search. */
export const ChatHit = z.object({
  /** Id of the message or page. */
  id: z.string(),
  chatId: z.string(),
  chatTitle: z.string(),
  /** The page's title; empty for a message. */
  title: z.string(),
  excerpt: z.string(),
  /** Matches in `excerpt`: [start, end) in UTF-16 code units. */
  marks: z.array(z.tuple([z.number().int(), z.number().int()])),
})
export type ChatHit = z.infer<typeof ChatHit>

/** GET /api/chats/search: one page of matches. */
export const ChatHits = z.object({
  hits: z.array(ChatHit),
  next: z.string().nullable(),
  /** Some pages of the user's chats are not in the search yet. Always false for messages. */
  indexing: z.boolean(),
})
export type ChatHits = z.infer<typeof ChatHits>

/** GET /api/chats/{id}: `crawled_pages` are all pages of the chat, `selected_pages` those used for answers. */
export const SavedChat = z.object({
  id: z.string(),
  notebook_id: z.string(),
  title: z.string(),
  pinned: z.boolean(),
  crawled_pages: z.array(PageSummary),
  selected_pages: z.array(PageSummary),
  chat_history: z.array(ChatMessage),
  created_at: z.string(),
  updated_at: z.string(),
})
export type SavedChat = z.infer<typeof SavedChat>
