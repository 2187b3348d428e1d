/** The names that a question has, normalized as those of passages are (names.ts). */
import { nameVariants } from '#server/platform/text/names.ts'
import type { Stemmer } from '#server/platform/text/stemmer.ts'

/** Questions about what something is or does; the group `name` captures the subject. */
const DEFINITION_QUESTIONS: readonly RegExp[] = [
  // "What is WAL used for?", "What does fetch do?", "WAL meaning", "What’s the purpose of a lock?"
  /^what(?: is|'s|’s|s| are| was| were) (?:meant by )?(?<name>.+?)(?: (?:used |good )?for| about| in \S+)?$/iu,
  /^what (?:does|do|did|is|can) (?<name>.+?) (?:do|mean|means|return|returns|control|controls|specify|set|determine|print|contain|stand for|used for|for)(?: in \S+)?$/iu,
  /^(?<name>.+?) (?:meaning|definition|bedeutung)$/iu,
  /^(?:(?:what(?: is|'s|’s|s) )?(?:the )?(?:purpose|meaning|definition|use) of|define|explain|describe|tell me about) (?<name>.+)$/iu,
  // German, Spanish, French, then Italian, Portuguese, Dutch and Romanian
  /^(?:was (?:ist|sind|macht|bedeutet|bewirkt|tut)|wozu (?:ist|sind)) (?<name>.+)$/iu,
  /^qué (?:es|son|hace|hacen|significa) (?<name>.+)$/iu,
  /^(?:qu['’]est-ce qu(?:e c['’]est qu)?(?:e |['’])|que (?:fait|font|signifie) )(?<name>.+)$/iu,
  /^(?:che cos['’]è|cosa (?:è|fa|sono)|o que (?:é|são|faz)|wat (?:is|zijn|doet)|ce (?:este|sunt|face)) (?<name>.+)$/iu,
  // Russian and Greek, Chinese, then Chinese, Japanese, Turkish, Thai, Vietnamese and Hindi with the name first
  /^(?:что такое|что делает|что значит|τι είναι|τι κάνει) (?<name>.+)$/iu,
  /^什么是(?<name>.+)$/u,
  /^(?<name>.+?)(?:是什么|とは何ですか|とは|nedir|คืออะไร|là gì|क्या है)$/u,
  // "rebase", "the index?", "bare repository"
  /^(?:(?:the|an?|der|die|das|eine?) )?(?<name>[\p{Script=Latin}\d_.:/#+-]+(?: [\p{Script=Latin}\d_.:/#+-]+)?)$/iu,
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

/** "String.trim", "Vec::push", "Array#map"; not "3.2". */
const MEMBER = /(?<=[\p{L}_])(?:\.|::|#)(?=[\p{L}_])/gu

/** A passage about a member of a class has its heading below the name of the class: "String", "trim". */
function withMember(name: string): string[] {
  return [...new Set([name, name.replace(MEMBER, ' ')])]
}

/** The names of the subject of a definition question; none for other questions. */
export function subjectNames(question: string, toTerm: Stemmer): string[] {
  const names = subjectsOf(question).flatMap((name) => withMember(name.replace(/\(\)$/, '')))
  return [...new Set(names.flatMap((name) => nameVariants(name, toTerm)))]
}

/** Longer names are not searched for in a question. */
const MAX_MENTIONED_WORDS = 4
const ARTICLE = /^(?:the|an?|der|die|das|eine?|el|la|los|las|le|les|il|lo|o|os|as)$/iu
/** "os.path", "max_age", "--force"; not "path". */
const IDENTIFIER = /\w[._]\w|^--?\w/

/** The names of several words that a question may have, and single identifiers. */
export function mentionedNames(question: string, toTerm: Stemmer): string[] {
  return namesIn(question, toTerm, (word) => IDENTIFIER.test(word))
}

/** As `mentionedNames`, and every single word. */
export function possibleNames(question: string, toTerm: Stemmer): string[] {
  return namesIn(question, toTerm, () => true)
}

/** Every word n-gram of a question, articles removed: n = 2 to 4, and single words that may be a name. */
function namesIn(question: string, toTerm: Stemmer, isName: (word: string) => boolean): string[] {
  const words = question
    .replace(/[.,?？！!؟]+(?=\s|$)/gu, '')
    .split(/\s+/)
    .filter((word) => !ARTICLE.test(word))
  const names = new Set<string>()
  for (let from = 0; from < words.length; from++) {
    for (let count = 1; count <= MAX_MENTIONED_WORDS && from + count <= words.length; count++) {
      if (count === 1 && !isName(words[from] ?? '')) continue
      const variants = withMember(words.slice(from, from + count).join(' ')).flatMap((each) =>
        nameVariants(each, toTerm),
      )
      for (const name of variants) if (count === 1 || name.includes(' ')) names.add(name)
    }
  }
  return [...names]
}
