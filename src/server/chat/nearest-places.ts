/** Where the pages come nearest to a question that they do not answer. */
import type { Citation } from '#shared/chats.ts'
import type { FoundPassage } from '#server/knowledge/find-passages.ts'
import { type SentenceKind, splitSentences } from '#server/text/sentences.ts'
import { tellingTerms } from './telling-terms.ts'

const SHOWN = 3
const SAYING = new Set<SentenceKind>(['sentence', 'list-item', 'table-row'])

/**
 * At most three, each in another section, with the sentence that has most words of the question; no marker of them
 * stands in the answer.
 */
export function nearestPlaces(question: string, passages: readonly FoundPassage[]): Citation[] {
  const places = new Map<string, FoundPassage>()
  for (const passage of passages) {
    const section = `${passage.pageId} ${passage.headingPath.join(' ')}`
    if (!places.has(section)) places.set(section, passage)
  }
  return [...places.values()].slice(0, SHOWN).map((passage, n) => ({
    marker: n + 1,
    pageId: passage.pageId,
    url: passage.pageUrl,
    title: passage.pageTitle,
    passageId: passage.id,
    sentence: nearestSentence(question, passage),
    verified: true,
  }))
}

function nearestSentence(question: string, { text, found }: FoundPassage): string {
  const wanted = tellingTerms(question, found.language)
  let best = { sentence: '', held: -1 }
  const sentences = splitSentences(text)
  const told = sentences.filter(({ kind }) => SAYING.has(kind))
  // A heading says what is spoken of, not what is said; it stands for its passage only where there is nothing else.
  for (const { start, end } of told.length > 0 ? told : sentences) {
    const sentence = text.slice(start, end)
    const terms = tellingTerms(sentence, found.language)
    const held = [...wanted].filter((term) => terms.has(term)).length
    if (held > best.held) best = { sentence, held }
  }
  return best.sentence
}
