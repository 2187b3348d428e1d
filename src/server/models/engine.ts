/**
 * What the product asks of an answer engine: two functions, in passages rather than prompts, so that the built-in
 * engine needs no pretence of being a language model.
 */

/** A passage that may be cited. `text` is `page.content.slice(startOffset, endOffset)`. */
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
  /** What the search knew beyond the passage itself; absent when the passage was not searched for. */
  found?: {
    /** Primary language subtag the passage was read in; '' when unknown. */
    language: string
    /** How rare each term of the question is in the whole selection (BM25's idf), by term; one object per search. */
    rarity: Readonly<Record<string, number>>
  }
}

export type PageAnalysis = {
  /** Two or three sentences. */
  summary: string
  /** Three to five key points. */
  mainPoints: string[]
  /** Three to five topics. */
  topics: string[]
}

/** A page that was selected, as far as it is told without its text. */
export type SourcePage = {
  id: string
  url: string
  title: string
  summary: string
  mainPoints: string[]
  /** Bytes of its text in UTF-8. */
  bytes: number
}

export type EngineTurn = { role: 'user' | 'assistant'; content: string }

export type AnswerRequest = {
  question: string
  /** Best first, at most the engine's `passagesPerAnswer`. */
  passages: SourcePassage[]
  /** Every selected page; without them an engine knows the passages alone. */
  pages?: SourcePage[]
  /** Reads the texts of these pages, by id. Asked only when all of them may fit what the engine can read at once. */
  readPages?: () => Promise<ReadonlyMap<string, string>>
  /** Earlier turns of the chat, oldest first, without the question. */
  history: EngineTurn[]
  signal?: AbortSignal
}

/**
 * A piece of an answer as it comes. A `source` names the page, and where the engine knows it the passage, that the text
 * before it rests on, and carries the marker that stands in the text as [n]; our own code then looks for the supporting
 * sentence in the stored page. A `pageId` of '' is a source that the engine made up. `given` tells what it read, and
 * about how many tokens that was to a language model.
 */
export type AnswerPart =
  | { type: 'text'; text: string }
  | { type: 'source'; marker: number; pageId: string; passageId?: string; claim: string }
  | { type: 'given'; by: string; wholePages: boolean; pages: number; passages: number; tokens?: number }

export type Engine = {
  kind: 'built-in' | 'language-model'
  /** Shown to people: which engine or model answers. */
  name: string
  /** The host that pages and questions are sent to; null when they stay on this server. */
  host: string | null
  /** How many passages it can make use of for one question. */
  passagesPerAnswer: number
  /** How many pages it may be asked to summarise at once. */
  pagesAtOnce: number
  /**
   * `content` is the page's text as Markdown; `language` a BCP 47 tag or ''. Rejects when the page could not be
   * analysed; a page without words has empty values.
   */
  summarise(page: { title: string; content: string; language: string }, signal?: AbortSignal): Promise<PageAnalysis>
  /** Throws AppError 'answer.empty' or 'answer.failed', and the signal's reason once it is aborted. */
  answer(request: AnswerRequest): AsyncIterable<AnswerPart>
}
