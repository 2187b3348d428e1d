import { type Difference, SENTENCES_SHOWN } from '#shared/crawl/changes.ts'
import { splitSentences } from '#server/platform/text/split-sentences.ts'

const MAX_SHOWN_CHARACTERS = 600

/**
 * Compares two versions of a page (Markdown) sentence by sentence, ignoring order, white space and repetitions. Returns
 * null when they are the same.
 */
export function comparePages(before: string, after: string): Difference | null {
  const [oldSentences, newSentences] = [sentencesOf(before), sentencesOf(after)]
  const added = [...newSentences].filter((sentence) => !oldSentences.has(sentence))
  const removed = [...oldSentences].filter((sentence) => !newSentences.has(sentence))
  if (added.length + removed.length === 0) return null
  return { added: shown(added), removed: shown(removed), addedCount: added.length, removedCount: removed.length }
}

function sentencesOf(markdown: string): Set<string> {
  const sentences = splitSentences(markdown).map(({ start, end }) =>
    markdown.slice(start, end).replace(/\s+/g, ' ').trim(),
  )
  // Drops horizontal rules and empty table cells.
  return new Set(sentences.filter((sentence) => /[\p{L}\p{N}]/u.test(sentence)))
}

function shown(sentences: string[]): string[] {
  return sentences
    .slice(0, SENTENCES_SHOWN)
    .map((sentence) =>
      sentence.length > MAX_SHOWN_CHARACTERS ? `${sentence.slice(0, MAX_SHOWN_CHARACTERS)}…` : sentence,
    )
}
