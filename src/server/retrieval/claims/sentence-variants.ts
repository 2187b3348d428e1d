import type { Token } from './claim-tokens.ts'
import { toActive } from './english-passive.ts'
import { moveGermanPhrase, movePhrases } from './move-phrases.ts'
import type { WordClasses } from './word-classes.ts'

/** Bounds the time for a sentence with many phrases. */
const MAX_VARIANTS = 24

/**
 * Other ways to write a sentence that keep its meaning, without the sentence itself: another order of its phrases, active
 * for passive. Only phrases with their preposition and whole clauses move, so the names within a phrase, and the names
 * outside it, keep their order.
 */
export function sentenceVariants(tokens: readonly Token[], classes: WordClasses): Token[][] {
  if (classes.prepositions.size === 0) return []
  const actives = [toActive(tokens, classes), toActive(tokens, classes, 'whole clause')].filter(
    (active) => active !== null,
  )
  const reordered = [tokens, ...actives].flatMap((sentence) => [
    ...movePhrases(sentence, classes),
    ...moveGermanPhrase(sentence, classes),
  ])
  return [...actives, ...reordered].slice(0, MAX_VARIANTS)
}
