/**
 * Normalized names of what headings, titles and defined terms describe. A name is a sequence of index terms, so that "The
 * `sorted()` function" and "sorted" are equal.
 */
import { isInChangelog } from './changelogs.ts'
import { isInGlossary } from './definitions.ts'
import { fold, type Stemmer, stemmerFor } from './stemmer.ts'

/** At the end of the heading of a post that its forum marks as the answer. */
export const ACCEPTED_ANSWER = ' ✓'

/** Endings that the English stemmer removes although the words with and without them name two things. */
const NAMING_SUFFIX = /(?:able|er|ible|ion|or)(?=s?$)/

/** The stemmer of a language that keeps such endings: an "iterator" is not an "iterable". */
export function nameStemmer(language: string): Stemmer {
  const toTerm = stemmerFor(language)
  if (language !== 'en') return toTerm
  return (word) => {
    const term = toTerm(word)
    const removed = word.startsWith(term) ? word.slice(term.length) : ''
    const [suffix = ''] = NAMING_SUFFIX.exec(removed) ?? []
    return term + suffix
  }
}

/** "Chapter 3. ", "5.3 ", "A. ", "Q3: "; not "3D printing". */
const SECTION_NUMBER =
  /^(?:q ?\d*[.:)]|(?:(?:chapter|appendix|part|section|step|kapitel|anhang|teil|abschnitt|schritt)\s+)?(?:\d+(?:\.\d+)*[.:)]?|[A-Z](?:\.\d+)+\.?|[A-Z]\.))\s+(?=\S)/iu

/** The heading without section number, Markdown and the sign of a permanent link. */
export function plainName(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*¶]|\\(?=[_[\]*<>`#])/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(SECTION_NUMBER, '')
    .replace(/[\s.:–—-]+$/, '')
}

/** Longer headings are sentences. */
const MAX_NAME_WORDS = 6

const ARTICLES = 'the|an?|der|die|das|eine?|el|la|los|las|una?|le|les|une?|il|lo|gli|o|os|as|uma?|het|een'
/** "8.5. The with statement", "Appendix A. Names", "class Path", "the lock"; not "Classes". */
const NAME_PREFIX = new RegExp(
  [
    String.raw`^(?:(?:chapter|appendix|part|section|kapitel|anhang|capítulo|chapitre|глава)\s+)?(?:\d+\.|\d+(?:\.\d+)+\.?|[A-Z](?:\.\d+)*\.)\s+(?=\S)`,
    String.raw`^(?:class|classmethod|staticmethod|exception|async|awaitable|coroutine|abstractmethod|property|${ARTICLES})\s+(?=\S)`,
  ].join('|'),
  'iu',
)
/** The optional noun for the type of a thing: "sorted function", "-p option"; not "function keys". */
const TYPE_NOUN =
  /\s+(?:built-in function|functions?|commands?|statements?|options?|settings?|parameters?|modules?|methods?|class|keywords?|operators?|clauses?|types?|data types?|variables?|components?|elements?|directives?|attributes?|tools?|dialogs?|manual page|funktion|befehl|anweisung|einstellung|función|comando|fonction|commande|instruction|funzione|функция|команда)$/iu

/** "Write-ahead log (WAL)", "WITH Queries (Common Table Expressions)"; not "View (relation)" or "git-stash(1)". */
const OTHER_NAME = /\s\((?<other>\p{Lu}[\p{L}\d -]{1,40})\)$/u

/** "source/conf.py", "/etc/apt/sources.list"; not "TCP/IP" or "and/or". */
const FILE_PATH = /^[\w.~-]*\/(?:[\w.-]+\/)*(?<other>[\w-]+\.[a-z]{1,5})$/

/**
 * The names in a heading: "8.5. The with statement" gives "with statement" and "with"; "git-stash(1)" gives
 * "git stash"; "-p, --prune" and "Write-ahead log (WAL)" give two.
 */
function headingNames(heading: string, toTerm: Stemmer): string[] {
  const isListOfOptions = heading.startsWith('-')
  const [beforeDash = heading] = heading.split(/\s+[—–|·-]\s+/)
  const parts = isListOfOptions ? heading.split(/,\s+(?=-)/) : [beforeDash]
  const other = (OTHER_NAME.exec(heading) ?? FILE_PATH.exec(heading))?.groups?.['other']
  const names = [...parts.map(stripArguments), ...(other ? [other] : [])]
  return [...new Set(names.flatMap((name) => nameVariants(name, toTerm)))]
}

/** The names in a page title, with those of a subcommand alone. */
export function titleNames(title: string, toTerm: Stemmer): string[] {
  return [...headingNames(title, toTerm), ...subcommandNames(title, toTerm)]
}

/** "git stash" for the manual page "git-stash(1)"; '' for the title of another page. */
export function commandName(pageTitle: string, toTerm: Stemmer): string {
  const command = /^([a-z][\w.+-]*)\(\d\w{0,3}\)/.exec(pageTitle)?.[1]
  return command === undefined ? '' : nameKey(command, toTerm)
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
 * The names of a passage, each with a weight, 1 for the heading of a section. Its last heading names it, alone or after the page title or
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
  const sectionWeight = isInGlossary(passage) ? GLOSSARY_WEIGHT : 1
  const headingWeight = startsSection ? sectionWeight : LATER_PASSAGE_WEIGHT
  for (const name of headingNames(last, toTerm)) {
    for (const parent of [...titles, ...parents]) names.set(`${parent} ${name}`, headingWeight)
    names.set(name, headingWeight)
  }
  // "Valves › Introduction" says what a valve is.
  const opened = OPENING_SECTION.test(plainName(last)) ? (parents.length > 0 ? parents : titles) : []
  for (const name of opened) names.set(name, Math.max(names.get(name) ?? 0, headingWeight))
  for (const name of definedNames(text, toTerm)) names.set(name, Math.max(names.get(name) ?? 0, DEFINED_WEIGHT))
  if (isInChangelog(passage)) for (const [name, weight] of names) names.set(name, weight * CHANGELOG_WEIGHT)
  return names
}

/** The section that says what its page or the section above is about. */
const OPENING_SECTION =
  /^(?:introduction|overview|description|definition|about|summary|einführung|einleitung|überblick|übersicht|beschreibung|introducción|descripción|descripcion|aperçu|présentation|introduzione|panoramica|descrizione)$/iu

/** A changelog says what changed, not what a thing is. */
const CHANGELOG_WEIGHT = 0.5
/** A passage with a definition explains the word, whatever its heading. */
const DEFINED_WEIGHT = 1.2
/** "This is a" names nothing. */
const PRONOUN = 'this|that|these|those|it|they|there|here|what|which|who|dies|dieser?|es|sie|hier|was|wer'
const NAME = String.raw`(?!(?:${PRONOUN})\s)(?<name>[^\s.,:;()|]+(?: [^\s.,:;()|]+){0,3}?)(?:\s\((?<other>[^\s()]{2,20})[^()]{0,30}\))?(?:,[^.;\n]{1,100},)?`
const DEFINING_VERB = String.raw`(?:(?:is|are)\s(?:an?|the|one|any)|means|refers\sto|stands\sfor|denotes|(?:ist|sind)\s(?:eine?|der|die|das)|bezeichnet|bedeutet|steht\sfür|es\suna?|est\sune?|è\sun[ao]?)\b`
/** A line: "A virtual private network (VPN for short) is a", "RAID means", "- A **notebook** holds"; not "The last step is to". */
const DEFINITION = new RegExp(
  String.raw`^(?:(?:[-*+]|\d+[.)])\s+)?(?:(?:${ARTICLES})\s+)?(?:\*\*(?<term>[^*\n]{2,40})\*\*\s?[\p{Ll}:–—(-]|${NAME}\s${DEFINING_VERB})`,
  'gimu',
)

const SAYS_NAME = String.raw`(?:(?:is|are)\s(?:(?:also|often|usually|sometimes|commonly)\s)?(?:called|known\sas|termed|referred\sto\sas)|(?:nennt|nennen)\s(?:man|wir|sich)|heißt|heißen)`
/** At its end: "A transaction with three accounts is called a split transaction." */
const NAMED_LAST = new RegExp(
  String.raw`\b${SAYS_NAME}\s(?:(?:${ARTICLES})\s)?["“„«'*_]*(?<name>[\p{L}\p{N}][^\s.,:;()|"”“»'*]*(?: [^\s.,:;()|"”“»'*]+){0,3}?)(?=["”“»'*_]+|[.,:;()]|\s(?:or|and|because|when|if|oder|und|weil|wenn)\s|$)`,
  'gimu',
)

/** The names that the text defines, at the start of a line or after "is called", those in brackets among them. */
export function definedNames(text: string, toTerm: Stemmer): string[] {
  const names: string[] = []
  for (const { groups } of [...text.matchAll(DEFINITION), ...text.matchAll(NAMED_LAST)]) {
    for (const name of [groups?.['term'], groups?.['name'], groups?.['other']]) {
      if (name !== undefined) names.push(...nameVariants(name.replace(/:$/, ''), toTerm))
    }
  }
  return names
}

/** An entry of a glossary defines its word, other sections of that name use it: "TABLESPACE" among the parameters of a command. */
const GLOSSARY_WEIGHT = 1.6
/** A glossary explains the word, the page of the subcommand how to run it. */
const SUBCOMMAND_WEIGHT = 0.5
/** Characters from the start of a page over which the weight of its title falls to zero. */
const TITLE_RANGE = 5000
/** Characters at the start of a passage that may contain its heading. */
const HEADING_RANGE = 200
/** Characters by which a heading is recognized there: links and emphasis may follow. */
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
