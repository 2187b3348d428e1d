/** Finds what answers a comparison: passages that contrast both sides, and one that explains each side. */
import { nameVariants, passageNames, titleNames } from '#server/platform/text/names.ts'
import { splitSentences } from '#server/platform/text/split-sentences.ts'
import { splitWords } from '#server/platform/text/split-words.ts'
import { type Stemmer, stemmerFor } from '#server/platform/text/stemmer.ts'
import type { IndexablePassage, PassageIndex } from './build-passage-index.ts'

/** Passages of each search that are looked at, and passages that are returned. */
const CANDIDATES = 50
const MAX_PASSAGES = 4
/** Passages of a section about both sides. */
const MAX_OF_SECTION = 2

/** What adds to the score of a pair, relative to the best passage of each side. Set by hand. */
const WEIGHTS = { samePage: 0.3, sameSection: 0.1, ownPages: 0.6, mentionsOther: 0.1, prose: 0.15, glossary: 0.3 }
/** Characters from the start of a page that say what the page is about. */
const PAGE_START = 1500
/** A synopsis or a table explains nothing. */
const PROSE = /\p{Ll}{2}[^\n|]{40,}[.!?。।](?:\s|$)/u
const GLOSSARY = /\b(?:glossary|terminology|glossar|begriffe|glosario|glossaire)\b/iu
const MIN_NAME_WEIGHT = 0.5

const CONTRAST =
  /\b(?:differ\p{L}*|distinction|whereas|while|unlike|instead|(?!other)\p{L}{2,}er than|in contrast|by contrast|on the other hand|similar\p{L}*|versus|vs|compared|unterschied\p{L}*|während|dagegen|hingegen|statt|anders)\b/iu
/** Contrasts what the sentence before has named. */
const DIFFERENCE = /\b(?:differ\p{L}*|unterschied\p{L}*|unterscheid\p{L}*)\b/iu
/** Words between the names of two sides that a text compares: "git pull rather than git fetch". */
const CONNECTIVES = new Set(
  'and or vs versus than from rather instead of unlike the a an to both not und oder als statt von der die das'.split(
    ' ',
  ),
)
/** Other words between the names, apart from those that both names have. */
const MAX_OTHER_WORDS = 1

/**
 * The passages in the order to be read, at most MAX_PASSAGES; none unless each side has a passage or a section is about both.
 * `ranked` are the best passages for the whole question.
 */
export function comparePassages(
  sides: readonly [string, string],
  question: string,
  index: PassageIndex,
  passages: ReadonlyMap<string, IndexablePassage>,
): { id: string; language: string }[] {
  // A name without letters, such as "==", is not indexed.
  if (!sides.every((side) => /\p{L}{3}|[^\x00-\x7f]/u.test(side))) return []
  const pair = bestPair(sides, index, passages)
  if (!pair) return []
  const toTerm = stemmerFor(pair[0].language)
  const terms = termsOfSides(sides, toTerm)
  const found = index.search(question, CANDIDATES).flatMap(({ id, language }) => {
    const passage = passages.get(id)
    return passage ? [{ passage, language, score: contrastScore(passage, index, terms, toTerm) }] : []
  })
  const contrasting = found
    .filter(({ score }) => score >= CONTRAST_SCORES.sentence)
    .toSorted((a, b) => b.score - a.score)
  const best = contrasting.find(({ score }) => score > CONTRAST_SCORES.sentence)
  const section = found.filter(({ passage }) => best && isSameSection(passage, best.passage))
  const isExplained = pair.every(({ passage }, n) => isAbout(passage, sides[n] ?? '', terms.own[n] ?? [], toTerm))
  const shown = isExplained
    ? [...section.slice(0, MAX_OF_SECTION), ...contrasting.slice(0, 1), ...pair]
    : section.slice(0, MAX_OF_SECTION)
  return shown
    .filter(({ passage: { id } }, n) => shown.findIndex(({ passage }) => passage.id === id) === n)
    .slice(0, MAX_PASSAGES)
    .map(({ passage, language }) => ({ id: passage.id, language }))
}

type Candidate = {
  passage: IndexablePassage
  language: string
  section: string
  isInGlossary: boolean
  score: number
  titleWeight: number
}

/** Two passages that match their side, preferably in a glossary, in one section, or each at the start of its page. */
function bestPair(
  [a, b]: readonly [string, string],
  index: PassageIndex,
  passages: ReadonlyMap<string, IndexablePassage>,
): [Candidate, Candidate] | undefined {
  const [first, second] = [candidates(a, b, index, passages), candidates(b, a, index, passages)]
  let best: { pair: [Candidate, Candidate]; score: number } | undefined
  for (const one of first) {
    for (const other of second) {
      if (one.passage.id === other.passage.id || one.passage.text === other.passage.text) continue
      const isSamePage = one.passage.pageId === other.passage.pageId
      const isSibling = isSamePage && one.section === other.section
      const score =
        one.score +
        other.score +
        (isSamePage ? WEIGHTS.samePage : 0) +
        (isSibling ? WEIGHTS.sameSection : 0) +
        (one.isInGlossary && other.isInGlossary ? WEIGHTS.glossary : 0) +
        WEIGHTS.ownPages * Math.min(one.titleWeight, other.titleWeight)
      if (!best || score > best.score) best = { pair: [one, other], score }
    }
  }
  return best?.pair
}

function candidates(
  side: string,
  otherSide: string,
  index: PassageIndex,
  passages: ReadonlyMap<string, IndexablePassage>,
): Candidate[] {
  const ranked = index.search(`what is ${side}`, CANDIDATES)
  const bestScore = ranked[0]?.score ?? 1
  return ranked.flatMap(({ id, score, language }) => {
    const passage = passages.get(id)
    if (!passage) return []
    const toTerm = stemmerFor(language)
    const mentionsOther = index.containsAll(id, termsOf(otherSide, toTerm))
    const titles = titleNames(passage.pageTitle, toTerm)
    const isTitle = nameVariants(side, toTerm).some((name) => titles.includes(name))
    const titleWeight = isTitle ? Math.max(0, 1 - passage.startOffset / PAGE_START) : 0
    const isInGlossary = GLOSSARY.test([passage.pageTitle, ...passage.headingPath].join('\n'))
    const bonus = (mentionsOther ? WEIGHTS.mentionsOther : 0) + (PROSE.test(passage.text) ? WEIGHTS.prose : 0)
    const section = passage.headingPath.slice(0, -1).join('\n')
    return [{ passage, language, section, isInGlossary, titleWeight, score: score / bestScore + bonus }]
  })
}

function isSameSection(one: IndexablePassage, other: IndexablePassage): boolean {
  return one.pageId === other.pageId && one.headingPath.join('\n') === other.headingPath.join('\n')
}

/** True if the passage is named after the side, or its heading has all terms that distinguish the side from the other. */
function isAbout(passage: IndexablePassage, side: string, ownTerms: string[], toTerm: Stemmer): boolean {
  const heading = termsOf(passage.headingPath.at(-1) ?? '', toTerm)
  const names = passageNames(passage, toTerm)
  const isNamed = nameVariants(side.replace(/\(\)$/, ''), toTerm).some(
    (name) => (names.get(name) ?? 0) >= MIN_NAME_WEIGHT,
  )
  return isNamed || ownTerms.every((term) => heading.includes(term))
}

type SideTerms = {
  /** The terms of each side that the other does not have: "git fetch" and "git pull" give "fetch" and "pull". */
  own: string[][]
  shared: string[]
}

function termsOfSides(sides: readonly [string, string], toTerm: Stemmer): SideTerms {
  const [one, other] = [termsOf(sides[0], toTerm), termsOf(sides[1], toTerm)]
  const shared = one.filter((term) => other.includes(term))
  const own = [one, other].map((side) => {
    const without = side.filter((term) => !shared.includes(term))
    return without.length > 0 ? without : side
  })
  return { own, shared }
}

/** A sentence that contrasts the sides, named next to each other, and a heading that names them so. */
const CONTRAST_SCORES = { sentence: 2, heading: 1 }

function contrastScore(passage: IndexablePassage, index: PassageIndex, sides: SideTerms, toTerm: Stemmer): number {
  const heading = passage.headingPath.at(-1) ?? ''
  const isSignature = /\([^)]|[[{<]/.test(heading)
  const isHeading = !isSignature && areConnected(termsOf(heading, toTerm), sides)
  if (!index.containsAll(passage.id, sides.own.flat())) return isHeading ? CONTRAST_SCORES.heading : 0
  const sentences = splitSentences(passage.text).flatMap(({ start, end, kind }) =>
    kind === 'code' ? [] : passage.text.slice(start, end),
  )
  const contrasts = sentences.some((text, n) => {
    const isContrast = CONTRAST.test(text) || DIFFERENCE.test(sentences[n + 1] ?? '')
    return isContrast && areConnected(termsOf(text, toTerm), sides)
  })
  return (contrasts ? CONTRAST_SCORES.sentence : 0) + (isHeading ? CONTRAST_SCORES.heading : 0)
}

/** True if one name follows the other with a connective between. */
function areConnected(terms: string[], { own, shared }: SideTerms): boolean {
  if (!own.flat().every((term) => terms.includes(term))) return false
  let previous = -1
  let between: string[] = []
  for (const term of terms) {
    const side = own.findIndex((each) => each.includes(term))
    if (side < 0) between.push(term)
    else {
      const others = between.filter((word) => !CONNECTIVES.has(word) && !shared.includes(word))
      const isConnected = between.some((word) => CONNECTIVES.has(word)) && others.length <= MAX_OTHER_WORDS
      if (previous >= 0 && previous !== side && isConnected) return true
      previous = side
      between = []
    }
  }
  return false
}

function termsOf(text: string, toTerm: Stemmer): string[] {
  return splitWords(text)
    .filter(({ kind }) => kind === 'word')
    .map((word) => toTerm(word.text))
}
