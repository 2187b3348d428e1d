/** Completes a follow-up that names only another subject: "And a tag?" after "How do I delete a branch?" */
import { foldedWords } from '#server/platform/text/folded-words.ts'
import { anyOf, patternOf, wholeWords } from '#server/platform/text/patterns.ts'
import { STARTS_LIKE_QUESTION } from './message-patterns.ts'
import { subjectsOf } from './question-names.ts'
import { refersBack } from './refers-back.ts'
import { isStopWord } from '#server/platform/text/stop-words.ts'

/** Longer parts are clauses. */
const MAX_WORDS = 6
const END = /[\s.?？！!؟]+$/u

const PREPOSITIONS = anyOf(
  'of|for|from|to|in|on|at|with|without|by|under|over|before|after|into|as',
  'von|für|aus|zu|zum|zur|in|im|auf|an|am|bei|beim|mit|ohne|unter|über|vor|nach|als',
)
const ARTICLES = anyOf('an?|the|my|your', 'ein|eine|einen|einem|einer|der|die|das|den|dem|mein|meine|meinen')
const STARTS_WITH_PREPOSITION = new RegExp(`^${PREPOSITIONS}(?=\\s)`, 'iu')
const PREPOSITION = new RegExp(`\\s${PREPOSITIONS}\\s`, 'iu')
const STARTS_WITH_ARTICLE = new RegExp(`^${ARTICLES}\\s`, 'iu')

/** What somebody does, and the end of the question from its object on: "How do I delete" and "a branch". */
const OBJECT = patternOf(
  String.raw`^(?<before>(?:how to|(?:how )?(?:do|can|could|should|would|may|must) (?:i|you|we|one)) (?:\S+ ){1,3}?)(?<object>${ARTICLES} .+)$`,
  String.raw`^(?<start>(?:wie (?:\S+ )?|kann |darf |muss )(?:ich|man) )(?<object>${ARTICLES} .+)$`,
)
/** A question about a thing that needs no article: "Is there parking", "Do you accept cards". */
const ANY_OBJECT = patternOf(
  String.raw`^(?<start>(?:(?:is|are) there|(?:do|does|can|may|must) (?:i|you|we|one|it|they) \S+) )(?<object>.+)$`,
  String.raw`^(?<start>gibt es )(?<object>.+)$`,
)
/** "page" in "the size of a page". */
const OWNER = /\s(?:of|von)\s+(?<owner>.+)$/iu
const DEFINITE = /^(?:the|der|die|das)\s/iu
/** Says which value is asked for, not of what. */
const BY_DEFAULT = patternOf(String.raw`\s+${wholeWords('by default|standardmäßig')}$`)

/**
 * The question that the follow-up asks: `part` is what follows "and", `earlier` the question that it continues. Undefined
 * if `part` is not a short name of something, or the question has no place for it.
 */
export function completeQuestion(part: string, earlier: string): string | undefined {
  const name = part.replace(END, '')
  const question = earlier.replace(END, '')
  if (!isShortName(name)) return undefined
  const preposition = STARTS_WITH_PREPOSITION.exec(name)?.[0]
  const completed =
    preposition === undefined
      ? (replaceSameNoun(name, question) ?? replaceObject(name, question) ?? replaceSubject(name, question))
      : replaceAfter(preposition, name, question)
  return completed === undefined ? undefined : `${completed}?`
}

function isShortName(text: string): boolean {
  if (text.split(/\s+/).length > MAX_WORDS || STARTS_LIKE_QUESTION.test(`${text} `) || refersBack(text)) return false
  return foldedWords(text).some((word) => !isStopWord(word, 'en') && !isStopWord(word, 'de') && word !== 'now')
}

/** "on Windows" in "How do I install it on Linux". */
function replaceAfter(preposition: string, name: string, question: string): string | undefined {
  const [start] = [...question.matchAll(new RegExp(wholeWords(preposition), 'giu'))].slice(-1)
  return start && question.slice(0, start.index) + name
}

/** "the Team plan" in "How much is the Pro plan". */
function replaceSameNoun(name: string, question: string): string | undefined {
  const noun = name.slice(name.lastIndexOf(' ') + 1)
  if (noun === name || !/^\p{L}+$/u.test(noun)) return undefined
  const sameNoun = new RegExp(wholeWords(String.raw`${ARTICLES} (?:\S+ ){0,2}?${noun}`), 'iu')
  return sameNoun.test(question) ? question.replace(sameNoun, () => name) : undefined
}

/** "a tag" in "How do I delete a branch"; "in psql" stays in "How do I list the tables in psql". */
function replaceObject(name: string, question: string): string | undefined {
  const found = (STARTS_WITH_ARTICLE.test(name) && OBJECT.exec(question)) || ANY_OBJECT.exec(question)
  const { before, start = before, object = '' } = found?.groups ?? {}
  const context = PREPOSITION.test(name) ? '' : object.slice(PREPOSITION.exec(object)?.index ?? object.length)
  return start && start + name + context
}

/**
 * "ORIG_HEAD" in "What does HEAD mean", "a column" in "What is the size of a page"; not "the name" there, which may be
 * that of the page.
 */
function replaceSubject(name: string, question: string): string | undefined {
  const [subject = ''] = subjectsOf(question).map((each) => each.replace(BY_DEFAULT, ''))
  const owner = OWNER.exec(subject)?.groups?.['owner']
  const replaced = owner ?? subject
  if (replaced === '' || (owner !== undefined && DEFINITE.test(name))) return undefined
  const start = question.lastIndexOf(replaced)
  return question.slice(0, start) + name + question.slice(start + replaced.length)
}
