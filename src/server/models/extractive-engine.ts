/** The built-in engine: it needs no key and no network, and says nothing that does not stand on a page. */
import { chooseAnswer } from './choose-answer.ts'
import type { AnswerPart, AnswerRequest, Engine } from './engine.ts'
import type { RankedSentence } from './rank-sentences.ts'
import { refusalText } from './refusal.ts'
import { summarisePage } from './summarise-page.ts'

export function createExtractiveEngine(): Engine {
  return {
    kind: 'built-in',
    name: 'Built-in engine',
    async summarise(page, signal) {
      signal?.throwIfAborted()
      return summarisePage(page)
    },
    answer,
  }
}

/** Throws the signal's reason once it is aborted. */
async function* answer({ question, history, passages, signal }: AnswerRequest): AsyncGenerator<AnswerPart> {
  signal?.throwIfAborted()
  const chosen = chooseAnswer(question, history, passages)
  if (chosen.length === 0) {
    yield { type: 'text', text: refusalText(passages) }
    return
  }
  let marker = 0
  let before: RankedSentence | null = null
  for (const sentence of inReadingOrder(chosen)) {
    // A turn for everything else, so that an abort between two sentences is seen.
    await new Promise((resolve) => setImmediate(resolve))
    signal?.throwIfAborted()
    marker += 1
    yield { type: 'text', text: `${joint(before, sentence)}${shown(sentence)} [${marker}]` }
    yield { type: 'source', marker, passageId: sentence.passage.id, claim: sentence.text }
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

function joint(before: RankedSentence | null, sentence: RankedSentence): string {
  if (!before) return ''
  if (before.span.kind !== 'sentence' || sentence.span.kind !== 'sentence') return '\n\n'
  return before.passage === sentence.passage ? ' ' : '\n\n'
}

/** Cells of a table row are told one after the other; all else stands as it is, on one line. */
function shown({ text, span }: RankedSentence): string {
  if (span.kind !== 'table-row') return text.replace(/\s*\n\s*/g, ' ')
  const cells = text.split('|').map((cell) => cell.trim()).filter((cell) => cell !== '')
  return cells.join(' — ')
}
