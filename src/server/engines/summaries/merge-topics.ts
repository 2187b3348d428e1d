/** Gives topics that differ only in number or case one spelling, so that "index" and "Indexes" count as one topic. */
import { detectLanguage } from '#server/platform/text/detect-language.ts'
import { fold, stemmerFor } from '#server/platform/text/stemmer.ts'

type PageTopics = { topics: string[]; summary: string; language: string }

/**
 * Endings of nouns. A stemmer also removes endings that make another word ("market", "marketing"), so the rest of the
 * word after its stem stays part of the key, without these.
 */
const NOUN_ENDINGS: Readonly<Record<string, RegExp>> = {
  en: /(?:ies|y|e?s|e)$/,
  de: /(?:ern|er|en|es|e|n|s)$/,
}

/** The pages with each topic in the spelling that most of them use; of equally frequent ones, the first. */
export function mergeTopics<Page extends PageTopics>(pages: readonly Page[]): Page[] {
  const fallback = detectLanguage(pages.map(({ summary }) => summary).join('\n'))
  const spellings = new Map<string, Map<string, number>>()
  const keysByPage = pages.map(({ topics, language }) => {
    const toTerm = stemmerFor((language || fallback).toLowerCase().split(/[-_]/)[0] ?? '')
    const endings = NOUN_ENDINGS[(language || fallback).slice(0, 2).toLowerCase()]
    return topics.map((topic) => topicKey(topic, toTerm, endings))
  })
  for (const [index, { topics }] of pages.entries()) {
    for (const [n, topic] of topics.entries()) {
      const key = keysByPage[index]?.[n] ?? ''
      const known = spellings.get(key) ?? new Map<string, number>()
      spellings.set(key, known.set(topic, (known.get(topic) ?? 0) + 1))
    }
  }
  const shown = new Map(Array.from(spellings, ([key, counts]) => [key, mostFrequent(counts)]))
  return pages.map((page, index) => {
    const topics = keysByPage[index]?.flatMap((key) => shown.get(key) ?? []) ?? []
    return { ...page, topics: [...new Set(topics)] }
  })
}

/** Punctuation stays: "C++" is not "C". */
function topicKey(topic: string, toTerm: (word: string) => string, endings: RegExp | undefined): string {
  return fold(topic.trim()).replace(/[\p{L}\p{M}\p{N}]+/gu, (word) => {
    const stem = toTerm(word)
    if (!endings) return stem
    // "Häuser" has the stem "haus".
    const bare = word.normalize('NFD').replace(/[\u0300-\u036f]/g, '')
    let shared = 0
    while (shared < stem.length && bare[shared] === stem[shared]) shared += 1
    return `${stem}+${bare.slice(shared).replace(endings, '')}`
  })
}

function mostFrequent(counts: ReadonlyMap<string, number>): string {
  let best = ''
  for (const [spelling, count] of counts) if (count > (counts.get(best) ?? 0)) best = spelling
  return best
}
