/** Orders the best passages of a search by their words and by their meaning, as a sentence-embedding model compares it. */
import { isInIndexOrContents } from '#server/platform/text/index-or-contents.ts'

/**
 * The cosine of the question and each text, -1 to 1; null if words alone are to decide. If a person waits for the answer,
 * that is also when the model is busy. Never rejects.
 */
export type Similarity = (
  question: string,
  texts: readonly string[],
  options: SimilarityOptions,
) => Promise<readonly number[] | null>

export type SimilarityOptions = { isUrgent: boolean }

/** `score` is that of the search. */
type RankedPassage = { headingPath: string[]; text: string; score: number; found: Found }
type Found = { title: string; cosine?: number; usesVectors: boolean }

/** The best passages, which the model compares with the question: each costs 60 ms when it is compared first. */
export const SIMILARITY_PASSAGES = 12
/** Of a cosine, in units of the best score (docs/benchmarks.md, "A sentence-embedding model"). */
const COSINE_WEIGHT = 2
/** Of the cosine of an index or contents, which name a subject and do not explain it. */
const INDEX_WEIGHT = 0.3
/** More than the model reads. */
const MAX_CHARACTERS = 1_400

/**
 * The first passages in the order of their score relative to the best one plus their weighted cosine, with scores in
 * proportion; the best score stays the same. Further passages follow. Null without cosines.
 */
export async function fuseWithSimilarity<Passage extends RankedPassage>(
  passages: readonly Passage[],
  cosinesOf: (texts: readonly string[]) => Promise<readonly number[] | null>,
): Promise<Passage[] | null> {
  const compared = passages.slice(0, SIMILARITY_PASSAGES)
  const bestScore = compared[0]?.score ?? 0
  if (bestScore <= 0) return null
  const cosines = await cosinesOf(compared.map(textToCompare))
  if (!cosines) return null
  const scored = compared
    .map((passage, n) => {
      const cosine = cosines[n] ?? 0
      const { headingPath, text, found } = passage
      const isIndex = isInIndexOrContents({ pageTitle: found.title, headingPath, text })
      const weight = COSINE_WEIGHT * (isIndex ? INDEX_WEIGHT : 1)
      const fused = Math.max(0, passage.score / bestScore + weight * cosine)
      return { fused, passage: { ...passage, found: { ...passage.found, cosine, usesVectors: true } } }
    })
    .toSorted((a, b) => b.fused - a.fused)
  const bestFused = scored[0]?.fused || 1
  const reordered = scored.map(({ fused, passage }) => ({ ...passage, score: (fused / bestFused) * bestScore }))
  const lastScore = reordered.at(-1)?.score ?? 0
  const further = passages.slice(SIMILARITY_PASSAGES)
  return [...reordered, ...further.map((passage) => ({ ...passage, score: Math.min(passage.score, lastScore) }))]
}

/** Title and headings often name the subject that the passage itself leaves out. */
function textToCompare({ headingPath, text, found: { title } }: RankedPassage): string {
  return `${[title, ...headingPath.slice(-2)].join(' - ')}. ${text}`.slice(0, MAX_CHARACTERS)
}
