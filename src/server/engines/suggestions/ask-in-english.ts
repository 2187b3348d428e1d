/** English questions about headings and terms. Case and article follow the page's own use of the words. */
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

/** Verbs that double their last letter before -ing. */
const DOUBLED = new Set(
  `begin bind commit drop format get hit let log plan put quit reset run set shut skip split stop submit tag unwrap wrap`.split(
    /\s+/,
  ),
)
/** Verbs of headings that describe a task, as "Creating a table" or "Create a table". */
const TASK_VERBS = new Map(
  `access add adjust allow analyze append apply assign attach authenticate back backup begin bind bypass calculate call
   capture cast catch change check choose cite clean clear clone collect combine compare compile compute configure connect
   contact continue convert copy create customize debug declare define delete deploy describe detach detect determine disable disconnect display
   download drop edit embed enable encode encrypt execute expand explore export extend extract fetch filter find fix force
   format generate get grant group handle hide identify implement import improve include increase inherit initialize
   insert inspect install integrate invoke join launch limit load lock log make manage measure merge migrate modify
   monitor move navigate obtain open optimize organize override parse perform pass plan populate prepare prevent preview print process
   protect provide publish pull push query raise read rebase rebuild receive recover reduce register remove rename
   repair replace report request reset resolve restore restrict retrieve return revert revoke run save search secure select
   send serve set share show shut simulate skip solve sort specify split squash start stop store subscribe switch
   tag terminate test track transform translate troubleshoot tune turn undo uninstall update upgrade upload use
   validate verify view visualize wait work wrap write`
    .split(/\s+/)
    .map((verb) => [gerundOf(verb), verb]),
)
const IMPERATIVES = new Set(TASK_VERBS.values())
// After a gerund: with one of these it is the verb of a task, without it may be an adjective ("sorting rules").
/** "the lock", "your data"; not "rules". */
const DETERMINER = /^(?:an?|the|your|our|my|multiple|several|all|new|existing|specific|custom|individual)\b/i
/** "up a server", "and removing columns"; not "rules". */
const OBJECT_START = /^(?:with|without|to|from|up|out|down|in|into|on|off|by|for|between|it|them|and [a-z]+ing)\b/i
/** Gerunds that are also nouns: "binding", "warning"; not "creating". */
const AMBIGUOUS_GERUND = /^(?:building|calling|sharing|warning|setting|matching|binding|mapping|opening|closing)\b/i
/** "What is it", "How to"; not "What about". */
const QUESTION_START =
  /^(?:what(?! about)|how|when|where|who|whom|whose|why|which|can|could|do|does|did|is|are|was|were|should|must|may|will)\b/i
/** Longer headings are sentences. */
const MAX_WORDS = { noun: 5, task: 9 }
const NOUN_CONNECTOR = /^(?:of|and|or|in|for|with|by|the|an?|to|on)$/i
/**
 * Headings about the text itself, adverbs and participles: "More examples", "List of tables", "Names used in queries".
 */
const NO_NOUN =
  /\b(?:examples?|documentation|usage|howto|overview|introduction|tutorial|faq|notes|more|new)\b|^(?:list|table|index) of |\w(?:ly|ed)$|\wed (?:by|from|in|on|with) /i
/** After a gerund that is no task: "Configuring how relationships join", "Loading of code", "Locking and Indexes". */
const NO_OBJECT = /^(?:how|what|when|where|whether|which|why|of)\b|^(?:and|or) (?![a-z]+ing [a-z])/i

export function askInEnglish(subject: SubjectInContext): PhrasedQuestion | null {
  const name = withoutCapitals(subject)
  if (name.endsWith('?')) {
    const [first = '', ...others] = name.split(' ')
    const isQuestion = QUESTION_START.test(name) && others.length > 1
    const question = `${first} ${inSentence(others.join(' ').replace(/^to /, 'should I '), subject.context)}`
    return isQuestion ? { question, appeal: APPEAL.asked } : null
  }
  const named = { ...subject, name }
  return askHow(named) ?? askComparison(named) ?? askSymbol(named) ?? askWhat(named)
}

/** Manual pages write their headings in capitals; a title in capitals is a command. */
function withoutCapitals({ name, isTerm, pageTitle, context }: SubjectInContext): string {
  if (isTerm || pageTitle.startsWith(name) || !/^[A-Z]{3,}(?:[ /-][A-Z0-9]+)*$/.test(name)) return name
  const lower = name.toLowerCase()
  return lower.includes(' ') || occurs(context, lower) > occurs(context, name) ? lower : name
}

/** "How to undo a commit", "Undoing a commit", "Undo a commit". */
function askHow({ name, context }: SubjectInContext): PhrasedQuestion | null {
  const words = name.split(' ')
  if (words.length < 2 || words.length > MAX_WORDS.task || /[:;()]/.test(name)) return null
  const [first = '', ...others] = words
  const rest = others.join(' ')
  const ask = (task: string) => {
    const own = inSentence(task, context).replace(/\byour\b/g, 'my')
    return { question: `How do I ${own}?`, appeal: APPEAL.task }
  }
  if (/^how to /i.test(name)) return ask(words.slice(2).join(' '))
  // "OVERRIDING SYSTEM VALUE" is a clause.
  const isKeyword = /^[A-Z]{2}/.test(first)
  const verb = isKeyword ? undefined : TASK_VERBS.get(first.toLowerCase())
  const hasObject = DETERMINER.test(rest) || OBJECT_START.test(rest)
  const isGerund =
    verb && (hasObject || !AMBIGUOUS_GERUND.test(name)) && !isStopWord(rest, 'en') && !NO_OBJECT.test(rest)
  if (isGerund) return ask([verb, ...others.map(baseForm)].join(' '))
  // "CREATE a table" is a keyword, "Create a table" a task.
  const isImperative = IMPERATIVES.has(first.toLowerCase()) && !isKeyword && DETERMINER.test(rest)
  return isImperative ? ask([first.toLowerCase(), ...others].join(' ')) : null
}

/** In "Adding and removing columns" both verbs change. */
function baseForm(word: string, index: number, words: string[]): string {
  return /^(?:and|or)$/i.test(words[index - 1] ?? '') ? (TASK_VERBS.get(word.toLowerCase()) ?? word) : word
}

/** "fetch vs. pull", "Differences between fetch and pull"; not "Differences". */
const COMPARISONS = [
  /^(?:differences? between )?(.{2,30}?) (?:vs\.?|versus) (.{2,30})$/i,
  /^(?:the )?differences? between (.{2,30}?) and (.{2,30})$/i,
]

function askComparison({ name, context }: SubjectInContext): PhrasedQuestion | null {
  const sides = COMPARISONS.map((pattern) => pattern.exec(name)).find((match) => match !== null)
  if (!sides) return null
  const [, one = '', other = ''] = sides
  const question = `What is the difference between ${inSentence(one, context)} and ${inSentence(other, context)}?`
  return { question, appeal: APPEAL.comparison }
}

/** "git fetch", "Wireshark"; not "Options of Wireshark". */
const COMMAND = /^[\w-]+(?: [a-z][\w-]*)?$/

function askSymbol({ name, isTerm, pageTitle }: SubjectInContext): PhrasedQuestion | null {
  const appeal = APPEAL.symbol
  if (/^[A-Z]{2,}(?: [A-Z]{2,})+$/.test(name) && !isTerm) return { question: `What does ${name} do?`, appeal }
  const symbol = symbolOf(name)
  if (!symbol) return null
  const title = titleName(pageTitle)
  const isAmbiguous = !/[._]/.test(symbol.name)
  const place = isAmbiguous && title !== '' && title !== symbol.name.replace('()', '') ? ` in ${title}` : ''
  switch (symbol.kind) {
    case 'option':
      // An option means something only with its command.
      return COMMAND.test(title) ? { question: `What does ${title} ${symbol.name} do?`, appeal } : null
    case 'function':
      return { question: `What does ${symbol.name} do${place}?`, appeal }
    case 'exception':
      return { question: `When is ${symbol.name} raised?`, appeal }
    case 'module':
      return { question: `What does the ${symbol.name} module do?`, appeal }
    default:
      return { question: `What is ${symbol.name}${place}?`, appeal }
  }
}

function askWhat(subject: SubjectInContext): PhrasedQuestion | null {
  const { name, isTerm, pageTitle, context } = subject
  const withoutArticle = name.replace(/^(?:the|an?) /i, '')
  const words = withoutArticle.split(' ')
  if (!NOUN_CHARACTERS.test(name) || !isNoun(withoutArticle, words)) return null
  const properName = isProperName(withoutArticle, words, context)
  const noun = properName ? withoutArticle : inSentence(withoutArticle, context)
  if (TWO_NAMES.test(noun)) return null
  const text = context.toLowerCase()
  const lower = noun.toLowerCase()
  if (occurs(text, lower) + occurs(text, lower.replace(/s$/, '')) === 0) return null
  const isGlossary = /glossary|terms|definitions/i.test(pageTitle)
  if (isTerm && !isGlossary && words.length === 1) return askParameter(noun, titleName(pageTitle))
  const definition = `\\b${escapeRegExp(noun)}s? (?:(?:is|are) (?:an?|the|one|used|any)\\b|means?\\b|refers? to\\b)`
  const isDefined = isGlossary || new RegExp(definition, 'i').test(context)
  // A single word such as "behavior" is rarely the subject; "repairing corruption" is no thing.
  if (!isDefined && (words.length === 1 || /^\p{L}+ing /u.test(noun))) return null
  const appeal = isDefined ? APPEAL.definition : APPEAL.noun
  if (isPlural(noun) && !properName) return { question: `What are ${noun}?`, appeal }
  const article = properName ? '' : articleOf(noun, name, context)
  return article === null ? null : { question: `What is ${article}${noun}?`, appeal }
}

/** "Acme Kettle Works", which its page never writes in lower case or with an article. */
const isProperName = (name: string, words: readonly string[], context: string) =>
  words.length > 1 &&
  words.every((word) => /^\p{Lu}/u.test(word)) &&
  occurs(context, name) > 0 &&
  occurs(context.toLowerCase(), name.toLowerCase()) === occurs(context, name) &&
  occurs(context.toLowerCase(), `the ${name.toLowerCase()}`) === 0

/** "Linux and Unix"; not "rows and columns". */
const TWO_NAMES = /\p{Lu}.* and .*\p{Lu}/u

/** Words with digits and signs of names such as C++, .NET and TCP/IP; not "f(x)", "a, b" or "--all". */
const NOUN_CHARACTERS = /^(?!-)[\p{L}\p{N}+#./ -]+$/u

function isNoun(text: string, words: string[]): boolean {
  if (words.length > MAX_WORDS.noun || NO_NOUN.test(text) || TASK_VERBS.has(words[0]?.toLowerCase() ?? '')) return false
  return words.every((word, n) =>
    NOUN_CONNECTOR.test(word) ? canConnect(words, n) : !isStopWord(word.toLowerCase(), 'en'),
  )
}

/** A single term such as "name" or "CASCADE" is a parameter of what the page describes. */
function askParameter(noun: string, title: string): PhrasedQuestion | null {
  if (title === '' || title.toLowerCase() === noun.toLowerCase()) return null
  const question = /^[A-Z]{2,}$/.test(noun) ? `What does ${noun} do in ${title}?` : `What is ${noun} in ${title}?`
  return { question, appeal: APPEAL.vague }
}

/** Not at an end, and an article only after a preposition: "contact the operator" is no noun. */
function canConnect(words: string[], n: number): boolean {
  const isArticle = /^(?:the|an?)$/i.test(words[n] ?? '')
  return n > 0 && n < words.length - 1 && (!isArticle || NOUN_CONNECTOR.test(words[n - 1] ?? ''))
}

/** The noun before "of" or "in" decides. */
function isPlural(noun: string): boolean {
  const [head = ''] = noun.split(/ (?:of|in|for|with|by|to|on) /)
  return / and /.test(head) || (/[^su]s$/.test(head) && !/(?:ics|[iy]sis|news|less|https?|dns|os|ais|bus)$/i.test(head))
}

/** Share of the uses of a noun from which its article is "a" or "the". Set by hand. */
const MIN_ARTICLE_SHARE = { a: 0.1, the: 0.5 }

/** The article that the page puts before the noun, with a space; '' for none, null if its use does not tell. */
function articleOf(noun: string, name: string, context: string): string | null {
  if (noun === noun.toUpperCase()) return ''
  // Not before another noun: "a reliability problem" is no reliability.
  const use = `${escapeRegExp(noun)}(?=[.,;:)?!]|\\s(?:is|was|that|which|to|in|of|for|and|or|on|with|by|from|can|may|will|as|has|\\p{Ll}+ed)\\b)`
  const count = (before: string) => context.match(new RegExp(`${before}${use}`, 'giu'))?.length ?? 0
  const [all, a, an, the] = [count('\\b'), count('\\ba '), count('\\ban '), count('\\bthe ')]
  if (a + an > MIN_ARTICLE_SHARE.a * all) return an > a ? 'an ' : 'a '
  if (/^the /i.test(name) || the > MIN_ARTICLE_SHARE.the * all) return 'the '
  return count(WITHOUT_ARTICLE) > the || /^\p{Lu}/u.test(noun) ? '' : null
}

/** What comes right before a noun that has no article: a preposition, a verb such as "supports", or nothing. */
const WITHOUT_ARTICLE =
  '(?:(?:^|[.:;(\\n]\\s*)|\\b(?:of|in|for|with|without|by|to|on|and|or|as|is|are|from|about|into|than|via|(?!this|its|whose)\\p{Ll}+s|\\p{Ll}+ing|use|enable|disable) )'

/**
 * Lower case for words that the page rarely writes with a capital inside a sentence: names and keywords keep theirs.
 */
function inSentence(text: string, context: string): string {
  return text
    .split(' ')
    .map((word) => {
      const lower = word.toLowerCase()
      if (/^[B-Z]$/.test(word) || !/^\p{Lu}\p{Ll}*(?:-\p{L}\p{Ll}*)*[.,?]?$/u.test(word)) return word
      const bare = word.replace(/[.,?]$/, '')
      const inside = new RegExp(`(?<=(?<!\\p{L})\\p{Ll}+[,;]? )${escapeRegExp(bare)}(?!\\p{L})`, 'gu')
      const capitals = context.match(inside)?.length ?? 0
      return isStopWord(lower, 'en') || occurs(context, bare.toLowerCase()) >= capitals ? lower : word
    })
    .join(' ')
}

function gerundOf(verb: string): string {
  if (DOUBLED.has(verb)) return `${verb}${verb.at(-1)}ing`
  return `${verb.replace(/(?<![eo])e$/, '')}ing`
}
