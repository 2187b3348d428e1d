/**
 * The interface of an answer engine. It speaks in passages rather than prompts, so that the built-in engine need not
 * imitate a language model.
 */

import type { AnswerKind, EngineKind } from '#shared/chat/chats.ts'
import type { ModelPrice, ModelWindow } from '#shared/models.ts'

/** A passage that can be cited. `text` is `page.content.slice(startOffset, endOffset)`. */
export type SourcePassage = {
  id: string
  pageId: string
  pageUrl: string
  pageTitle: string
  headingPath: string[]
  text: string
  startOffset: number
  /** Relevance to the question, higher is better; comparable only within one search. */
  score: number
  /** Data from the search; absent if the passage does not come from a search. */
  found?: {
    /** Primary language subtag that the passage was indexed in; '' if unknown. */
    language: string
    /** The page's title without the name of the site, as it is shown. */
    title: string
    /** Cosine of the question and the passage, -1 to 1; absent if only words were compared. */
    cosine?: number
    /** The weights of the question's terms in the whole selection; one object per search. */
    terms: {
      idf: Readonly<Record<string, number>>
      /** The terms that no passage of the selection contains, and what such a term counts: 0 to 1. */
      absent: { terms: ReadonlySet<string>; weight: number }
      /** The terms in nearly all page titles, with their weight in the search. */
      siteTerms: ReadonlyMap<string, number>
    }
    /** Words of the question that were searched for in another spelling. */
    corrections?: readonly { from: string; to: string }[]
    /** For a comparison: the position of the passage among those that answer it. */
    comparison?: number
  }
}

/** A passage of a page, whether found or not. */
export type PagePassage = Pick<SourcePassage, 'id' | 'pageId' | 'headingPath' | 'text' | 'startOffset'>

export type PageAnalysis = {
  /** Two or three sentences. */
  summary: string
  /** Three to five key points. */
  mainPoints: string[]
  /** Three to five topics. */
  topics: string[]
}

/** A selected page without its text. */
export type SourcePage = {
  id: string
  url: string
  title: string
  summary: string
  mainPoints: string[]
  /** Size of its text in UTF-8. */
  bytes: number
}

export type EngineMessage = { role: 'user' | 'assistant'; content: string }

export type AnswerRequest = {
  question: string
  /** Best first, at most the engine's `passagesPerAnswer`. */
  passages: SourcePassage[]
  /** Every selected page. Without them an engine has only the passages. */
  pages?: SourcePage[]
  /** Loads the texts of `pages`, by id. Called only if all of them may fit the engine's context window. */
  readPages?: () => Promise<ReadonlyMap<string, string>>
  /** Loads all passages of a selected page, in page order. */
  readPassages?: (pageId: string) => Promise<readonly PagePassage[]>
  /** Earlier messages of the chat, oldest first, without the question. */
  history: EngineMessage[]
  signal?: AbortSignal
}

/**
 * A part of a streamed answer. A `source` follows the text it supports: `marker` is the n of [n] in the text, `pageId`
 * the page and `passageId`, if known, the passage; `quote` are the words of the page that a language model gave as
 * support. The caller looks quote and claim up in the stored page. A `pageId` of '' is a source that the engine made
 * up. `reasoning` is for display while the answer is written: never a part of it, and never stored. `replace` withdraws
 * all text and sources so far, which were reasoning; the answer begins with its text. `truncated` ends an answer that
 * was cut at a length limit. `usage` reports the tokens that the service counted. `context` reports what the engine was
 * given, `tokens` its estimated size for a language model, and `kind` how far the text answers, when the engine knows.
 */
export type AnswerPart =
  | { type: 'text'; text: string }
  | { type: 'source'; marker: number; pageId: string; passageId?: string; claim: string; quote?: string }
  | { type: 'reasoning'; text: string }
  | { type: 'replace'; text: string }
  | { type: 'truncated' }
  | { type: 'usage'; input: number; output: number }
  | {
      type: 'context'
      engine: string
      wholePages: boolean
      pages: number
      passages: number
      tokens?: number
      kind?: AnswerKind
    }

/** `language` is the primary language subtag of the pages, '' if unknown. */
export type SearchQueryRequest = Pick<AnswerRequest, 'question' | 'history' | 'pages' | 'readPages' | 'signal'> & {
  language: string
}

/** Two statements of different pages that seem to disagree about one fact. */
export type SeemingConflict = readonly { title: string; sentence: string }[]

export type Engine = {
  kind: EngineKind
  /** Display name of the engine or model. */
  name: string
  /** The host that receives pages and questions; null if they stay on this server. */
  host: string | null
  /** The context window in use, and those of other models that have been used; empty for the built-in engine. */
  windows: readonly ModelWindow[]
  /** Names of the models that a person may choose from, the usual one first; empty for the built-in engine. */
  models: readonly string[]
  /** Null if it is unknown, and for the built-in engine. */
  price: ModelPrice | null
  /** The engine of one of `models`; null for any other name. */
  withModel(model: string): Engine | null
  /** Maximum number of passages for one question. */
  passagesPerAnswer: number
  /** Maximum number of concurrent `summarize` calls. */
  summaryConcurrency: number
  /**
   * `content` is Markdown, `language` a BCP 47 tag or ''. A page without words gives empty values. Rejects if the
   * analysis fails.
   */
  summarize(page: { title: string; content: string; language: string }, signal?: AbortSignal): Promise<PageAnalysis>
  /**
   * Rewrites a question as one standalone line in the language of the pages, to search them for. `query` is '' if the
   * engine has no better one, needs no search because it will be given every page, or fails. `tokens` is the estimated
   * use. Rejects only if the pages cannot be read.
   */
  writeSearchQuery(request: SearchQueryRequest): Promise<{ query: string; tokens: number }>
  /**
   * The positions of the conflicts that are none, because both statements can be true; null if the engine fails or
   * cannot tell. `tokens` is the estimated use. Never rejects.
   */
  refuteConflicts(
    conflicts: readonly SeemingConflict[],
    signal?: AbortSignal,
  ): Promise<{ refuted: number[] | null; tokens: number }>
  /** Throws AppError 'answer.empty' or 'answer.failed', or the signal's reason if it is aborted. */
  answer(request: AnswerRequest): AsyncIterable<AnswerPart>
}
