/**
 * One question answered from a selection: the passages that fit it, the engine's stream, and for every source it
 * names the verbatim sentence of the stored page, found by our own code.
 */
import type { Citation, Offer, Uncited, Used } from '#shared/chats.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { findBestSupport } from '#server/knowledge/cite.ts'
import type { PassageFinder } from '#server/knowledge/find-passages.ts'
import { countTokens, type TokenLimits } from '#server/limits/model-tokens.ts'
import { searchQuery } from '#server/text/search-query.ts'
import type { Embedder } from '#server/models/embeddings.ts'
import type { AnswerPart, Engine, EngineTurn } from '#server/models/engine.ts'
import { estimateTokens } from '#server/models/estimate-tokens.ts'
import { isRefusal } from '#server/models/refusal.ts'
import { countQuestion } from '#server/usage/count-question.ts'
import { findOffers } from './find-offers.ts'
import { nearestPlaces } from './nearest-places.ts'
import { meaningOf } from './question-meaning.ts'
import { loadPassages, type Selection } from './selected-passages.ts'
import { readPages, selectedPages } from './selected-pages.ts'
import { uncitedOf } from './uncited-of.ts'

export type AnswerServices = {
  db: Db
  engine: Engine
  embedder: Embedder | null
  finder: PassageFinder
  config: { limits: TokenLimits }
}

export type Answer = {
  text: string
  citations: Citation[]
  /** What it states without a citation. */
  uncited?: Uncited[]
  /** Who answered. */
  engine: string
  used: Used
  /** The pages do not say: the places that come nearest, and addresses that could be read next. */
  nearest?: Citation[]
  offers?: Offer[]
  /** True when the person stopped it, or this server; the text is as far as it came. */
  stopped: boolean
}

type Ask = {
  userId: string
  selection: Selection
  question: string
  history: EngineTurn[]
  /** Aborted when the person stops the answer; with an AppError as its reason, when this server must. */
  signal?: AbortSignal
  /** Called with each piece of text as it comes. */
  onText: (text: string) => void
}

type Source = Extract<AnswerPart, { type: 'source' }>

/** Throws AppError 'answer.empty' and 'answer.failed'. */
export async function answerQuestion({ db, engine, embedder, finder, config }: AnswerServices, ask: Ask): Promise<Answer> {
  const { userId, selection, question, history, signal, onText } = ask
  const known = { key: selection.key, load: () => loadPassages(db, userId, selection) }
  const query = searchQuery(question, history)
  const meaning = meaningOf({ db, embedder }, userId, query)
  const [passages, pages] = await Promise.all([
    finder.find({ ...known, question: query, limit: engine.passagesPerAnswer, meaning }),
    selectedPages(db, userId, selection),
    // A write that is waited for, but not by the others: the first word waits for all three.
    countQuestion(db, userId),
  ])
  const byMeaning = passages.some(({ found }) => found.byMeaning)

  let text = ''
  let engineName = engine.name
  let used: Used = { wholePages: false, pages: 0, ofPages: pages.length, passages: 0, ofPassages: await finder.warm(known), ...(byMeaning && { vectors: true }) }
  const sources: Source[] = []
  let tokensRead = 0
  try {
    const request = { question, history, passages, pages, readPages: () => readPages(db, userId, selection) }
    for await (const part of engine.answer({ ...request, ...(signal && { signal }) })) {
      if (part.type === 'source') sources.push(part)
      if (part.type === 'given') {
        const { by, type: _, tokens = 0, ...given } = part
        engineName = by
        tokensRead = tokens
        used = { ...used, ...given, ...(given.wholePages && { passages: used.ofPassages }) }
      }
      if (part.type !== 'text') continue
      text += part.text
      onText(part.text)
    }
  } catch (error) {
    if (!signal?.aborted) throw error
    // Nobody's wish, and nothing to keep.
    if (text === '' && signal.reason instanceof AppError) throw signal.reason
  } finally {
    // Stopped or broken off, what was read and written until then has its price; a count that fails costs nobody the answer.
    if (tokensRead > 0) await countTokens(db, config.limits, { userId, tokens: tokensRead + estimateTokens(text) }).catch(() => undefined)
  }
  const citations: Citation[] = []
  for (const source of sources) {
    if (!citations.some(({ marker }) => marker === source.marker)) citations.push(await readBack(source))
  }
  const stopped = signal?.aborted ?? false
  const answer = { text, citations, ...uncitedOf({ text, stopped }), engine: engineName, used, stopped }
  if (stopped || citations.length > 0 || !isRefusal(text)) return answer
  const offers = await findOffers(db, { userId, pageIds: selection.pageIds, question: query })
  return { ...answer, nearest: nearestPlaces(query, passages), offers }

  /** The sentence in the page that the engine named; an engine is believed about nothing. */
  async function readBack({ marker, pageId, passageId, claim }: Source): Promise<Citation> {
    const page = pages.find(({ id }) => id === pageId)
    const ofPage = page ? await finder.passagesOf({ ...known, pageId }) : []
    const support = await findBestSupport(claim, passageId ? ofPage.filter(({ id }) => id === passageId) : ofPage)
    return {
      marker,
      pageId: page?.id ?? '',
      url: page?.url ?? '',
      title: page?.title ?? '',
      passageId: support.source?.id ?? passageId ?? '',
      sentence: support.sentence,
      verified: support.verified,
    }
  }
}
