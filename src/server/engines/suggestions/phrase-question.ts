/** Words a question about a heading or defined term, in the language of the page. */
import { askInEnglish } from './ask-in-english.ts'
import { askInGerman } from './ask-in-german.ts'
import { APPEAL, type PhrasedQuestion, type SubjectInContext } from './question-wording.ts'

const MAX_BARE_WORDS = 6

/** `language` is a primary subtag or ''. Null for a name that makes no good question. */
export function phraseQuestion(subject: SubjectInContext, language: string): PhrasedQuestion | null {
  if (language === 'en') return askInEnglish(subject)
  if (language === 'de') return askInGerman(subject)
  const { name } = subject
  if (/[?？؟]$/.test(name)) return { question: name, appeal: APPEAL.asked }
  return name.split(' ').length <= MAX_BARE_WORDS ? { question: `${name}?`, appeal: APPEAL.vague } : null
}
