/** The built-in engine. It needs no key and no network, and its answers consist of verbatim sentences. */
import type { AnswerPart, AnswerRequest, Engine, PagePassage } from '#server/engines/engine.ts'
import { CLOSEST, REFUSAL } from '#shared/chat/answer-stream.ts'
import { BUILT_IN_ENGINE } from '#shared/chat/chat-limits.ts'
import { createSummaryThread } from '#server/engines/summaries/summary-thread.ts'
import { readMessage } from '#server/platform/question/read-message.ts'
import { describePages, isSmallTalk, pagesToDescribe, smallTalk } from './answer-intent.ts'
import { chooseAnswer, PASSAGES_PER_ANSWER } from './choose-answer.ts'
import { choosePlaces } from './choose-places.ts'
import { claimOf, renderPath, renderPlace } from './render-place.ts'

export function createExtractiveEngine(): Engine {
  const summarize = createSummaryThread()
  return {
    kind: 'built-in',
    name: BUILT_IN_ENGINE,
    host: null,
    windows: [],
    models: [],
    price: null,
    withModel: () => null,
    passagesPerAnswer: PASSAGES_PER_ANSWER,
    // One thread makes all summaries.
    summaryConcurrency: 1,
    async summarize(page, signal) {
      signal?.throwIfAborted()
      return summarize(page)
    },
    writeSearchQuery: async () => ({ query: '', tokens: 0 }),
    refuteConflicts: async () => ({ refuted: null, tokens: 0 }),
    answer,
  }
}

async function* answer(request: AnswerRequest): AsyncGenerator<AnswerPart> {
  const { question, history, passages, pages = [], readPassages, signal } = request
  signal?.throwIfAborted()
  const { intent } = readMessage(question)
  const context = { type: 'context', engine: BUILT_IN_ENGINE, wholePages: false, pages: 0, passages: 0 } as const
  if (isSmallTalk(intent)) {
    yield { ...context, kind: 'small-talk' }
    yield { type: 'text', text: smallTalk(intent, question) }
    return
  }
  if (intent !== 'question' && pages.length > 0) {
    const shown = pagesToDescribe(intent, pages)
    yield { ...context, pages: shown.length, kind: 'answer' }
    const readText = async (pageId: string) => ((await readPassages?.(pageId)) ?? []).map(({ text }) => text).join('\n')
    yield* describePages(intent, question, { shown, pages, readText })
    return
  }
  const chosen = chooseAnswer(question, history, passages)
  const pageCount = new Set(passages.map((passage) => passage.pageId)).size
  yield { ...context, pages: pageCount, passages: passages.length, kind: chosen.kind }
  if (chosen.kind === 'refused') {
    yield { type: 'text', text: REFUSAL }
    return
  }
  const pagesOfPassages = await readPages(request)
  if (chosen.kind === 'closest') yield { type: 'text', text: `${CLOSEST}\n\n` }
  for (const [n, place] of choosePlaces(chosen, passages, pagesOfPassages).entries()) {
    // Yield to the event loop, so that an abort between two places takes effect.
    await new Promise((resolve) => setImmediate(resolve))
    signal?.throwIfAborted()
    const marker = n + 1
    const { id: passageId, pageId } = place.passage
    yield { type: 'text', text: `${n > 0 ? '\n\n' : ''}${renderPath(place)} [${marker}]` }
    yield { type: 'source', marker, pageId, passageId, claim: claimOf(place) }
    yield { type: 'text', text: `\n\n${renderPlace(place, chosen.question?.text ?? question)}` }
  }
}

/** All passages of the pages that have a found one. */
async function readPages({ passages, readPassages }: AnswerRequest) {
  const pages = new Map<string, readonly PagePassage[]>()
  if (!readPassages) return pages
  for (const { pageId } of passages) if (!pages.has(pageId)) pages.set(pageId, await readPassages(pageId))
  return pages
}
