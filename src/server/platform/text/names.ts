/**
 * Normalised names of what headings, titles and defined terms describe, and of what a question asks about. A name is a
 * sequence of index terms, so that "The `sorted()` function" and "sorted" are equal.
 */
import { fold, type Stemmer } from './stemmer.ts'

/** Longer headings are sentences. */
const MAX_NAME_WORDS = 6

/** "8.5. The with statement", "Appendix A. Names", "class Path", "the lock"; not "Classes". */
const NAME_PREFIX = new RegExp(
  [
    String.raw`^(?:(?:chapter|appendix|part|section|kapitel|anhang|capítulo|chapitre|глава)\s+)?(?:\d+\.|\d+(?:\.\d+)+\.?|[A-Z](?:\.\d+)*\.)\s+(?=\S)`,
    String.raw`^(?:class|classmethod|staticmethod|exception|async|awaitable|coroutine|abstractmethod|property|the|an?|der|die|das|eine?|el|la|los|las|una?|le|les|une?|il|lo|gli|o|os|as|uma?|het|een)\s+(?=\S)`,
  ].join('|'),
  'iu',
)
/** The optional noun for the type of a thing: "sorted function", "-p option"; not "function keys". */
const TYPE_NOUN =
  /\s+(?:built-in function|functions?|commands?|statements?|options?|settings?|parameters?|modules?|methods?|class|keywords?|operators?|clauses?|types?|data types?|variables?|manual page|funktion|befehl|anweisung|einstellung|función|comando|fonction|commande|instruction|funzione|функция|команда)$/iu

/**
 * The names in a heading: "8.5. The with statement" gives "with statement" and "with"; "git-stash(1)" gives
 * "git stash"; "-p, --prune" gives two.
 */
function headingNames(heading: string, toTerm: Stemmer): string[] {
  const isListOfOptions = heading.startsWith('-')
  const [beforeDash = heading] = heading.split(/\s+[—–|·-]\s+/)
  const parts = isListOfOptions ? heading.split(/,\s+(?=-)/) : [beforeDash]
  return [...new Set(parts.flatMap((part) => nameVariants(stripArguments(part), toTerm)))]
}

/** The names in a page title, with those of a subcommand alone. */
export function titleNames(title: string, toTerm: Stemmer): string[] {
  return [...headingNames(title, toTerm), ...subcommandNames(title, toTerm)]
}

/** "git-stash(1)" gives "stash". */
function subcommandNames(title: string, toTerm: Stemmer): string[] {
  const subcommand = /^\w+-(\w+)\(\d\)/.exec(title)?.[1]
  return subcommand ? nameVariants(subcommand, toTerm) : []
}

/** The name with and without its type noun; none if it has too many words. */
export function nameVariants(name: string, toTerm: Stemmer): string[] {
  const bare = stripPrefixes(name.trim())
  const variants = [bare, bare.replace(TYPE_NOUN, '')].map((variant) => nameKey(variant, toTerm))
  return [...new Set(variants)].filter((variant) => variant !== '' && variant.split(' ').length <= MAX_NAME_WORDS)
}

/** "8.5. The with statement" as "with statement": one prefix may follow another. */
function stripPrefixes(name: string): string {
  let rest = name
  for (;;) {
    const shorter = rest.replace(NAME_PREFIX, '')
    if (shorter === rest) return rest
    rest = shorter
  }
}

/** A hyphen inside a word becomes a space. Options keep their hyphens and their case: -l is not -L. */
function nameKey(name: string, toTerm: Stemmer): string {
  return name
    .replace(/(?<=[\p{L}\p{N}])-(?=[\p{L}\p{N}])/gu, ' ')
    .replace(/["“”'‘’«»`*?？!,;:@]|\(\)/g, '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => (word.startsWith('-') ? word : toTerm(fold(word))))
    .join(' ')
}

/** "`sorted(iterable)`" and "sorted [options]" as "sorted"; a name may start with a parenthesis. */
function stripArguments(name: string): string {
  return name.replace(/^[@`*]+/, '').replace(/\s*(?:[[<{=]|(?<=.)\().*$/s, '')
}

/**
 * The names of a passage, each with a weight from 0 to 1. Its last heading names it, alone or after the page title or
 * the heading above ("git rebase --onto"). The title alone names the start of the page. Weights are set by hand.
 */
export function passageNames(
  passage: { pageTitle: string; headingPath: readonly string[]; startOffset: number; text: string },
  toTerm: Stemmer,
): Map<string, number> {
  const { pageTitle, headingPath, startOffset, text } = passage
  const names = new Map<string, number>()
  const last = headingPath.at(-1) ?? ''
  const titles = headingNames(pageTitle, toTerm)
  const parents = headingPath.length > 1 ? headingNames(headingPath.at(-2) ?? '', toTerm) : []
  const titleWeight = 1 - startOffset / TITLE_RANGE
  if (titleWeight > 0) {
    for (const title of subcommandNames(pageTitle, toTerm)) names.set(title, titleWeight * SUBCOMMAND_WEIGHT)
    for (const title of titles) names.set(title, titleWeight)
  }
  // The explanation directly follows the heading; later passages of the section give details.
  const startsSection = text.slice(0, HEADING_RANGE).includes(last.slice(0, HEADING_START))
  const headingWeight = startsSection ? 1 : LATER_PASSAGE_WEIGHT
  for (const name of headingNames(last, toTerm)) {
    for (const parent of [...titles, ...parents]) names.set(`${parent} ${name}`, headingWeight)
    names.set(name, headingWeight)
  }
  return names
}

/** A glossary explains the word, the page of the subcommand how to run it. */
const SUBCOMMAND_WEIGHT = 0.5
/** Characters from the start of a page over which the weight of its title falls to zero. */
const TITLE_RANGE = 5000
/** Characters at the start of a passage that may contain its heading. */
const HEADING_RANGE = 200
/** Characters by which a heading is recognised there: links and emphasis may follow. */
const HEADING_START = 20
const LATER_PASSAGE_WEIGHT = 0.5

/** A glossary entry that only refers to another one: "See global interpreter lock."; not "Seen by all." */
const CROSS_REFERENCE =
  /^(?:see(?: also)?|siehe(?: auch)?|véase|voir|vedi|zie|se|см\.|参见|参照)\s+(?<name>.{2,60}?)[.。]?$/iu
const MAX_REFERENCE_LENGTH = 160

/** The target of a passage that is only a cross-reference ("GIL / See global interpreter lock."); '' for any other. */
export function crossReferenceTarget(text: string): string {
  if (text.length > MAX_REFERENCE_LENGTH) return ''
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  return lines.length > 2 ? '' : (CROSS_REFERENCE.exec(lines.at(-1)?.trim() ?? '')?.groups?.['name'] ?? '')
}

/** Questions about what something is or does; the group `name` captures the subject. */
const DEFINITION_QUESTIONS: readonly RegExp[] = [
  // "What is WAL used for?", "What does fetch do?", "WAL meaning", "What’s the purpose of a lock?"
  /^what(?: is|'s|’s|s| are| was| were) (?:meant by )?(?<name>.+?)(?: (?:used |good )?for| about| in \S+)?$/iu,
  /^what (?:does|do|did|is|can) (?<name>.+?) (?:do|mean|means|return|returns|control|controls|specify|set|determine|print|contain|stand for|used for|for)(?: in \S+)?$/iu,
  /^(?<name>.+?) (?:meaning|definition|bedeutung)$/iu,
  /^(?:(?:what(?: is|'s|’s|s) )?(?:the )?(?:purpose|meaning|definition|use) of|define|explain|describe|tell me about) (?<name>.+)$/iu,
  // German, Spanish, French, then Italian, Portuguese, Dutch and Romanian
  /^was (?:ist|sind|macht|bedeutet|bewirkt|tut) (?<name>.+)$/iu,
  /^qué (?:es|son|hace|hacen|significa) (?<name>.+)$/iu,
  /^(?:qu['’]est-ce qu(?:e c['’]est qu)?(?:e |['’])|que (?:fait|font|signifie) )(?<name>.+)$/iu,
  /^(?:che cos['’]è|cosa (?:è|fa|sono)|o que (?:é|são|faz)|wat (?:is|zijn|doet)|ce (?:este|sunt|face)) (?<name>.+)$/iu,
  // Russian and Greek, Chinese, then Chinese, Japanese, Turkish, Thai, Vietnamese and Hindi with the name first
  /^(?:что такое|что делает|что значит|τι είναι|τι κάνει) (?<name>.+)$/iu,
  /^什么是(?<name>.+)$/u,
  /^(?<name>.+?)(?:是什么|とは何ですか|とは|nedir|คืออะไร|là gì|क्या है)$/u,
]

/** What is asked besides: "what is WAL, and why is it needed". */
const SECOND_CLAUSE =
  /(?:,|,?\s(?:and|und|y|et|e))\s+(?:what|why|how|when|where|who|was|warum|wozu|wofür|wie|wann|wo)\b.*$/isu

/** What a definition question asks about, as its patterns read it: "a lease" in "What is a lease?" */
export function subjectsOf(question: string): string[] {
  const trimmed = question
    .trim()
    .replace(SECOND_CLAUSE, '')
    .replace(/[\s.?？！!؟]+$/u, '')
  return DEFINITION_QUESTIONS.flatMap((pattern) => pattern.exec(trimmed)?.groups?.['name'] ?? [])
}

/** The names of the subject of a definition question; none for other questions. */
export function subjectNames(question: string, toTerm: Stemmer): string[] {
  return [...new Set(subjectsOf(question).flatMap((name) => nameVariants(name.replace(/\(\)$/, ''), toTerm)))]
}

/** Longer names are not searched for in a question. */
const MAX_MENTIONED_WORDS = 4
const ARTICLE = /^(?:the|an?|der|die|das|eine?|el|la|los|las|le|les|il|lo|o|os|as)$/iu
/** "os.path", "max_age", "--force"; not "path". */
const IDENTIFIER = /\w[._]\w|^--?\w/

/** Every word n-gram (n = 2 to 4, articles removed) of a question that may be a name, and single identifiers. */
export function mentionedNames(question: string, toTerm: Stemmer): string[] {
  const words = question
    .replace(/[.,?？！!؟]+(?=\s|$)/gu, '')
    .split(/\s+/)
    .filter((word) => !ARTICLE.test(word))
  const names = new Set<string>()
  for (let from = 0; from < words.length; from++) {
    for (let count = 1; count <= MAX_MENTIONED_WORDS && from + count <= words.length; count++) {
      if (count === 1 && !IDENTIFIER.test(words[from] ?? '')) continue
      for (const name of nameVariants(words.slice(from, from + count).join(' '), toTerm))
        if (count === 1 || name.includes(' ')) names.add(name)
    }
  }
  return [...names]
}
