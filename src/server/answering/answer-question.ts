/**
 * Answers one question from a selection of pages: finds passages, streams the engine's text, and looks every source the
 * engine names up in the stored page.
 */
import type { Citation, Used } from '#shared/chat/chats.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { loadOnce } from '#server/platform/load-once.ts'
import { applyCorrections } from '#server/platform/text/corrections.ts'
import { foreignLanguage } from '#server/platform/text/detect-language.ts'
import { readMessage } from '#server/platform/question/read-message.ts'
import { costOf, recordTokenUse, type TokenQuotas, type TokenUse } from '#server/platform/token-quota.ts'
import { countQuestion } from '#server/credits/count-question.ts'
import type { AnswerPart, Engine, EngineMessage } from '#server/engines/engine.ts'
import type { Embedder } from '#server/engines/language-model/embedder.ts'
import type { Reranker } from '#server/engines/language-model/reranker.ts'
import { estimateTokens } from '#server/engines/language-model/estimate-tokens.ts'
import { isRefusal } from '#server/engines/refusal.ts'
import type { IndexablePassage } from '#server/retrieval/build-passage-index.ts'
import { type ClaimCheck, checkJointClaim } from '#server/retrieval/claims/check-claim.ts'
import type { FoundPassage, PassageFinder, SelectionSummary } from '#server/retrieval/passage-finder.ts'
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
  /** Aborted when the user stops the answer, or with an AppError as its reason when the server shuts down. */
  signal?: AbortSignal
  /** Called with each piece of text as the engine writes it. */
  onText: (text: string) => void
  /** Called when the text so far is withdrawn, with the text that takes its place. */
  onReplace?: (text: string) => void
  /** Called with each piece of the engine's reasoning, which is not a part of the answer. */
  onReasoning?: (text: string) => void
}

type Source = Extract<AnswerPart, { type: 'source' }>

/** What the engine wrote, before its citations are checked. */
type Draft = {
  text: string
  sources: Source[]
  /** The model that wrote it. */
  engine: string
  used: Used
  truncated: boolean
}

/** A stopped answer is returned as far as it was written. Throws AppError 'answer.empty' and 'answer.failed'. */
export async function answerQuestion(services: AnswerServices, options: AnswerOptions): Promise<Answer> {
  const { db } = services
  const { userId, selection, signal, isCounted = true } = options
  const counted = isCounted ? countQuestion(db, userId) : null
  const found = await findPassages(services, options)
  const draft = await writeDraft(services, options, found)
  const stopped = signal?.aborted ?? false
  const answer = { ...(await checkDraft(services, options, { draft, found, stopped })), stopped }
  await counted
  if (stopped) return answer

  const isRefused = draft.used.kind === 'refused' && answer.citations.length === 0
  const isUnanswered = isRefused || draft.used.kind === 'closest'
  if (!isUnanswered) return answer
  const offers = await suggestAddresses(db, { userId, pageIds: selection.pageIds, question: found.query })
  // An answer of the kind 'closest' shows the closest passages as its citations.
  if (isRefused) return { ...answer, nearest: closestPassages(found.query, found.passages), offers }
  return offers.length > 0 ? { ...answer, offers } : answer
}

type Found = Awaited<ReturnType<typeof findPassages>>

/** The passages for a question, best first, and what the answer says about the search. */
async function findPassages(
  { db, engine, embedder, reranker, finder }: AnswerServices,
  { userId, selection, question, history, signal, isCounted = true }: AnswerOptions,
) {
  const indexed = { key: selection.key, load: () => loadPassages(db, userId, selection) }
  const readPages = loadOnce(() => loadPageTexts(db, userId, selection.pageIds))
  const { question: asked, intent } = readMessage(question)
  // The built-in engine reads titles and summaries only when it is asked about the pages as a whole.
  const needsPages = engine.kind !== 'built-in' || intent !== 'question'
  const [pages, summary] = await Promise.all([
    needsPages ? loadSourcePages(db, userId, selection) : [],
    finder.warm(indexed),
  ])
  const search = await chooseSearchQuery(engine, { question, history, pages, readPages, signal })
  const passages = await finder.find({
    ...indexed,
    question: search.query,
    limit: engine.passagesPerAnswer,
    vectorQuery: createVectorQuery({ db, embedder }, userId, search.query),
    rerank: createRerank(reranker),
    // A language model reads all found passages, in any order.
    ...(engine.kind === 'built-in' && { compareMeaning: { isUrgent: isCounted } }),
  })

  const ofPages = selection.pageIds.length
  const used = describeSearch(engine, passages, { asked, shown: search.shown, ofPages, selection: summary })
  return { indexed, pages, readPages, query: search.query, passages, used, queryTokens: search.tokens }
}

/** What the answer says about the search, before the engine has read anything. */
function describeSearch(
  engine: Engine,
  passages: readonly FoundPassage[],
  { asked, shown, ofPages, selection }: { asked: string; shown: string; ofPages: number; selection: SelectionSummary },
): Used {
  const searchedFor = applyCorrections(shown, passages[0]?.found.corrections ?? [])
  // A question in another language may share no word with the pages, so that nothing is found.
  const pagesLanguage = passages[0]?.found.language || selection.language
  // A language model understands other languages; the built-in engine compares words.
  const foreign = engine.kind === 'built-in' ? foreignLanguage(asked, pagesLanguage) : ''
  const usesVectors = passages.some(({ found }) => found.usesVectors)
  return {
    wholePages: false,
    pages: 0,
    ofPages,
    passages: 0,
    ofPassages: selection.passages,
    engineKind: engine.kind,
    ...(usesVectors && { vectors: true }),
    ...(searchedFor !== asked && { searchedFor }),
    ...(foreign && { languages: { question: foreign, pages: pagesLanguage } }),
  }
}

/** Tokens of an answer: an estimate of what the model has read so far, and what its service reports at the end. */
type TokenCount = { read: number; reported: TokenUse | null }

/** Streams the engine's text to the user and counts its tokens. */
async function writeDraft(services: AnswerServices, options: AnswerOptions, found: Found): Promise<Draft> {
  const { engine, finder } = services
  const { question, history, signal } = options
  const { indexed, pages, readPages, passages, used, queryTokens } = found
  const draft: Draft = { text: '', sources: [], engine: engine.name, used, truncated: false }
  const tokens: TokenCount = { read: queryTokens, reported: null }
  const readPassages = (pageId: string) => finder.passagesOf({ ...indexed, pageId })
  const request = { question, history, passages, pages, readPages, readPassages, ...(signal && { signal }) }
  try {
    for await (const part of engine.answer(request)) {
      addPart(draft, part, options)
      if (part.type === 'context') tokens.read += part.tokens ?? 0
      if (part.type === 'usage') tokens.reported = { input: part.input + queryTokens, output: part.output }
    }
  } catch (error) {
    if (!signal?.aborted) throw error
    // Stopped by the server before the first word: there is nothing to save.
    if (draft.text === '' && signal.reason instanceof AppError) throw signal.reason
  } finally {
    // The service charges for a stopped answer too.
    if (tokens.read > 0) await recordTokens(services, options.userId, draft, tokens)
  }
  draft.used.kind ??= isRefusal(draft.text) ? 'refused' : 'answer'
  return draft
}

/** Adds a part of the engine's answer to the draft, and passes text and reasoning on to the user. */
function addPart(draft: Draft, part: AnswerPart, { onText, onReplace, onReasoning }: AnswerOptions) {
  switch (part.type) {
    case 'text':
      draft.text += part.text
      return onText(part.text)
    case 'replace':
      draft.sources = []
      draft.text = part.text
      return onReplace?.(part.text)
    case 'reasoning':
      return onReasoning?.(part.text)
    case 'source':
      draft.sources.push(part)
      return
    case 'context': {
      const { engine, type: _type, tokens: _tokens, ...context } = part
      draft.engine = engine
      // Whole pages contain all of their passages.
      const allPassages = context.wholePages && { passages: draft.used.ofPassages }
      draft.used = { ...draft.used, ...context, ...allPassages }
      return
    }
    case 'truncated':
      draft.truncated = true
  }
}

/** Never rejects: a failed count must not fail the answer. */
async function recordTokens(
  { db, engine: { price }, config }: AnswerServices,
  userId: string,
  draft: Draft,
  { read, reported }: TokenCount,
) {
  const use = reported ?? { input: read, output: estimateTokens(draft.text) }
  const cost = costOf(use, price)
  draft.used = { ...draft.used, tokens: use, ...(cost !== undefined && { cost }) }
  await recordTokenUse(db, config.limits, { userId, use, price }).catch(() => undefined)
}

/** Compares each claim of the draft with the stored pages, and lists the sentences without a citation. */
async function checkDraft(
  { db, finder }: AnswerServices,
  { userId, selection }: AnswerOptions,
  { draft, found, stopped }: { draft: Draft; found: Found; stopped: boolean },
) {
  const { sources, ...rest } = draft
  const citations: Citation[] = []
  for (const group of groupByClaim(sources)) citations.push(...(await verifySources(finder, found.indexed, group)))
  // The built-in engine also cites passages next to the found ones.
  const citedPages = [...new Set(sources.map(({ pageId }) => pageId))].filter((id) => selection.pageIds.includes(id))
  // Each text source is loaded only if those before it do not contain the sentences.
  const uncited = await findUncited({ text: draft.text, isCut: stopped || draft.truncated }, [
    async () => found.passages.map(({ pageTitle, text }) => `${pageTitle}\n${text}`),
    async () => [...(await loadPageTexts(db, userId, citedPages)).values()],
    async () => (await found.readPages()).values(),
  ])
  return { ...rest, citations, uncited }
}

/** Never trust the engine's citation: look the quoted words and the claim up in the stored pages. */
async function verifySources(
  finder: PassageFinder,
  indexed: Found['indexed'],
  group: readonly Source[],
): Promise<Citation[]> {
  const cited = await Promise.all(
    group.map(async ({ pageId, passageId, quote }) => {
      const stored = await finder.passagesOf({ ...indexed, pageId })
      const candidates = passageId ? stored.filter(({ id }) => id === passageId) : stored
      return { page: stored[0], sources: candidates, ...(quote && { quote }) }
    }),
  )
  const checks = await checkJointClaim(group[0]?.claim ?? '', cited)
  return group.flatMap((source, n) => {
    const check = checks[n]
    return check ? toCitation(source, cited[n]?.page, check) : []
  })
}

/** `page` is any passage of the cited page; undefined if the engine names a page outside the selection. */
function toCitation(
  { marker, passageId, claim }: Source,
  page: IndexablePassage | undefined,
  { source, sentence, state, differences }: ClaimCheck & { source: IndexablePassage | null },
): Citation {
  return {
    marker,
    pageId: page?.pageId ?? '',
    url: page?.pageUrl ?? '',
    title: page?.pageTitle ?? '',
    passageId: source?.id ?? passageId ?? '',
    sentence,
    state,
    verified: state === 'quoted',
    claim,
    ...(state === 'differs' && { differences }),
  }
}

/** The sources of each claim, without repeated markers. Consecutive sources of one claim are cited for it together. */
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
