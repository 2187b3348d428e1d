/** The built-in engine. It needs no key and no network, and its answers consist of verbatim sentences. */
import type { AnswerPart, AnswerRequest, Engine } from '#server/engines/engine.ts'
import { REFUSAL } from '#shared/chat/answer-stream.ts'
import { createSummaryThread } from '#server/engines/summaries/summary-thread.ts'
import { chooseAnswer } from './choose-answer.ts'
import type { RankedSentence } from './rank-sentences.ts'
import { renderSentence } from './render-sentence.ts'

const NAME = 'Built-in engine'

export function createExtractiveEngine(): Engine {
  const summarise = createSummaryThread()
  return {
    kind: 'built-in',
    name: NAME,
    host: null,
    passagesPerAnswer: 8,
    // One thread makes all summaries.
    summaryConcurrency: 1,
    async summarise(page, signal) {
      signal?.throwIfAborted()
      return summarise(page)
    },
    answer,
  }
}

async function* answer({ question, history, passages, signal }: AnswerRequest): AsyncGenerator<AnswerPart> {
  signal?.throwIfAborted()
  const pages = new Set(passages.map((passage) => passage.pageId)).size
  yield { type: 'context', engine: NAME, wholePages: false, pages, passages: passages.length }
  const chosen = chooseAnswer(question, history, passages)
  if (chosen.length === 0) {
    yield { type: 'text', text: REFUSAL }
    return
  }
  let marker = 0
  let previous: RankedSentence | null = null
  for (const sentence of inReadingOrder(chosen)) {
    // Yield to the event loop, so that an abort between two sentences takes effect.
    await new Promise((resolve) => setImmediate(resolve))
    signal?.throwIfAborted()
    marker += 1
    const { text, introduced } = renderSentence(sentence)
    yield { type: 'text', text: `${separator(previous, sentence)}${text} [${marker}]` }
    const { id: passageId, pageId } = sentence.passage
    yield { type: 'source', marker, pageId, passageId, claim: sentence.text }
    if (introduced) yield { type: 'text', text: `\n\n${introduced}` }
    previous = sentence
  }
}

/** The best sentence's passage first; within a passage in page order. */
function inReadingOrder(chosen: RankedSentence[]): RankedSentence[] {
  const passages = [...new Set(chosen.map((sentence) => sentence.passage))]
  return passages.flatMap((passage) =>
    chosen.filter((sentence) => sentence.passage === passage).sort((a, b) => a.span.start - b.span.start),
  )
}

/** The text between two sentences: a space within a paragraph, otherwise a line break, with the list marker if needed. */
function separator(previous: RankedSentence | null, sentence: RankedSentence): string {
  const listMarker = sentence.span.kind === 'list-item' ? '- ' : ''
  if (!previous) return listMarker
  if (listMarker && previous.span.kind === 'list-item') return `\n${listMarker}`
  const isSameParagraph =
    previous.passage === sentence.passage && previous.span.kind === 'sentence' && sentence.span.kind === 'sentence'
  return isSameParagraph && !/[:：]$/.test(previous.text) ? ' ' : `\n\n${listMarker}`
}
