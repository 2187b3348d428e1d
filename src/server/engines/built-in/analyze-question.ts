import type { EngineMessage, SourcePassage } from '#server/engines/engine.ts'
import { buildSearchQuery } from '#server/platform/question/build-search-query.ts'
import { applyCorrections } from '#server/platform/text/corrections.ts'
import { detectLanguage } from '#server/platform/text/detect-language.ts'
import { subjectNames } from '#server/platform/question/question-names.ts'
import type { Stemmer } from '#server/platform/text/stemmer.ts'
import { type AnswerType, expectedAnswerType } from './question-type.ts'
import { type WeighedTerms, weighTerms } from './weigh-terms.ts'

export type Question = WeighedTerms & {
  text: string
  /** Continues an earlier question, whose terms are among `terms`. */
  isFollowUp: boolean
  language: string
  answerType: AnswerType
  /** The names of the subject of a definition question, as terms of `toTerm`; none for other questions. */
  subjectNames: (toTerm: Stemmer) => string[]
}

/** `passages` are the search results for the question; they provide the language and the IDF of each term. */
export function analyzeQuestion(
  message: string,
  history: EngineMessage[],
  passages: readonly SourcePassage[],
): Question {
  const corrections = passages[0]?.found?.corrections ?? []
  const query = applyCorrections(buildSearchQuery(message, history), corrections)
  const [question = '', ...earlier] = query.split('\n')
  const language = passageLanguage(passages[0], query)
  return {
    text: question,
    isFollowUp: earlier.length > 0,
    ...weighTerms(query, language, passages),
    language,
    answerType: expectedAnswerType(question),
    subjectNames: (stem) => subjectNames(question, stem),
  }
}

export function passageLanguage(passage: SourcePassage | undefined, fallbackText: string): string {
  return passage?.found?.language ?? detectLanguage(passage?.text ?? fallbackText)
}
