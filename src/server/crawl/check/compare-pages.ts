/** What two versions of a page say differently, sentence by sentence; order, spaces and repetitions do not count. */
import { type Difference, SENTENCES_SHOWN } from '#shared/changes.ts'
import { splitSentences } from '#server/text/sentences.ts'

const LONGEST_SHOWN = 600

/** `before` and `after` are Markdown. Null when both say the same. */
export function comparePages(before: string, after: string): Difference | null {
  const [old, now] = [sentencesOf(before), sentencesOf(after)]
  const added = [...now].filter((sentence) => !old.has(sentence))
  const removed = [...old].filter((sentence) => !now.has(sentence))
  if (added.length + removed.length === 0) return null
  return { added: shown(added), removed: shown(removed), addedCount: added.length, removedCount: removed.length }
}

function sentencesOf(markdown: string): Set<string> {
  const sentences = splitSentences(markdown).map(({ start, end }) => markdown.slice(start, end).replace(/\s+/g, ' ').trim())
  // A rule or an empty cell says nothing.
  return new Set(sentences.filter((sentence) => /[\p{L}\p{N}]/u.test(sentence)))
}

function shown(sentences: string[]): string[] {
  return sentences.slice(0, SENTENCES_SHOWN).map((sentence) =>
    sentence.length > LONGEST_SHOWN ? `${sentence.slice(0, LONGEST_SHOWN)}…` : sentence,
  )
}
