/** German questions about headings and terms. Number and article follow the page's own use of the words. */
import { isStopWord } from '#server/platform/text/stop-words.ts'
import {
  APPEAL,
  escapeRegExp,
  occurs,
  symbolOf,
  titleName,
  type PhrasedQuestion,
  type SubjectInContext,
} from './question-wording.ts'

/** "Wie geht", "Welcher"; not "Über". */
const QUESTION_START =
  /^(?:was|wie|wann|wo|wer|wen|wem|wessen|warum|wieso|weshalb|welche[rsmn]?|woher|wohin|womit|wozu|kann|können|darf|muss|ist|sind|gibt|hat)\b/i
/** "Das Anlegen", "Erstellen einer", "Installation von". */
const ACTION_NOUN =
  /^(?:(?<article>[Dd]as|[Dd]ie|[Dd]er) )?(?<noun>\p{Lu}[\p{L}-]+(?:en|ern|eln|ung|ion|ierung)) (?:von|vom|eines?|einer|der|des|mit|aus|auf|in|für)\b/u
/** "Pakete installieren"; not "Die Installationen" or "sehen Sie". */
const INFINITIVE = /(?:^| )\p{Ll}\p{L}+(?:[^e]en|ern|eln)$/u
/** Nouns that are plural by their ending: "Einstellungen", "Regeln"; not "Rahmen". */
const PLURAL = /(?:ungen|ionen|heiten|keiten|schaften|täten|eln)$/
/** "Eine Datenbank", "neue Seiten"; not "Datenbank". */
const INFLECTED_ARTICLE = /^(?:eine?n?|einen|den|die|das|alle|mehrere|neue[nrs]?|eigene[nrs]?|Ihre?n?)\b/i
/** "Wenn die Seiten keine Antwort enthalten", "Wo die Daten liegen": their verb is no infinitive. */
const SUBORDINATE = /^(?:wenn|falls|was|wann|warum|welche[rsmn]?|wie|wo\p{L}*|dass|ob|bevor|nachdem)\b/iu
/** Longer headings are sentences. */
const MAX_WORDS = { noun: 5, task: 9 }
/** Letters from which a single word is specific enough: German compounds are single words. */
const MIN_COMPOUND_LENGTH = 12

export function askInGerman(subject: SubjectInContext): PhrasedQuestion | null {
  const { name } = subject
  if (name.endsWith('?')) {
    return QUESTION_START.test(name) && name.split(' ').length > 2 ? { question: name, appeal: APPEAL.asked } : null
  }
  return askHow(subject) ?? askComparison(subject) ?? askSymbol(subject) ?? askWhat(subject)
}

/** "Eine Datenbank anlegen", "Pakete installieren", "Das Anlegen einer Datenbank". */
function askHow({ name, context }: SubjectInContext): PhrasedQuestion | null {
  const words = name.split(' ')
  if (words.length < 2 || words.length > MAX_WORDS.task || /[:;(),]/.test(name)) return null
  // "Wie Sie das System herunterfahren": this form of the verb is the infinitive.
  const [, task] = /^Wie Sie (.+)$/.exec(name) ?? []
  if (task && INFINITIVE.test(task)) return { question: `Wie kann ich ${task}?`, appeal: APPEAL.task }
  if (SUBORDINATE.test(name)) return null
  if (INFINITIVE.test(name) && !isStopWord(words.at(-1) ?? '', 'de')) {
    // A sentence cannot contain a singular noun without an article.
    const question = INFLECTED_ARTICLE.test(name) ? `Wie kann ich ${inMyWords(name)}?` : `${name}: Wie geht das?`
    return { question, appeal: APPEAL.task }
  }
  const action = ACTION_NOUN.exec(name)?.groups
  if (!action) return null
  const { article, noun = '' } = action
  const gender = article?.toLowerCase() ?? articleOfAction(noun, context)
  if (gender === '') return null
  const rest = article ? name.slice(article.length + 1) : name
  return { question: `Wie funktioniert ${gender} ${rest}?`, appeal: APPEAL.task }
}

function articleOfAction(noun: string, context: string): string {
  if (/(?:ung|ion)$/.test(noun)) return 'die'
  // A noun in -en is a verb used as a noun, unless the page uses it otherwise.
  return occurs(context, `das ${noun}`) > 0 || occurs(context, `Das ${noun}`) > 0 ? 'das' : ''
}

/** "fetch vs. pull", "Unterschiede zwischen fetch und pull"; not "Unterschiede". */
const COMPARISONS = [
  /^(.{2,30}?) (?:vs\.?|versus) (.{2,30})$/i,
  /^(?:die |der )?unterschiede? zwischen (.{2,30}?) und (.{2,30})$/i,
]

function askComparison({ name }: SubjectInContext): PhrasedQuestion | null {
  const sides = COMPARISONS.map((pattern) => pattern.exec(name)).find((match) => match !== null)
  if (!sides) return null
  const [, one = '', other = ''] = sides
  return { question: `Was ist der Unterschied zwischen ${one} und ${other}?`, appeal: APPEAL.comparison }
}

function askSymbol({ name, isTerm, pageTitle }: SubjectInContext): PhrasedQuestion | null {
  const appeal = APPEAL.symbol
  if (/^[A-Z]{2,}(?: [A-Z]{2,})+$/.test(name) && !isTerm) return { question: `Was macht ${name}?`, appeal }
  const symbol = symbolOf(name)
  if (!symbol) return null
  const title = titleName(pageTitle)
  const place = !/[._]/.test(symbol.name) && title !== '' ? ` in ${title}` : ''
  switch (symbol.kind) {
    case 'option':
      return title === '' ? null : { question: `Was bewirkt ${title} ${symbol.name}?`, appeal }
    case 'function':
      return { question: `Was macht ${symbol.name}${place}?`, appeal }
    default:
      return { question: `Was ist ${symbol.name}${place}?`, appeal }
  }
}

function askWhat(subject: SubjectInContext): PhrasedQuestion | null {
  const { name, isTerm, pageTitle, context } = subject
  const withoutArticle = name.replace(/^(?:der|die|das|eine?) /i, '')
  const words = withoutArticle.split(' ')
  if (!NOUN_CHARACTERS.test(name) || !isNoun(words)) return null
  const startsWithAdjective = /^\p{Lu}\p{L}+e[nrs]? \p{Lu}/u.test(withoutArticle)
  const noun = startsWithAdjective ? lowerFirst(withoutArticle) : withoutArticle
  if (occurs(context, noun) === 0) return null
  const isGlossary = /glossar|begriffe|definitionen/i.test(pageTitle)
  if (isTerm && !isGlossary && words.length === 1) return askParameter(noun, titleName(pageTitle))

  const isUsed = (before: string, after: string) =>
    new RegExp(`(?<!\\p{L})${before}${escapeRegExp(withoutArticle)}${after}(?!\\p{L})`, 'iu').test(context)
  const isDefined = isGlossary || isUsed('', ' (?:ist|sind|bezeichnet|bedeutet|dient)')
  const isSpecific = words.length > 1 || noun.length >= MIN_COMPOUND_LENGTH
  const appeal = isDefined ? APPEAL.definition : appealOfUndefined(isSpecific)
  const [givenArticle = ''] = /^(?:der|die|das|eine?) /i.exec(name) ?? []
  const isPlural = isUsed('', ' (?:sind|werden|können|haben|dienen|müssen)') || / und /.test(noun) || PLURAL.test(noun)
  if (isPlural) return { question: `Was sind ${givenArticle.toLowerCase()}${noun}?`, appeal }
  const article = ['eine ', 'ein '].find((each) => isUsed(each, '')) ?? givenArticle.toLowerCase()
  return { question: `Was ist ${article}${noun}?`, appeal }
}

/** Words with digits and signs of names such as C++, .NET and TCP/IP; not "f(x)" or "a, b". */
const NOUN_CHARACTERS = /^[\p{L}\p{N}+#./ -]+$/u
/** "Sperren von Tabellen": these may stand between two words. */
const NOUN_CONNECTOR = /^(?:und|oder|der|des|von|für|in|im)$/

function isNoun(words: readonly string[]): boolean {
  const endsWithCapital = /^\p{Lu}/u.test(words.at(-1) ?? '')
  if (words.length > MAX_WORDS.noun || !endsWithCapital) return false
  return words.every((word, n) => !isStopWord(word.toLowerCase(), 'de') || (n > 0 && NOUN_CONNECTOR.test(word)))
}

const appealOfUndefined = (isSpecific: boolean) => (isSpecific ? APPEAL.noun : APPEAL.vague)

/** A single term such as "Name" is a parameter of what the page describes. */
function askParameter(noun: string, title: string): PhrasedQuestion | null {
  if (title === '' || title.toLowerCase() === noun.toLowerCase()) return null
  return { question: `Was ist ${noun} in ${title}?`, appeal: APPEAL.vague }
}

/** "Ihre Website testen" as "meine Website testen". */
const inMyWords = (task: string) => lowerFirst(task.replace(/(?<!\p{L})Ihr(e[nmrs]?)?(?!\p{L})/gu, 'mein$1'))

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
