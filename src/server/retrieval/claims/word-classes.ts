/**
 * Classes of words that decide whether two sentences say the same. `english-words.ts` and `german-words.ts` hold the
 * lists. For other languages only negations are known, and nothing may be left out of a claim or added except whole
 * clauses.
 *
 * A word can be in several classes. "Dropped" means that the claim leaves out a word of the page; "added" means that the
 * page has no such word.
 */
import { stemmerFor } from '#server/platform/text/stemmer.ts'
import { ENGLISH_WORDS } from './english-words.ts'
import { GERMAN_WORDS } from './german-words.ts'

type WordList = ReadonlySet<string>

/** Function words are equal only to themselves and to a listed synonym; other words also to their inflected forms. */
type FunctionWordLists = {
  /** May be added, dropped or exchanged: "the", "his". */
  determiners: WordList
  /** May be added or dropped: "also", "Mr". */
  fillers: WordList
  /** May be added or dropped before a verb: "has" in "has built". */
  perfectAuxiliaries: WordList
  copulas: WordList
  prepositions: WordList
  /** Bind the next words to the word before, so that they cannot be dropped: "of", "than". */
  bindingWords: WordList
  coordinators: WordList
  relatives: WordList
  pronouns: WordList
  possessives: WordList
  /**
   * Limit a statement, which would say more without them: modal verbs ("may"), hedges ("perhaps"), conditions ("unless")
   * and adjectives that take something back ("fake", "former").
   */
  restricting: WordList
  quantifiers: WordList
  /** May be dropped, because a statement without them says less: "very". */
  adverbs: WordList
  /** Make a sentence conditional in any position: "if", "unless". */
  conditionWords: WordList
  /** Say that the rest of the sentence, or the sentence before, is not true: "myth". */
  rejections: WordList
  /** First words of a clause that limits the rest of the sentence, such as "until the harbour freezes". */
  limitingStarts: WordList
  /** First words of a clause that can always be dropped, such as "although it is not open". */
  optionalStarts: WordList
  /** Announce two parts, of which neither can be dropped: "between", "both". */
  pairMarkers: WordList
}

type OtherWordLists = {
  /** After a preposition: the invented world, the view or the case in which a statement holds: "in the novel". */
  frames: WordList
  /** Attribute the statement to another person: "she claims". */
  reports: WordList
  /** In a phrase at the start of a sentence: it only says when or where, or joins the sentence to the text before. */
  settingNouns: WordList
  /** The same, if it only joins the sentence to the text before: "in addition". */
  discourseNouns: WordList
  /** Attribute the statement to the page itself: "according to this article". */
  attribution: WordList
}

export type WordClasses = FunctionWordLists &
  OtherWordLists & {
    language: 'en' | 'de' | 'other'
    /** All of `FunctionWordLists`. */
    functionWords: WordList
    /**
     * The lemma of an irregular form ("built" to the stem of "build"), and the first word of a group of synonyms. The
     * keys are words, or a `~` and a stem; see `lemmasOf`.
     */
    lemmas: ReadonlyMap<string, string>
  }

/** The lists of a language, as words between spaces. `synonyms` and `irregular` are groups of words between bars. */
export type WordLists = {
  functionWords: Record<keyof FunctionWordLists, string>
  otherWords: Record<keyof OtherWordLists, string>
  /** "begin start commence|movie film" */
  synonyms: string
  /** Each lemma with its irregular forms: "find found|go went gone". */
  irregular: string
}

/** The classes of a primary language subtag. */
export function wordClassesOf(language: string): WordClasses {
  if (language === 'en') return english
  return language === 'de' ? german : unknownLanguage
}

function createWordClasses(language: WordClasses['language'], lists: WordLists): WordClasses {
  const byClass = parseLists(lists.functionWords)
  const functionWords = new Set(Object.values(byClass).flatMap((list) => [...list]))
  const lemmas = lemmasOf(language, lists)
  return { language, ...byClass, ...parseLists(lists.otherWords), functionWords, lemmas }
}

function parseLists<Name extends string>(lists: Record<Name, string>): Record<Name, WordList> {
  const parsed = Object.entries<string>(lists).map(([name, list]) => [name, words(list)])
  // Object.fromEntries widens the names to string.
  return Object.fromEntries(parsed) as Record<Name, WordList>
}

function words(list: string): WordList {
  return new Set(list.split(/\s+/).filter((word) => word !== ''))
}

/** Irregular forms are looked up by word, because "found" is not the stem of "founded"; synonyms by stem. */
function lemmasOf(language: string, { synonyms, irregular }: WordLists): ReadonlyMap<string, string> {
  const toStem = stemmerFor(language)
  const lemmas = new Map<string, string>()
  for (const group of groupsOf(synonyms)) {
    for (const word of group) lemmas.set(`~${toStem(word)}`, `~${group[0]}`)
  }
  for (const [lemma = '', ...forms] of groupsOf(irregular)) {
    const stem = toStem(lemma)
    for (const form of forms) lemmas.set(form, lemmas.get(`~${stem}`) ?? stem)
  }
  return lemmas
}

function groupsOf(list: string): string[][] {
  if (list.trim() === '') return []
  return list.split('|').map((group) => group.trim().split(/\s+/))
}

/** In all languages that the check meets, because a missed negation would reverse a statement. */
export const NEGATIONS = words(
  `not no never none neither nor cannot without nobody nothing nowhere n't nicht kein keine keinen keinem keiner keines
   nie niemals niemand nichts nirgends weder ohne ne pas jamais aucun aucune sans ningún nunca sin non mai nessun não nem
   sem niet geen nooit inte aldrig ikke aldri не нет никогда без δεν μην όχι değil hayır không chưa chẳng ไ 不 没 沒 無
   नहीं न لا لم لن ليس nu niciodată fără nei ei`,
)

/**
 * Words of a condition or an exception in languages without word lists: ", sauf le mardi", ", pero solo para socios".
 */
const LIMITS_IN_OTHER_LANGUAGES = `
  sauf si s'il hormis excepté seulement uniquement condition pourvu tant jusqu'à jusque quand lorsque lorsqu'il selon
  salvo excepto solo sólo solamente únicamente siempre cuando mientras hasta menos según se tranne eccetto soltanto
  solamente purché quando finché fino secondo exceto apenas somente desde até enquanto alleen slechts behalve tenzij mits
  als zolang tot utom bara endast om förutom utan kun undtagen hvis unntatt bare bortsett medmindre tylko oprócz jeśli
  jeżeli chyba poza pouze jen kromě pokud csak kivéve ha doar numai decât dacă yalnızca sadece hariç eğer только кроме
  если пока лише крім якщо μόνο εκτός αν εάν vain paitsi jos 仅 除 如果 だけ のみ 除く فقط إلا إذا
`

/** True for a word that limits a statement: a negation, a quantifier, a modal verb or a hedge. */
export function restricts({ key }: { key: string }, { restricting, quantifiers }: WordClasses): boolean {
  return NEGATIONS.has(key) || restricting.has(key) || quantifiers.has(key)
}

const english = createWordClasses('en', ENGLISH_WORDS)
const german = createWordClasses('de', GERMAN_WORDS)
const unknownLanguage = createWordClasses('other', {
  functionWords: {
    ...withoutWords(ENGLISH_WORDS.functionWords),
    limitingStarts: LIMITS_IN_OTHER_LANGUAGES,
    conditionWords: LIMITS_IN_OTHER_LANGUAGES,
  },
  otherWords: withoutWords(ENGLISH_WORDS.otherWords),
  synonyms: '',
  irregular: '',
})

function withoutWords<Name extends string>(lists: Record<Name, string>): Record<Name, string> {
  // Object.fromEntries widens the names to string.
  return Object.fromEntries(Object.keys(lists).map((name) => [name, ''])) as Record<Name, string>
}
