/** One form for the many ways to ask the same, in English, German, French, Spanish and Italian. */
import { ENGLISH_FORMS } from './english.ts'
import { GERMAN_FORMS } from './german.ts'
import { ROMANCE_FORMS } from './romance.ts'

/** "what the default port is"; not "what is the default port". */
const INDIRECT_BE = /^(what|who|where|when) (.{2,80}?) (is|are|was|were)(?=[?.!]*$)/iu
/** "what VACUUM does", "what IMMUTABLE means in SQL"; not "what does VACUUM do". */
const INDIRECT_DO =
  /^what (?!(?:does|do|did|can|could|is|are|was|should|would|will|to|i|you|we)\b)(.{2,80}?) (does|do|means|returns)( in \S+)?(?=[?.!]*$)/iu

/**
 * The first that fits is used. None fits a question without a word of its language, such as "json vs jsonb": it may be
 * about pages in any.
 */
const FORMS = [...ENGLISH_FORMS, ...GERMAN_FORMS, ...ROMANCE_FORMS]

/** In characters. What is longer has more to say than any form, and takes long to match. */
const MAX_LENGTH = 300

/** The shortest form of a question: "what is the best way to rename a branch" as "how do I rename a branch". */
export function toPlainForm(text: string): string {
  if (text.length > MAX_LENGTH) return text
  for (const [pattern, plain] of FORMS) if (pattern.test(text)) return text.replace(pattern, plain)
  return text
}

/** An indirect question in the word order of a direct one: "what the default port is" as "what is the default port". */
export function toDirectQuestion(text: string): string {
  return text.replace(INDIRECT_BE, '$1 $3 $2').replace(INDIRECT_DO, (_, subject: string, verb: string, end = '') => {
    const infinitive = /^(?:does|do)$/i.test(verb) ? 'do' : verb.slice(0, -1)
    return `what does ${subject} ${infinitive}${end}`
  })
}
