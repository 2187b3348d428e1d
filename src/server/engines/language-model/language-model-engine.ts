/** The engine for a language model of any provider. Decisions and limits: docs/decisions/018-the-language-model.md. */
import { AppError } from '#shared/errors.ts'
import { withoutMarkers } from '#shared/chat/plain-text.ts'
import type { AlternativeModel, ModelEffort, ModelPrice } from '#shared/models.ts'
import type { Log } from '#server/platform/log.ts'
import type {
  AnswerPart,
  AnswerRequest,
  Engine,
  EngineMessage,
  PagePassage,
  SearchQueryRequest,
} from '#server/engines/engine.ts'
import { readParallelism } from '#server/engines/providers/read-window.ts'
import { createPageAnalyzer } from './analyze-page.ts'
import {
  type ChatClient,
  type ChatClientSettings,
  type ChatTimings,
  createChatClient,
  type StreamEnd,
} from './chat-client.ts'
import { estimateTokens, MAX_BYTES_PER_TOKEN, truncateToTokens } from './estimate-tokens.ts'
import { type Context, fitPassages, fitWholePages } from './fit-context.ts'
import { createModelWindows } from './model-windows.ts'
import { neutralizeLinks } from './neutralize-links.ts'
import { parseCitations } from './parse-citations.ts'
import { answerPrompt, createFence } from './prompts.ts'
import { createConflictRefuter } from './refute-conflicts.ts'
import { adviseOn, ServiceFailure } from './service-failure.ts'
import type { AnswerText } from './strip-reasoning.ts'
import { createQuestionCounter, createSummaryQueue } from './summary-queue.ts'
import { createQueryWriter } from './write-search-query.ts'

/** From the specification, sections 7 and 9. */
const ANSWER_PARAMETERS = { temperature: 0.7, maxTokens: 1000 }

/** Reserved for the tokens that the service adds around messages. */
const RESERVED_TOKENS = 100
const TOKENS_PER_MESSAGE = RESERVED_TOKENS / 10
/** Maximum share of the context window for earlier messages. */
const HISTORY_SHARE = 0.25
/** Maximum share of the room for earlier messages that one of them may take. */
const MESSAGE_SHARE = 0.5
/** Attempts with a smaller context after the service reports that a request is too long. */
const MAX_FIT_ATTEMPTS = 4
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

/** `questions` counts the running questions to all models of the service, because summaries wait for them. */
export function createLanguageModelEngine(
  settings: LanguageModelSettings,
  log: Log,
  timings?: Partial<ChatTimings>,
  questions = createQuestionCounter(),
): Engine {
  const { alternatives = [] } = settings
  const windows = createModelWindows(settings, log)
  const summaries = createSummaryQueue(() => readParallelism(settings), questions)
  const client = createChatClient(settings, log, timings, {
    windowOf: windows.windowOf,
    onBusy: () => summaries.slowDown(),
    onRead: ({ system, messages }, reported) =>
      windows.observePrompt(client.model(), { estimated: estimateTokens(system) + tokensOf(messages), reported }),
  })
  const service: AnsweringService = { settings, log, client, windows }
  const analyzePage = createPageAnalyzer(client)
  const writeQuery = createQueryWriter(client, log)
  /** Model name to the engine of an alternative that has been used. */
  const usedAlternatives = new Map<string, Engine>()

  const engine: Engine = {
    kind: 'language-model',
    get name() {
      return client.model()
    },
    host: new URL(settings.baseUrl).host,
    get windows() {
      const own = { model: client.model(), tokens: currentWindow(service), isTruncating: windows.isTruncating() }
      return [own, ...[...usedAlternatives.values()].flatMap((alternative) => alternative.windows)]
    },
    models: [settings.model, ...alternatives.map(({ model }) => model)],
    get price() {
      return (client.model() === settings.model && settings.price) || null
    },
    withModel(model) {
      if (model === settings.model) return engine
      const alternative = alternatives.find((each) => each.model === model)
      return alternative ? engineFor(alternative) : null
    },
    get passagesPerAnswer() {
      const contextTokens = Math.min(currentWindow(service), answerContextOf(service))
      return Math.min(MAX_PASSAGES, Math.ceil(contextTokens / MIN_TOKENS_PER_PASSAGE))
    },
    summaryConcurrency: SUMMARY_CONCURRENCY,
    summarize: (page, signal) => summaries.run((runSignal) => analyzePage(page, runSignal), signal),
    async writeSearchQuery(request) {
      const endQuestion = questions.begin()
      try {
        await windows.load(client.model())
        return (await isGivenWholePages(service, request)) ? { query: '', tokens: 0 } : await writeQuery(request)
      } finally {
        endQuestion()
      }
    },
    refuteConflicts: createConflictRefuter(client, log),
    async *answer(request) {
      const endQuestion = questions.begin()
      try {
        yield* answer(service, request)
      } catch (error) {
        throw request.signal?.aborted ? request.signal.reason : toAppError(service, error)
      } finally {
        endQuestion()
      }
    },
  }
  return engine

  function engineFor(alternative: AlternativeModel): Engine {
    const { model, price } = alternative
    const known = usedAlternatives.get(model)
    if (known) return known
    const single = { ...settings, ...alternative, price, contextTokens: undefined, alternatives: [] }
    const created = createLanguageModelEngine(single, log, timings, questions)
    usedAlternatives.set(model, created)
    return created
  }
}

type AnsweringService = {
  settings: LanguageModelSettings
  log: Log
  client: ChatClient
  windows: ReturnType<typeof createModelWindows>
}

const currentWindow = ({ windows, client }: AnsweringService) => windows.windowOf(client.model())

const answerContextOf = ({ settings }: AnsweringService) =>
  settings.answerContextTokens ?? DEFAULT_ANSWER_CONTEXT_TOKENS

/** Tries again with fewer pages while the service refuses the request as too long. */
async function* answer(service: AnsweringService, request: AnswerRequest): AsyncGenerator<AnswerPart> {
  const { client, windows } = service
  request.signal?.throwIfAborted()
  await windows.load(client.model())
  for (let attempt = 1; ; attempt++) {
    const window = currentWindow(service)
    const { messages, maxTokens } = fitMessages(service, request, window)
    const context = await fitContext(request, maxTokens)
    try {
      return yield* streamAnswer(service, request, messages, context)
    } catch (error) {
      const isTooLong = error instanceof ServiceFailure && error.kind === 'too-long'
      if (!isTooLong || attempt === MAX_FIT_ATTEMPTS) throw error
      windows.shrink(client.model(), window, error.windowTokens)
    }
  }
}

/** The messages that go out with a question, and the tokens that are left for pages in a window. */
function fitMessages(
  service: AnsweringService,
  { question, history }: Pick<AnswerRequest, 'question' | 'history'>,
  window: number,
) {
  const messages: EngineMessage[] = [
    ...truncateHistory(history, window * HISTORY_SHARE),
    { role: 'user', content: question },
  ]
  const instructions = estimateTokens(answerPrompt('', createFence(), { whole: false }))
  const used = ANSWER_PARAMETERS.maxTokens + RESERVED_TOKENS + tokensOf(messages) + instructions
  const left = Math.floor(window - used)
  return { messages, maxTokens: Math.max(0, Math.min(answerContextOf(service), left)) }
}

function streamAnswer(
  { settings, client }: AnsweringService,
  { signal }: AnswerRequest,
  messages: EngineMessage[],
  context: Context,
) {
  const system = answerPrompt(context.text, context.fence, { whole: context.wholePages })
  const promptTokens = estimateTokens(system) + tokensOf(messages)
  const { effort } = settings
  const stream = client.stream({ system, messages, effort, ...ANSWER_PARAMETERS, ...(signal && { signal }) })
  return toAnswerParts(stream, { context, promptTokens, modelInUse: () => client.model() })
}

/** Everyone sees the error's text; `cause` is logged and shown to administrators. */
function toAppError({ settings, client, log }: AnsweringService, error: unknown): AppError {
  if (error instanceof AppError) return error
  if (!(error instanceof ServiceFailure)) return new AppError('answer.failed', {}, { cause: error })
  const advice = adviseOn(error, { ...settings, model: client.model() })
  const needsOperator = error.kind === 'auth' || error.kind === 'quota' || error.kind === 'region'
  if (needsOperator) log.error(advice.message)
  return new AppError(error.kind === 'empty' ? 'answer.empty' : 'answer.failed', {}, { cause: advice })
}

/** A model that gets all pages in full needs no search query. */
async function isGivenWholePages(service: AnsweringService, request: SearchQueryRequest): Promise<boolean> {
  const { maxTokens } = fitMessages(service, request, currentWindow(service))
  return (await fitAllPages(request, maxTokens)) !== null
}

type AnswerOptions = { context: Context; promptTokens: number; modelInUse: () => string }

async function* toAnswerParts(
  stream: ReturnType<ChatClient['stream']>,
  { context, promptTokens, modelInUse }: AnswerOptions,
): AsyncGenerator<AnswerPart> {
  const { wholePages, passages, sources } = context
  let hasReportedContext = false
  let end: StreamEnd | undefined
  const text = async function* (): AsyncGenerator<AnswerText> {
    end = yield* stream
  }
  // A hostile page must not leak the conversation through a link, so only addresses from the pages stay links.
  const safeStream = neutralizeLinks(text(), (address) => context.text.includes(address))
  for await (const part of parseCitations(safeStream, (source) => sources[source - 1]?.id)) {
    // Reported with the first part: only then is it certain which model answers, and that it does.
    if (!hasReportedContext) {
      const engine = modelInUse()
      yield { type: 'context', engine, wholePages, pages: sources.length, passages, tokens: promptTokens }
    }
    hasReportedContext = true
    yield part
  }
  const { promptTokens: input, completionTokens: output, truncated } = end ?? {}
  if (input !== undefined && output !== undefined) yield { type: 'usage', input, output }
  if (truncated) yield { type: 'truncated' }
}

/** All pages in full if they fit into `maxTokens`, otherwise the passages. */
async function fitContext(request: AnswerRequest, maxTokens: number): Promise<Context> {
  const wholePages = await fitAllPages(request, maxTokens)
  if (wholePages) return wholePages
  const { pages = [], passages, readPassages } = request
  const passagesByPage = new Map<string, readonly PagePassage[]>()
  if (readPassages) {
    const bestPages = [...new Set(passages.map(({ pageId }) => pageId))].slice(0, MAX_EXPANDED_PAGES)
    for (const pageId of bestPages) passagesByPage.set(pageId, await readPassages(pageId))
  }
  return fitPassages(pages, passages, maxTokens, passagesByPage)
}

/** Null if not all pages fit. Reads their texts only if they may fit. */
async function fitAllPages(
  { pages = [], readPages }: Pick<AnswerRequest, 'pages' | 'readPages'>,
  maxTokens: number,
): Promise<Context | null> {
  if (!readPages || pages.length === 0) return null
  const bytes = pages.reduce((sum, page) => sum + page.bytes, 0)
  if (bytes > maxTokens * MAX_BYTES_PER_TOKEN) return null
  return fitWholePages(pages, await readPages(), maxTokens)
}

/** The latest messages that fit, without citation markers, starting with a question. */
function truncateHistory(history: EngineMessage[], maxTokens: number): EngineMessage[] {
  const messages: EngineMessage[] = []
  let remaining = maxTokens
  for (const { role, content } of history.toReversed()) {
    const text = truncateToTokens(withoutMarkers(content), maxTokens * MESSAGE_SHARE)
    remaining -= estimateTokens(text) + TOKENS_PER_MESSAGE
    if (remaining < 0) break
    messages.unshift({ role, content: text })
  }
  while (messages[0]?.role === 'assistant') messages.shift()
  return messages
}

function tokensOf(messages: EngineMessage[]): number {
  return messages.reduce((sum, message) => sum + estimateTokens(message.content) + TOKENS_PER_MESSAGE, 0)
}
