/** What a heading, a title or a defined term names, and what a question asks about, in one form that can be compared. */
import type { TermReader } from './terms.ts'
import { fold } from './terms.ts'

const MOST_WORDS = 6

const BEFORE_NAME = new RegExp(
  [
    String.raw`^(?:(?:chapter|appendix|part|section|kapitel|anhang|capítulo|chapitre|глава)\s+)?(?:\d+\.|\d+(?:\.\d+)+\.?|[A-Z](?:\.\d+)*\.)\s+(?=\S)`,
    String.raw`^(?:class|classmethod|staticmethod|exception|async|awaitable|coroutine|abstractmethod|property|the|an?|der|die|das|eine?|el|la|los|las|una?|le|les|une?|il|lo|gli|o|os|as|uma?|het|een)\s+(?=\S)`,
  ].join('|'),
  'iu',
)
/** What kind of thing it is may be said or left out: "the sorted function", "sorted". */
const KIND_OF_THING =
  /\s+(?:built-in function|functions?|commands?|statements?|options?|settings?|parameters?|modules?|methods?|class|keywords?|operators?|clauses?|types?|data types?|variables?|manual page|funktion|befehl|anweisung|einstellung|función|comando|fonction|commande|instruction|funzione|функция|команда)$/iu

/**
 * The names that a heading gives to what stands below it: "8.5. The with statement" is "with statement" and "with";
 * "git-stash(1)" is "git stash"; "-p, --prune" is two. Words are terms of `termOf`.
 */
export function namesOf(heading: string, termOf: TermReader): string[] {
  const parts = heading.startsWith('-') ? heading.split(/,\s+(?=-)/) : [heading.split(/\s+[—–|·-]\s+/)[0] ?? heading]
  return [...new Set(parts.flatMap((part) => nameForms(withoutArguments(part), termOf)))]
}

/** With and without its kind of thing; none when it is too long for a name. */
export function nameForms(name: string, termOf: TermReader): string[] {
  let bare = name.trim()
  for (let before = ''; before !== bare; ) {
    before = bare
    bare = bare.replace(BEFORE_NAME, '')
  }
  const forms = [bare, bare.replace(KIND_OF_THING, '')].map((form) => nameKey(form, termOf))
  return [...new Set(forms)].filter((form) => form !== '' && form.split(' ').length <= MOST_WORDS)
}

/** A hyphen inside a word is a space; the ones before an option stay, and its case, since -l is not -L. */
function nameKey(name: string, termOf: TermReader): string {
  return name
    .replace(/(?<=[\p{L}\p{N}])-(?=[\p{L}\p{N}])/gu, ' ')
    .replace(/["“”'‘’«»`*?？!,;:@]|\(\)/g, '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => (word.startsWith('-') ? word : termOf(fold(word))))
    .join(' ')
}

function withoutArguments(name: string): string {
  return name.replace(/^[@`*]+/, '').replace(/\s*(?:[[<{=]|(?<=\S)\(|\s\().*$/s, '')
}

/**
 * How far each name is that of a passage, 0 to 1: its last heading names it, also together with the page's title or the
 * heading above ("git rebase" and "--onto"); the title alone names the beginning of the page.
 */
export function namesOfPassage(
  passage: { pageTitle: string; headingPath: readonly string[]; startOffset: number; text: string },
  termOf: TermReader,
): Map<string, number> {
  const { pageTitle, headingPath, startOffset, text } = passage
  const names = new Map<string, number>()
  const last = headingPath.at(-1) ?? ''
  const titles = namesOf(pageTitle, termOf)
  const parents = headingPath.length > 1 ? namesOf(headingPath.at(-2) ?? '', termOf) : []
  const beginning = 1 - startOffset / BEGINNING
  if (beginning > 0) for (const title of titles) names.set(title, beginning)
  // What a name is told first comes right below it; later passages of the section go into detail.
  const share = text.slice(0, OPENING).includes(last.slice(0, 20)) ? 1 : 0.5
  for (const own of namesOf(last, termOf)) {
    for (const above of [...titles, ...parents]) names.set(`${above} ${own}`, share)
    names.set(own, share)
  }
  return names
}

/** Characters of a page that its title speaks for. */
const BEGINNING = 5000
/** Characters of a passage that its heading stands in. */
const OPENING = 200

/** A passage that says no more than where something is explained. */
const POINTS_TO = /^(?:see(?: also)?|siehe(?: auch)?|véase|voir|vedi|zie|se|см\.|参见|参照)\s+(?<name>.{2,60}?)[.。]?$/iu
const LONGEST_POINTER = 160

/** The name that a passage only points to, as in a glossary: "GIL / See global interpreter lock."; '' for any other. */
export function pointsTo(text: string): string {
  if (text.length > LONGEST_POINTER) return ''
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  return lines.length > 2 ? '' : (POINTS_TO.exec(lines.at(-1)?.trim() ?? '')?.groups?.['name'] ?? '')
}

/** How a question asks what something is or does; the named group is the thing. */
const ASKING: readonly RegExp[] = [
  /^what(?: is|'s|’s| are| was| were) (?:meant by )?(?<name>.+?)(?: (?:used )?for| about| in \S+)?$/iu,
  /^what (?:does|do|did|is|can) (?<name>.+?) (?:do|mean|means|return|returns|control|controls|specify|set|determine|print|contain|stand for|used for|for)$/iu,
  /^(?:what is the (?:purpose|meaning|use) of|define|explain|describe|tell me about) (?<name>.+)$/iu,
  /^was (?:ist|sind|macht|bedeutet|bewirkt|tut) (?<name>.+)$/iu,
  /^qué (?:es|son|hace|hacen|significa) (?<name>.+)$/iu,
  /^(?:qu['’]est-ce qu(?:e c['’]est qu)?(?:e |['’])|que (?:fait|font|signifie) )(?<name>.+)$/iu,
  /^(?:che cos['’]è|cosa (?:è|fa|sono)|o que (?:é|são|faz)|wat (?:is|zijn|doet)|ce (?:este|sunt|face)) (?<name>.+)$/iu,
  /^(?:что такое|что делает|что значит|τι είναι|τι κάνει) (?<name>.+)$/iu,
  /^什么是(?<name>.+)$/u,
  /^(?<name>.+?)(?:是什么|とは何ですか|とは|nedir|คืออะไร|là gì|क्या है)$/u,
]

/** The names of what a question asks to be explained; none when it asks for something else. */
export function subjectNames(question: string, termOf: TermReader): string[] {
  const asked = question.trim().replace(/[\s.?？！!؟]+$/u, '')
  const names = ASKING.flatMap((pattern) => pattern.exec(asked)?.groups?.['name'] ?? [])
  return [...new Set(names.flatMap((name) => nameForms(name.replace(/\(\)$/, ''), termOf)))]
}

/** Longer names are not looked for in a question. */
const MOST_MENTIONED = 4

/** Every run of two to four words of a question that may be a name, articles left out; also single identifiers. */
export function mentionedNames(question: string, termOf: TermReader): string[] {
  const words = question
    .replace(/[.,?？！!؟]+(?=\s|$)/gu, '')
    .split(/\s+/)
    .filter((word) => !/^(?:the|an?|der|die|das|eine?|el|la|los|las|le|les|il|lo|o|os|as)$/iu.test(word))
  const names = new Set<string>()
  for (let from = 0; from < words.length; from++) {
    for (let count = 1; count <= MOST_MENTIONED && from + count <= words.length; count++) {
      if (count === 1 && !/\w[._]\w|^--?\w/.test(words[from] ?? '')) continue
      for (const name of nameForms(words.slice(from, from + count).join(' '), termOf)) if (count === 1 || name.includes(' ')) names.add(name)
    }
  }
  return [...names]
}
