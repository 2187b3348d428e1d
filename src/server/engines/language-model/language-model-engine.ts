/** The engine for a language model of any provider. Decisions and limits: docs/decisions/018-the-language-model.md. */
import { AppError } from '#shared/errors.ts'
import type { AlternativeModel, ModelEffort, ModelPrice } from '#shared/models.ts'
import type { Log } from '#server/platform/log.ts'
import type {
  AnswerPart,
  AnswerRequest,
  Engine,
  EngineMessage,
  PageAnalysis,
  PagePassage,
  SearchQueryRequest,
} from '#server/engines/engine.ts'
import {
  type ChatClient,
  type ChatClientSettings,
  type ChatRequest,
  type ChatTimings,
  createChatClient,
  type StreamEnd,
} from './chat-client.ts'
import { readParallelism, readWindow } from '#server/engines/providers/read-window.ts'
import { contextWindowOf } from './context-window.ts'
import { createTruncationDetector } from './detect-truncation.ts'
import { estimateTokens, MAX_BYTES_PER_TOKEN, truncateToTokens } from './estimate-tokens.ts'
import { type Context, fitPassages, fitWholePages } from './fit-context.ts'
import { neutraliseLinks } from './neutralise-links.ts'
import { parseAnalysis } from './parse-analysis.ts'
import { parseCitations } from './parse-citations.ts'
import { ANALYSIS_AS_JSON, ANALYSIS_PROMPT, ANALYSIS_SCHEMA, analysisQuestion, answerPrompt } from './prompts.ts'
import { adviseOn, ServiceFailure } from './service-failure.ts'
import { createConflictRefuter } from './refute-conflicts.ts'
import type { AnswerText } from './strip-reasoning.ts'
import { createQuestionCounter, createSummaryQueue } from './summary-queue.ts'
import { createQueryWriter } from './write-search-query.ts'

/** From the specification, sections 7 and 9. */
const ANALYSIS_PARAMETERS = { temperature: 0.3, maxTokens: 500 }
const ANSWER_PARAMETERS = { temperature: 0.7, maxTokens: 1000 }

/** Reserved for the tokens that the service adds around messages. */
const RESERVED_TOKENS = 100
const TOKENS_PER_MESSAGE = RESERVED_TOKENS / 10
/** Maximum share of the context window for earlier messages. */
const HISTORY_SHARE = 0.25
/** Attempts with a smaller context after the service reports that a request is too long. */
const MAX_FIT_ATTEMPTS = 4
/** The next assumed window if the service does not name its limit. */
const WINDOW_REDUCTION = 0.55
/** A passage has about 250 tokens; the lower value makes the search return enough of them. */
const MIN_TOKENS_PER_PASSAGE = 200
const MAX_PASSAGES = 400
/** Enough for the answer to nearly every question; more costs money and time without better answers. */
const DEFAULT_ANSWER_CONTEXT_TOKENS = 12_000
/** The pages of the best passages, which may be sent with whole sections. */
const MAX_EXPANDED_PAGES = 12
/** The most summaries at a time over all crawls of the process; the summary queue sends what the service bears. */
const SUMMARY_CONCURRENCY = 4

export type LanguageModelSettings = ChatClientSettings & {
  /** The context window; derived from the model's name if not set. */
  contextTokens?: number | undefined
  /** Tokens of page text sent with a question, if the window holds them. */
  answerContextTokens?: number | undefined
  /** How much a model thinks before it answers; summaries do not use it. */
  effort?: ModelEffort | undefined
  /** Of `model`, not of the fallback model. */
  price?: ModelPrice | undefined
  /** Other models of the service. */
  alternatives?: readonly AlternativeModel[] | undefined
}

export function createLanguageModelEngine(
  settings: LanguageModelSettings,
  log: Log,
  timings?: Partial<ChatTimings>,
  questions = createQuestionCounter(),
): Engine {
  const client = createChatClient(settings, log, timings, {
    windowOf,
    onBusy: () => summaries.slowDown(),
    onRead: observePrompt,
  })
  /** Model name to its window, after the service rejected a request as too long, or cut it. */
  const learnedWindows = new Map<string, number>()
  /** Model name to the window that the service reports. */
  const reportedWindows = new Map<string, Promise<number | undefined>>()
  const readWindows = new Map<string, number>()
  const findTruncation = createTruncationDetector()
  let isTruncating = false
  const writeQuery = createQueryWriter(client, log)
  const summaries = createSummaryQueue(() => readParallelism(settings), questions)
  /** False once the service has refused to answer by a schema. */
  let answersBySchema = true
  const answerContextTokens = settings.answerContextTokens ?? DEFAULT_ANSWER_CONTEXT_TOKENS
  function windowOf(model: string) {
    const known = settings.contextTokens ?? readWindows.get(model) ?? contextWindowOf(model)
    return Math.min(learnedWindows.get(model) ?? Infinity, known)
  }
  const currentWindow = () => windowOf(client.model())
  const { alternatives = [] } = settings
  const engines = new Map<string, Engine>()

  const engine: Engine = {
    kind: 'language-model',
    get name() {
      return client.model()
    },
    host: new URL(settings.baseUrl).host,
    get windows() {
      const own = { model: client.model(), tokens: currentWindow(), isTruncating }
      return [own, ...[...engines.values()].flatMap(({ windows }) => windows)]
    },
    models: [settings.model, ...alternatives.map(({ model }) => model)],
    get price() {
      return (client.model() === settings.model && settings.price) || null
    },
    withModel(model) {
      if (model === settings.model) return engine
      const chosen = alternatives.find((each) => each.model === model)
      if (!chosen) return null
      const single = { ...settings, ...chosen, price: chosen.price, contextTokens: undefined, alternatives: [] }
      const known = engines.get(model) ?? createLanguageModelEngine(single, log, timings, questions)
      engines.set(model, known)
      return known
    },
    get passagesPerAnswer() {
      return Math.min(MAX_PASSAGES, Math.ceil(Math.min(currentWindow(), answerContextTokens) / MIN_TOKENS_PER_PASSAGE))
    },
    summaryConcurrency: SUMMARY_CONCURRENCY,
    summarise: (page, signal) => summaries.run((runSignal) => summarise(page, runSignal), signal),
    async writeSearchQuery(request) {
      const end = questions.begin()
      try {
        await askWindow()
        return (await isGivenWholePages(request)) ? { query: '', tokens: 0 } : await writeQuery(request)
      } finally {
        end()
      }
    },
    refuteConflicts: createConflictRefuter(client, log),
    async *answer(request) {
      const end = questions.begin()
      try {
        yield* answer(request)
      } catch (error) {
        throw request.signal?.aborted ? request.signal.reason : toAppError(error)
      } finally {
        end()
      }
    },
  }
  return engine

  async function* answer(request: AnswerRequest): AsyncGenerator<AnswerPart> {
    const { signal } = request
    signal?.throwIfAborted()
    await askWindow()
    for (let attempt = 1; ; attempt++) {
      const window = currentWindow()
      const { messages, maxTokens } = fitMessages(request, window)
      const context = await fitContext(request, maxTokens)
      const system = answerPrompt(context.text, context.fence, { whole: context.wholePages })
      try {
        return yield* toAnswerParts(
          client.stream({ system, messages, effort: settings.effort, ...ANSWER_PARAMETERS, ...(signal && { signal }) }),
          context,
          estimateTokens(system) + tokensOf(messages),
        )
      } catch (error) {
        if (!(error instanceof ServiceFailure) || error.kind !== 'too-long' || attempt === MAX_FIT_ATTEMPTS) throw error
        const smaller = Math.floor(Math.min(error.windowTokens ?? Infinity, window * WINDOW_REDUCTION))
        log.warn(`${window} tokens exceed the context window of ${client.model()}; trying ${smaller}`)
        learnedWindows.set(client.model(), smaller)
      }
    }
  }

  /** Empty values for a page without words. Throws if the service fails or the response is not an analysis. */
  async function summarise(page: { title: string; content: string }, signal: AbortSignal): Promise<PageAnalysis> {
    if (!/[\p{L}\p{N}]/u.test(page.content)) return { summary: '', mainPoints: [], topics: [] }
    const messages: EngineMessage[] = [{ role: 'user', content: analysisQuestion(page) }]
    if (answersBySchema) {
      const request = { system: ANALYSIS_PROMPT + ANALYSIS_AS_JSON, messages, ...ANALYSIS_PARAMETERS, signal }
      try {
        const analysis = parseAnalysis(await client.complete({ ...request, schema: ANALYSIS_SCHEMA }))
        if (!isEmpty(analysis)) return analysis
      } catch (error) {
        if (!(error instanceof ServiceFailure) || error.kind !== 'format-unsupported') throw error
      }
      answersBySchema = false
    }
    const request = { system: ANALYSIS_PROMPT, messages, ...ANALYSIS_PARAMETERS, signal }
    const analysis = parseAnalysis(await client.complete(request))
    if (isEmpty(analysis)) throw new ServiceFailure('other', 'The response of the model is not a page analysis')
    return analysis
  }

  /** Everyone sees the error's text; `cause` is logged and shown to administrators. */
  function toAppError(error: unknown): AppError {
    if (error instanceof ServiceFailure) {
      const advice = adviseOn(error, { ...settings, model: client.model() })
      if (error.kind === 'auth' || error.kind === 'quota' || error.kind === 'region') log.error(advice.message)
      return new AppError(error.kind === 'empty' ? 'answer.empty' : 'answer.failed', {}, { cause: advice })
    }
    return error instanceof AppError ? error : new AppError('answer.failed', {}, { cause: error })
  }

  /** Asks the service for its window, once for each model. */
  async function askWindow() {
    const model = client.model()
    if (settings.contextTokens) return
    if (!reportedWindows.has(model)) reportedWindows.set(model, readWindow(settings, model))
    const tokens = await reportedWindows.get(model)
    if (tokens) readWindows.set(model, tokens)
  }

  /** Compares the size of a prompt with what the service says that it read. */
  function observePrompt({ system, messages }: ChatRequest, reported: number) {
    const model = client.model()
    const estimated = estimateTokens(system) + tokensOf(messages)
    const cut = findTruncation(model, { estimated, reported })
    if (cut === null) return
    isTruncating = true
    log.warn(`${model} read only ${cut} tokens of a prompt of about ${estimated}: it now gets shorter prompts`)
    learnedWindows.set(model, Math.min(cut, learnedWindows.get(model) ?? Infinity))
  }

  /** The messages that go out with a question, and the tokens that are left for pages in a window. */
  function fitMessages({ question, history }: Pick<AnswerRequest, 'question' | 'history'>, window: number) {
    const messages: EngineMessage[] = [
      ...truncateHistory(history, window * HISTORY_SHARE),
      { role: 'user', content: question },
    ]
    const instructions = estimateTokens(answerPrompt('', 'a'.repeat(12), { whole: false }))
    const used = ANSWER_PARAMETERS.maxTokens + RESERVED_TOKENS + tokensOf(messages) + instructions
    return { messages, maxTokens: Math.max(0, Math.min(answerContextTokens, Math.floor(window - used))) }
  }

  async function isGivenWholePages(request: SearchQueryRequest): Promise<boolean> {
    const { maxTokens } = fitMessages(request, currentWindow())
    return (await fitAllPages(request, maxTokens)) !== null
  }

  async function* toAnswerParts(
    stream: ReturnType<ChatClient['stream']>,
    context: Context,
    tokens: number,
  ): AsyncGenerator<AnswerPart> {
    const { wholePages, passages, sources } = context
    let hasReportedContext = false
    let end: StreamEnd | undefined
    const text = async function* (): AsyncGenerator<AnswerText> {
      end = yield* stream
    }
    // A hostile page must not leak the conversation through a link, so only addresses from the pages stay links.
    const safeStream = neutraliseLinks(text(), (address) => context.text.includes(address))
    for await (const part of parseCitations(safeStream, (source) => sources[source - 1]?.id)) {
      // Reported with the first part: only then is it certain which model answers, and that it does.
      if (!hasReportedContext)
        yield { type: 'context', engine: client.model(), wholePages, pages: sources.length, passages, tokens }
      hasReportedContext = true
      yield part
    }
    const { promptTokens: input, completionTokens: output, truncated } = end ?? {}
    if (input !== undefined && output !== undefined) yield { type: 'usage', input, output }
    if (truncated) yield { type: 'truncated' }
  }
}

const isEmpty = ({ summary, mainPoints, topics }: PageAnalysis) =>
  summary === '' && mainPoints.length === 0 && topics.length === 0

/** All pages in full if they fit into `maxTokens`, otherwise the passages. */
async function fitContext(request: AnswerRequest, maxTokens: number): Promise<Context> {
  const context = await fitAllPages(request, maxTokens)
  if (context) return context
  const { pages = [], passages, readPassages } = request
  const best = readPassages ? [...new Set(passages.map(({ pageId }) => pageId))].slice(0, MAX_EXPANDED_PAGES) : []
  const passagesByPage = new Map<string, readonly PagePassage[]>()
  for (const pageId of best) passagesByPage.set(pageId, (await readPassages?.(pageId)) ?? [])
  return fitPassages(pages, passages, maxTokens, passagesByPage)
}

/** Null if not all pages fit. Reads their texts only if they may. */
async function fitAllPages(
  { pages = [], readPages }: Pick<AnswerRequest, 'pages' | 'readPages'>,
  maxTokens: number,
): Promise<Context | null> {
  const mayFit = pages.reduce((sum, page) => sum + page.bytes, 0) <= maxTokens * MAX_BYTES_PER_TOKEN
  return readPages && pages.length > 0 && mayFit ? fitWholePages(pages, await readPages(), maxTokens) : null
}

/** The latest messages that fit, without citation markers, starting with a question. */
function truncateHistory(history: EngineMessage[], maxTokens: number): EngineMessage[] {
  const messages: EngineMessage[] = []
  let remaining = maxTokens
  for (const { role, content } of history.toReversed()) {
    const text = truncateToTokens(content.replace(/\s*\[\d{1,4}\](?!\()/g, ''), maxTokens / 2)
    remaining -= estimateTokens(text) + TOKENS_PER_MESSAGE
    if (remaining < 0) break
    messages.unshift({ role, content: text })
  }
  while (messages[0]?.role === 'assistant') messages.shift()
  return messages
}

const tokensOf = (messages: EngineMessage[]) =>
  messages.reduce((sum, message) => sum + estimateTokens(message.content) + TOKENS_PER_MESSAGE, 0)
