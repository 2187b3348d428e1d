/**
 * The engine behind any OpenAI-compatible service: page analysis and answers with the models, prompts, temperatures and
 * limits of the specification (SPEC sections 7 and 9).
 */
import { AppError } from '#shared/errors.ts'
import type { Log } from '#server/log.ts'
import { type AiService, type AiServiceSettings, openAiService, type Patience } from './ai-service.ts'
import { defuseLinks } from './defuse-links.ts'
import type { AnswerPart, AnswerRequest, Engine, EngineTurn, PageAnalysis } from './engine.ts'
import { cutToTokens, estimateTokens, MOST_BYTES_PER_TOKEN } from './estimate-tokens.ts'
import { type Context, fitPassages, fitWhole } from './fit-context.ts'
import { windowOf } from './model-window.ts'
import { parseAnalysis } from './parse-analysis.ts'
import { ANALYSIS_PROMPT, analysisQuestion, answerPrompt } from './prompts.ts'
import { readSources } from './read-sources.ts'
import { ServiceFailure } from './service-failure.ts'

const ANALYSIS = { temperature: 0.3, maxTokens: 500 }
const CHAT = { temperature: 0.7, maxTokens: 1000 }

/** Left free for what the service itself puts around each message. */
const MARGIN_TOKENS = 100
/** Share of the room that earlier turns may take. */
const HISTORY_SHARE = 0.25
/** A window that turns out smaller than was believed is tried again so many times. */
const FITS_TRIED = 4
const NEXT_FIT = 0.55
/** A passage has about 250 tokens. */
const TOKENS_PER_PASSAGE = 200
const MOST_PASSAGES = 400
/** Over all crawls together: services count requests in a minute, and a model on one's own machine has few hands. */
const PAGES_AT_ONCE = 4

export type LanguageModelSettings = AiServiceSettings & {
  /** What the model reads at once; assumed by its name when not set. */
  contextTokens?: number | undefined
}

export function createLanguageModelEngine(settings: LanguageModelSettings, log: Log, patience?: Partial<Patience>): Engine {
  const service = openAiService(settings, log, patience)
  /** What a model was found to read at once, by its name. */
  const learned = new Map<string, number>()
  const oneOf = limitTo(PAGES_AT_ONCE)
  const windowNow = () => Math.min(learned.get(service.model()) ?? Infinity, settings.contextTokens ?? windowOf(service.model()))

  return {
    kind: 'language-model',
    get name() {
      return service.model()
    },
    host: new URL(settings.baseUrl).host,
    get passagesPerAnswer() {
      return Math.min(MOST_PASSAGES, Math.ceil(windowNow() / TOKENS_PER_PASSAGE))
    },
    pagesAtOnce: PAGES_AT_ONCE,
    summarise: (page, signal) => oneOf(() => summarise(service, page, signal)),
    async *answer(request) {
      try {
        yield* answer(request)
      } catch (error) {
        throw request.signal?.aborted ? request.signal.reason : asAppError(error, log)
      }
    },
  }

  async function* answer(request: AnswerRequest): AsyncGenerator<AnswerPart> {
    const { question, signal } = request
    signal?.throwIfAborted()
    for (let tries = 1; ; tries++) {
      const window = windowNow()
      const turns: EngineTurn[] = [...historyWithin(request.history, window * HISTORY_SHARE), { role: 'user', content: question }]
      const context = await contextWithin(request, window - CHAT.maxTokens - MARGIN_TOKENS - costOf(turns))
      const system = answerPrompt(context.shown, context.fence, { whole: context.wholePages })
      try {
        return yield* told(service.stream({ system, turns, ...CHAT, ...(signal && { signal }) }), context, estimateTokens(system) + costOf(turns))
      } catch (error) {
        if (!(error instanceof ServiceFailure) || error.kind !== 'too-long' || tries === FITS_TRIED) throw error
        const smaller = Math.min(error.windowTokens ?? Infinity, window * NEXT_FIT)
        log.warn(`The model ${service.model()} reads less than ${window} tokens: ${Math.floor(smaller)} are tried`)
        learned.set(service.model(), Math.floor(smaller))
      }
    }
  }

  async function* told(pieces: AsyncIterable<string>, context: Context, tokens: number): AsyncGenerator<AnswerPart> {
    let described = false
    // What a page talked the model into must not become a way out: an address that no page has is no link.
    const safe = defuseLinks(pieces, (address) => context.shown.includes(address))
    for await (const part of readSources(safe, (source) => context.sources[source - 1]?.id)) {
      // Only now is it known which model answers, and that it does.
      if (!described) yield { type: 'given', by: service.model(), ...describe(context), tokens }
      described = true
      yield part
    }
  }
}

/** Runs what it is given, at most so many at once; the others wait for their turn. */
function limitTo(most: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <Result>(run: () => Promise<Result>): Promise<Result> => {
    if (running === most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await run()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

/** Empty values for a page without words; rejects when the service fails or sends nothing of the kind. */
async function summarise(
  service: AiService,
  page: { title: string; content: string },
  signal: AbortSignal | undefined,
): Promise<PageAnalysis> {
  signal?.throwIfAborted()
  if (!/[\p{L}\p{N}]/u.test(page.content)) return { summary: '', mainPoints: [], topics: [] }
  const question: EngineTurn = { role: 'user', content: analysisQuestion(page) }
  const request = { system: ANALYSIS_PROMPT, turns: [question], ...ANALYSIS, ...(signal && { signal }) }
  const analysis = parseAnalysis(await service.complete(request))
  if (analysis.summary === '' && analysis.mainPoints.length === 0 && analysis.topics.length === 0) {
    throw new ServiceFailure('other', 'The model wrote something else than an analysis')
  }
  return analysis
}

async function contextWithin({ pages = [], passages, readPages }: AnswerRequest, room: number): Promise<Context> {
  const tokens = Math.max(0, Math.floor(room - estimateTokens(answerPrompt('', 'a'.repeat(12), { whole: false }))))
  const mayFit = pages.reduce((sum, page) => sum + page.bytes, 0) <= tokens * MOST_BYTES_PER_TOKEN
  if (readPages && pages.length > 0 && mayFit) {
    const whole = fitWhole(pages, await readPages(), tokens)
    if (whole) return whole
  }
  return fitPassages(pages, passages, tokens)
}

function describe({ wholePages, sources, passages }: Context) {
  return { wholePages, pages: sources.length, passages }
}

/** The latest turns that fit, without the markers of their citations; a conversation begins with a question. */
function historyWithin(history: EngineTurn[], tokens: number): EngineTurn[] {
  const turns: EngineTurn[] = []
  let left = tokens
  for (const { role, content } of history.toReversed()) {
    const text = cutToTokens(content.replace(/\s*\[\d{1,4}\](?!\()/g, ''), tokens / 2)
    left -= estimateTokens(text) + MARGIN_TOKENS / 10
    if (left < 0) break
    turns.unshift({ role, content: text })
  }
  while (turns[0]?.role === 'assistant') turns.shift()
  return turns
}

const costOf = (turns: EngineTurn[]) => turns.reduce((sum, turn) => sum + estimateTokens(turn.content) + MARGIN_TOKENS / 10, 0)

/** The words that a person reads; the log has the reason. */
function asAppError(error: unknown, log: Log): AppError {
  if (error instanceof ServiceFailure) {
    if (error.kind === 'key') log.error('The AI service refuses the key, or its quota is spent: see OPENAI_API_KEY')
    return new AppError(error.kind === 'empty' ? 'answer.empty' : 'answer.failed', {}, { cause: error })
  }
  return error instanceof AppError ? error : new AppError('answer.failed', {}, { cause: error })
}
