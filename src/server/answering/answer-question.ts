/**
 * Answers one question from a selection of pages: finds passages, streams the engine's text, and looks every source the
 * engine names up in the stored page.
 */
import type { Citation, Used } from '#shared/chat/chats.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { applyCorrections } from '#server/platform/text/corrections.ts'
import { foreignLanguage } from '#server/platform/text/detect-language.ts'
import { readMessage } from '#server/platform/text/read-message.ts'
import { costOf, recordTokenUse, type TokenQuotas, type TokenUse } from '#server/platform/token-quota.ts'
import { countQuestion } from '#server/credits/count-question.ts'
import type { AnswerPart, Engine, EngineMessage } from '#server/engines/engine.ts'
import type { Embedder } from '#server/engines/language-model/embedder.ts'
import type { Reranker } from '#server/engines/language-model/reranker.ts'
import { estimateTokens } from '#server/engines/language-model/estimate-tokens.ts'
import { isRefusal } from '#server/engines/refusal.ts'
import { checkJointClaim } from '#server/retrieval/claims/check-claim.ts'
import type { PassageFinder } from '#server/retrieval/find-passages.ts'
import type { Answer } from '#server/chat/answer.ts'
import { findUncited } from '#server/chat/find-uncited.ts'
import { chooseSearchQuery } from './choose-search-query.ts'
import { closestPassages } from './closest-passages.ts'
import {
  loadPassages,
  loadPageTexts,
  loadSourcePages,
  type Selection,
  createRerank,
  createVectorQuery,
} from './selection.ts'
import { suggestAddresses } from './suggest-addresses.ts'

export type AnswerServices = {
  db: Db
  engine: Engine
  embedder: Embedder | null
  reranker: Reranker | null
  finder: PassageFinder
  config: { limits: TokenQuotas }
}

type AnswerOptions = {
  userId: string
  selection: Selection
  question: string
  history: EngineMessage[]
  /** False for a question that no person asked, such as a golden one: it is not in the usage statistics. */
  isCounted?: boolean
  /** Aborted when the person stops the answer, or with an AppError as its reason when the server shuts down. */
  signal?: AbortSignal
  /** Called with each piece of text as the engine writes it. */
  onText: (text: string) => void
  /** Called when the text so far is withdrawn, with the text that takes its place. */
  onReplace?: (text: string) => void
  /** Called with each piece of the engine's reasoning, which is not a part of the answer. */
  onReasoning?: (text: string) => void
}

type Source = Extract<AnswerPart, { type: 'source' }>

/** A stopped answer is returned as far as it was written. Throws AppError 'answer.empty' and 'answer.failed'. */
export async function answerQuestion(
  { db, engine, embedder, reranker, finder, config }: AnswerServices,
  { userId, selection, question, history, isCounted = true, signal, onText, onReplace, onReasoning }: AnswerOptions,
): Promise<Answer> {
  const indexed = { key: selection.key, load: () => loadPassages(db, userId, selection) }
  const readPages = memoise(() => loadPageTexts(db, userId, selection.pageIds))
  // The built-in engine reads titles and summaries only when it is asked about the pages as a whole.
  const needsPages = engine.kind !== 'built-in' || readMessage(question).intent !== 'question'
  const counted = isCounted ? countQuestion(db, userId) : null
  const [pages, ofPassages] = await Promise.all([
    needsPages ? loadSourcePages(db, userId, selection) : [],
    finder.warm(indexed),
  ])
  const {
    query,
    shown,
    tokens: queryTokens,
  } = await chooseSearchQuery(engine, { question, history, pages, readPages, signal })
  const vectorQuery = createVectorQuery({ db, embedder }, userId, query)
  const search = { question: query, limit: engine.passagesPerAnswer, vectorQuery, rerank: createRerank(reranker) }
  const passages = await finder.find({ ...indexed, ...search })
  const asked = readMessage(question).question
  const searchedFor = applyCorrections(shown, passages[0]?.found.corrections ?? [])
  const pagesLanguage = passages[0]?.found.language ?? ''
  // A language model understands other languages; the built-in engine compares words.
  const foreign = engine.kind === 'built-in' ? foreignLanguage(asked, pagesLanguage) : ''
  const rankedByVectors = passages.some(({ found }) => found.usesVectors)

  let text = ''
  let engineName = engine.name
  let used: Used = {
    wholePages: false,
    pages: 0,
    ofPages: selection.pageIds.length,
    passages: 0,
    ofPassages,
    engineKind: engine.kind,
    ...(rankedByVectors && { vectors: true }),
    ...(searchedFor !== asked && { searchedFor }),
    ...(foreign && { languages: { question: foreign, pages: pagesLanguage } }),
  }
  let sources: Source[] = []
  let truncated = false
  let tokensRead = queryTokens
  let reported: TokenUse | null = null
  try {
    const readPassages = (pageId: string) => finder.passagesOf({ ...indexed, pageId })
    const request = { question, history, passages, pages, readPages, readPassages }
    for await (const part of engine.answer({ ...request, ...(signal && { signal }) })) {
      if (part.type === 'source') sources.push(part)
      if (part.type === 'context') {
        const { engine: writtenBy, type: _, tokens = 0, ...context } = part
        engineName = writtenBy
        tokensRead += tokens
        used = { ...used, ...context, ...(context.wholePages && { passages: used.ofPassages }) }
      }
      if (part.type === 'truncated') truncated = true
      if (part.type === 'usage') reported = { input: part.input + queryTokens, output: part.output }
      if (part.type === 'reasoning') onReasoning?.(part.text)
      if (part.type === 'replace') {
        sources = []
        text = part.text
        onReplace?.(part.text)
      }
      if (part.type !== 'text') continue
      text += part.text
      onText(part.text)
    }
  } catch (error) {
    if (!signal?.aborted) throw error
    // Stopped by the server before the first word: there is nothing to save.
    if (text === '' && signal.reason instanceof AppError) throw signal.reason
  } finally {
    // The service charges for a stopped answer too. A failed count must not fail the answer.
    if (tokensRead > 0) {
      const use = reported ?? { input: tokensRead, output: estimateTokens(text) }
      const { price } = engine
      const cost = costOf(use, price)
      used = { ...used, tokens: use, ...(cost !== undefined && { cost }) }
      await recordTokenUse(db, config.limits, { userId, use, price }).catch(() => undefined)
    }
  }
  used.kind ??= isRefusal(text) ? 'refused' : 'answer'
  const citations: Citation[] = []
  for (const group of groupByClaim(sources)) citations.push(...(await verifySources(group)))
  const stopped = signal?.aborted ?? false
  const uncited = await findUncited({ text, isCut: stopped || truncated }, [
    async () => passages.map((passage) => passage.text),
    async () => citedTexts(sources),
    async () => (await readPages()).values(),
  ])
  await counted
  const answer = { text, citations, uncited, engine: engineName, used, stopped, truncated }
  const isRefused = used.kind === 'refused' && citations.length === 0
  if (stopped || (used.kind !== 'closest' && !isRefused)) return answer
  const offers = await suggestAddresses(db, { userId, pageIds: selection.pageIds, question: query })
  if (isRefused) return { ...answer, nearest: closestPassages(query, passages), offers }
  return offers.length > 0 ? { ...answer, offers } : answer

  /** The cited pages, of which the built-in engine also shows passages next to the found ones. */
  async function citedTexts(cited: readonly Source[]): Promise<string[]> {
    const pageIds = [...new Set(cited.map(({ pageId }) => pageId))]
    const texts = await loadPageTexts(
      db,
      userId,
      pageIds.filter((id) => selection.pageIds.includes(id)),
    )
    return [...texts.values()]
  }

  /** Never trust the engine's citation: look the quoted words and the claim up in the stored pages. */
  async function verifySources(group: Source[]): Promise<Citation[]> {
    const cited = await Promise.all(
      group.map(async ({ pageId, passageId, quote }) => {
        const stored = await finder.passagesOf({ ...indexed, pageId })
        const candidates = passageId ? stored.filter(({ id }) => id === passageId) : stored
        return { page: stored[0], sources: candidates, ...(quote && { quote }) }
      }),
    )
    const checks = await checkJointClaim(group[0]?.claim ?? '', cited)
    return group.flatMap(({ marker, passageId, claim }, n) => {
      const check = checks[n]
      const page = cited[n]?.page
      if (!check) return []
      return {
        marker,
        pageId: page?.pageId ?? '',
        url: page?.pageUrl ?? '',
        title: page?.pageTitle ?? '',
        passageId: check.source?.id ?? passageId ?? '',
        sentence: check.sentence,
        state: check.state,
        verified: check.state === 'quoted',
        claim,
        ...(check.state === 'differs' && { differences: check.differences }),
      }
    })
  }
}

/** The sources of each claim, without repeated markers. Several are cited for one claim together. */
function groupByClaim(sources: readonly Source[]): Source[][] {
  const groups: Source[][] = []
  const markers = new Set<number>()
  for (const source of sources) {
    if (markers.has(source.marker)) continue
    markers.add(source.marker)
    const last = groups.at(-1)
    if (last?.[0]?.claim === source.claim) last.push(source)
    else groups.push([source])
  }
  return groups
}

/** Runs `load` at most once. */
function memoise<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | undefined
  return () => (loaded ??= load())
}
