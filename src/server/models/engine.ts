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

export type EngineTurn = { role: 'user' | 'assistant'; content: string }

export type AnswerRequest = {
  question: string
  /** Best first. */
  passages: SourcePassage[]
  /** Earlier turns of the chat, oldest first, without the question. */
  history: EngineTurn[]
  signal?: AbortSignal
}

/**
 * A piece of an answer as it comes. A `source` names the passage that the text before it rests on and carries the
 * marker that stands in the text as [n]; our own code then looks for the supporting sentence in the stored page.
 */
export type AnswerPart =
  | { type: 'text'; text: string }
  | { type: 'source'; marker: number; passageId: string; claim: string }

export type Engine = {
  kind: 'built-in' | 'language-model'
  /** Shown to people: which engine or model answers. */
  name: string
  /** `content` is the page's text as Markdown; `language` a BCP 47 tag or ''. */
  summarise(page: { title: string; content: string; language: string }, signal?: AbortSignal): Promise<PageAnalysis>
  answer(request: AnswerRequest): AsyncIterable<AnswerPart>
}
