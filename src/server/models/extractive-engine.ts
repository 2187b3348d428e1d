/** The built-in engine: it needs no key and no network, and says nothing that does not stand on a page. */
import { chooseAnswer } from './choose-answer.ts'
import type { AnswerPart, AnswerRequest, Engine } from './engine.ts'
import type { RankedSentence } from './rank-sentences.ts'
import { REFUSAL } from './refusal.ts'
import { showSentence } from './show-sentence.ts'
import { openSummaryThread } from './open-summary-thread.ts'

const NAME = 'Built-in engine'

export function createExtractiveEngine(): Engine {
  const summarise = openSummaryThread()
  return {
    kind: 'built-in',
    name: NAME,
    host: null,
    passagesPerAnswer: 8,
    // Its one thread makes them one after the other.
    pagesAtOnce: 1,
    async summarise(page, signal) {
      signal?.throwIfAborted()
      return summarise(page)
    },
    answer,
  }
}

/** Throws the signal's reason once it is aborted. */
async function* answer({ question, history, passages, signal }: AnswerRequest): AsyncGenerator<AnswerPart> {
  signal?.throwIfAborted()
  const pages = new Set(passages.map((passage) => passage.pageId)).size
  yield { type: 'given', by: NAME, wholePages: false, pages, passages: passages.length }
  const chosen = chooseAnswer(question, history, passages)
  if (chosen.length === 0) {
    yield { type: 'text', text: REFUSAL }
    return
  }
  let marker = 0
  let before: RankedSentence | null = null
  for (const sentence of inReadingOrder(chosen)) {
    // A turn for everything else, so that an abort between two sentences is seen.
    await new Promise((resolve) => setImmediate(resolve))
    signal?.throwIfAborted()
    marker += 1
    const { text, announced } = showSentence(sentence)
    yield { type: 'text', text: `${joint(before, sentence)}${text} [${marker}]` }
    const { id: passageId, pageId } = sentence.passage
    yield { type: 'source', marker, pageId, passageId, claim: sentence.text }
    if (announced) yield { type: 'text', text: `\n\n${announced}` }
    before = sentence
  }
}

/** The best sentence's passage first; inside a passage as they stand there. */
function inReadingOrder(chosen: RankedSentence[]): RankedSentence[] {
  const passages = [...new Set(chosen.map((sentence) => sentence.passage))]
  return passages.flatMap((passage) =>
    chosen.filter((sentence) => sentence.passage === passage).sort((a, b) => a.span.start - b.span.start),
  )
}

/** What stands between two sentences; an item of a list begins a line of its own. */
function joint(before: RankedSentence | null, sentence: RankedSentence): string {
  const mark = sentence.span.kind === 'list-item' ? '- ' : ''
  if (!before) return mark
  if (mark && before.span.kind === 'list-item') return `\n${mark}`
  const readsOn = before.passage === sentence.passage && before.span.kind === 'sentence' && sentence.span.kind === 'sentence'
  return readsOn && !/[:：]$/.test(before.text) ? ' ' : `\n\n${mark}`
}
