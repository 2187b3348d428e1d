/** Groups questions by subject: the overlap of their content words. Deterministic. */
import { createHash } from 'node:crypto'
import { contentTerms } from '#server/answering/content-terms.ts'
import { detectLanguage } from '#server/platform/text/detect-language.ts'

/** Share of the words of both questions that both must have. At half, "export as PDF" would join "export as Word". */
const MIN_OVERLAP = 0.5
/** A question whose words are all in the other one joins it, unless it has fewer words than this. */
const MIN_CONTAINED_TERMS = 2

type Question = { question: string }
export type KeyedQuestion<Asked> = Asked & { key: string }

/**
 * Each question joins the group whose first question is most similar, or begins a group. `asked` is in the order of
 * time, so that a group keeps its first question when more are asked.
 */
export function groupQuestions<Asked extends Question>(asked: readonly Asked[]): KeyedQuestion<Asked>[][] {
  const groups: { terms: ReadonlySet<string>; questions: KeyedQuestion<Asked>[] }[] = []
  const groupsOfTerm = new Map<string, number[]>()
  const groupOfKey = new Map<string, number>()
  for (const each of asked) {
    const terms = termsOf(each.question)
    const key = keyOf(each.question, terms)
    let index = groupOfKey.get(key) ?? mostSimilar(terms)
    if (index === undefined) {
      index = groups.length
      groups.push({ terms, questions: [] })
      for (const term of terms) groupsOfTerm.set(term, [...(groupsOfTerm.get(term) ?? []), index])
    }
    groupOfKey.set(key, index)
    groups[index]?.questions.push({ ...each, key })
  }
  return groups.map(({ questions }) => questions)

  function mostSimilar(terms: ReadonlySet<string>): number | undefined {
    const shared = new Map<number, number>()
    for (const term of terms) {
      for (const index of groupsOfTerm.get(term) ?? []) shared.set(index, (shared.get(index) ?? 0) + 1)
    }
    let best: { index: number; overlap: number } | undefined
    for (const [index, common] of shared) {
      const size = groups[index]?.terms.size ?? 0
      const overlap = common / (size + terms.size - common)
      const smaller = Math.min(size, terms.size)
      const isSame = overlap > MIN_OVERLAP || (common === smaller && smaller >= MIN_CONTAINED_TERMS)
      if (isSame && overlap > (best?.overlap ?? 0)) best = { index, overlap }
    }
    return best?.index
  }
}

const termsOf = (question: string) => contentTerms(question, detectLanguage(question))

/** The same for every order and spelling of the same words. */
function keyOf(question: string, terms: ReadonlySet<string>): string {
  const words = terms.size > 0 ? [...terms].toSorted().join(' ') : question.trim().toLowerCase()
  return createHash('sha256').update(words).digest('hex').slice(0, 32)
}
