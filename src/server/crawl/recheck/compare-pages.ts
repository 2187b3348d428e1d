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

type Rewordings = { reworded: { before: string; after: string }[]; added: string[]; removed: string[] }

/** Half of the words of both sentences: below that, a sentence is more likely another statement. */
const MIN_SHARED_WORDS = 0.5

/** Pairs each removed sentence with the added one that shares most of its words; `added` and `removed` are the rest. */
export function pairRewordings({ added, removed }: Pick<Difference, 'added' | 'removed'>): Rewordings {
  const unpaired = new Map(added.map((sentence) => [sentence, wordsOf(sentence)]))
  const pairs: Rewordings = { reworded: [], added: [], removed: [] }
  for (const before of removed) {
    const words = wordsOf(before)
    const [best] = [...unpaired]
      .map(([after, others]) => ({ after, shared: sharedWords(words, others) }))
      .toSorted((one, other) => other.shared - one.shared)
    if (best && best.shared >= MIN_SHARED_WORDS) {
      pairs.reworded.push({ before, after: best.after })
      unpaired.delete(best.after)
    } else {
      pairs.removed.push(before)
    }
  }
  pairs.added.push(...unpaired.keys())
  return pairs
}

const wordsOf = (sentence: string) => new Set(sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu))

/** Jaccard index: words of both sets over words of either. */
function sharedWords(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const both = [...one].filter((word) => other.has(word)).length
  return both / Math.max(1, one.size + other.size - both)
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
