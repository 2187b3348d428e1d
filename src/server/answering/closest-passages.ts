import type { Citation } from '#shared/chat/chats.ts'
import type { FoundPassage } from '#server/retrieval/passage-finder.ts'
import { type SentenceKind, splitSentences } from '#server/platform/text/split-sentences.ts'
import { contentTerms } from './content-terms.ts'

const SHOWN = 3
const PREFERRED_KINDS = new Set<SentenceKind>(['sentence', 'list-item', 'table-row'])

/**
 * The passages closest to a question that the pages do not answer: at most three, each from another section, with the
 * sentence that shares most terms with the question. Their markers do not occur in the answer.
 */
export function closestPassages(question: string, passages: readonly FoundPassage[]): Citation[] {
  const bySection = new Map<string, FoundPassage>()
  for (const passage of passages) {
    const section = `${passage.pageId} ${passage.headingPath.join(' ')}`
    if (!bySection.has(section)) bySection.set(section, passage)
  }
  const closest = [...bySection.values()].flatMap((passage) => {
    const sentence = closestSentence(question, passage)
    return sentence === '' ? [] : { passage, sentence }
  })
  return closest.slice(0, SHOWN).map(({ passage, sentence }, index) => ({
    marker: index + 1,
    pageId: passage.pageId,
    url: passage.pageUrl,
    title: passage.pageTitle,
    passageId: passage.id,
    sentence,
    state: 'quoted',
    verified: true,
    claim: '',
  }))
}

/** The sentence that shares most terms with the question; '' if none shares a term. */
function closestSentence(question: string, { text, found }: FoundPassage): string {
  const questionTerms = contentTerms(question, found.language)
  const sentences = splitSentences(text)
  const preferred = sentences.filter(({ kind }) => PREFERRED_KINDS.has(kind))
  let best = { sentence: '', shared: 0 }
  // A heading names a topic but states nothing, so it is shown only when the passage has no other text.
  for (const { start, end } of preferred.length > 0 ? preferred : sentences) {
    const sentence = text.slice(start, end)
    const terms = contentTerms(sentence, found.language)
    const shared = [...questionTerms].filter((term) => terms.has(term)).length
    if (shared > best.shared) best = { sentence, shared }
  }
  return best.sentence
}
