/** Finds what answers a comparison: passages that contrast both sides, and one that explains each side. */
import { asksAboutChanges, isInChangelog } from '#server/platform/text/changelogs.ts'
import { isInGlossary } from '#server/platform/text/definitions.ts'
import { nameVariants, passageNames, titleNames } from '#server/platform/text/names.ts'
import { type SentenceSpan, splitSentences } from '#server/platform/text/split-sentences.ts'
import { splitWords } from '#server/platform/text/split-words.ts'
import { type Stemmer, stemmerFor } from '#server/platform/text/stemmer.ts'
import type { IndexablePassage, PassageIndex } from './build-passage-index.ts'

/** Passages of each search that are looked at. */
export const COMPARED_PASSAGES = 50
/** Passages that are returned. */
const MAX_PASSAGES = 4
/** Passages of a section about both sides. */
const MAX_OF_SECTION = 2

/** What adds to the score of a pair, relative to the best passage of each side. Set by hand. */
const WEIGHTS = { samePage: 0.3, sameSection: 0.1, ownPages: 0.6, mentionsOther: 0.1, prose: 0.4, glossary: 0.3 }
/** Characters from the start of a page that say what the page is about. */
const PAGE_START = 1500
/** Characters of a sentence that explains something; a synopsis or a table has none. */
const MIN_PROSE_LENGTH = 40
const MIN_NAME_WEIGHT = 0.5

const CONTRAST =
  /\b(?:differ\p{L}*|distinction|whereas|while|unlike|instead|(?!other)\p{L}{2,}er than|in contrast|by contrast|on the other hand|similar\p{L}*|versus|vs|compared|unterschied\p{L}*|während|dagegen|hingegen|statt|anders)\b/iu
/** Contrasts its subject with that of a sentence beside it: "B, on the other hand, …". */
const CONTRARY =
  /\b(?:on the other hand|(?:in|by) contrast|whereas|unlike|conversely|dagegen|hingegen|im gegensatz|andererseits)\b/iu
/** Contrasts the clauses before and after it: "A is for databases, whereas B is for forms." */
const BETWEEN_CLAUSES = /[,;]\s*(?:whereas|wohingegen)\b/iu
/** "The main difference between them is": what the passage has named. */
const DIFFERENCE_OF_BOTH =
  /\b(?:difference|distinction|unterschied\p{L}*)\s+(?:between|zwischen)\s+(?:them|these|those|the two|both|ihnen|diesen|den beiden|beiden)\b/iu
/** Contrasts what the sentence before has named; not "a part that needs a different color". */
const DIFFERENCE =
  /\b(?:differ(?!ent)\p{L}*|(?:is|are|be) (?:\p{L}+ )?different|unterschied\p{L}*|unterscheid\p{L}*)\b/iu
/** Words between the names of two sides that a text compares: "git pull rather than git fetch". */
const CONNECTIVES = new Set(
  'and or vs versus than from rather instead of unlike the a an to both not und oder als statt von der die das'.split(
    ' ',
  ),
)
/** Other words between the names, apart from those that both names have. */
const MAX_OTHER_WORDS = 1

type Passages = ReadonlyMap<string, IndexablePassage>
type Ranking = ReturnType<PassageIndex['search']>

/** A passage of the search for the whole question. `score` is of `CONTRAST_SCORES`. */
type Contrasting = { passage: IndexablePassage; language: string; score: number }

/**
 * The passages in the order to be read, at most MAX_PASSAGES; none unless each side has a passage or a section is about
 * both. `ranking` is the search for the whole question.
 */
export function comparePassages(
  sides: readonly [string, string],
  ranking: Ranking,
  index: PassageIndex,
  passages: Passages,
): { id: string; language: string }[] {
  // A name without letters, such as "==", is not indexed.
  if (!sides.every((side) => /\p{L}{3}|[^\x00-\x7f]/u.test(side))) return []
  const pair = bestPair(sides, index, passages)
  if (!pair) return []
  const toTerm = stemmerFor(pair[0].language)
  const terms = termsOfSides(sides, toTerm)
  const { contrasting, section } = findContrasts(ranking, index, passages, {
    terms,
    toTerm,
    skipsChangelogs: !asksAboutChanges(sides.join(' ')),
  })
  const isExplained = pair.every(({ passage }, n) => isAbout(passage, sides[n] ?? '', terms.own[n] ?? [], toTerm))
  const ofSection = section.slice(0, MAX_OF_SECTION)
  const chosen = isExplained ? [...ofSection, ...contrasting.slice(0, 1), ...pair] : ofSection
  // The pair may be among the others: a map has each passage once, in its first place.
  const languageById = new Map(chosen.map(({ passage, language }) => [passage.id, language]))
  return [...languageById].slice(0, MAX_PASSAGES).map(([id, language]) => ({ id, language }))
}

/**
 * `contrasting` are the passages with a sentence that contrasts the sides, the best first; `section` are those of the
 * section whose heading names both sides: preferably of one with such a sentence, else the best of the ranking.
 */
function findContrasts(
  ranking: Ranking,
  index: PassageIndex,
  passages: Passages,
  { terms, toTerm, skipsChangelogs }: { terms: SideTerms; toTerm: Stemmer; skipsChangelogs: boolean },
): { contrasting: Contrasting[]; section: Contrasting[] } {
  const found = ranking.slice(0, COMPARED_PASSAGES).flatMap(({ id, language }): Contrasting[] => {
    const passage = passages.get(id)
    if (!passage || (skipsChangelogs && isInChangelog(passage))) return []
    return [{ passage, language, score: contrastScore(passage, index, terms, toTerm) }]
  })
  const contrasting = found
    .filter(({ score }) => score >= CONTRAST_SCORES.sentence)
    .toSorted((a, b) => b.score - a.score)
  const hasHeading = ({ score }: Contrasting) => score === CONTRAST_SCORES.heading
  const hasChoice = ({ passage }: Contrasting) => isChoice(passage.headingPath.at(-1) ?? '', terms, toTerm)
  const withHeading =
    found.find(hasChoice) ?? contrasting.find(({ score }) => score > CONTRAST_SCORES.sentence) ?? found.find(hasHeading)
  const section = withHeading ? found.filter(({ passage }) => isSameSection(passage, withHeading.passage)) : []
  return { contrasting, section }
}

/** A passage that may explain a side. */
type Candidate = {
  passage: IndexablePassage
  language: string
  /** The headings above its own, one a line. */
  section: string
  isInGlossary: boolean
  /** Relative to the best passage of the side. */
  score: number
  /** How much the page is about the side: 1 at the start of a page of that title, 0 without it. */
  titleWeight: number
}

/** Two passages that match their side, preferably in a glossary, in one section, or each at the start of its page. */
function bestPair(
  [a, b]: readonly [string, string],
  index: PassageIndex,
  passages: Passages,
): [Candidate, Candidate] | undefined {
  const candidatesOfA = candidates(a, b, index, passages)
  const candidatesOfB = candidates(b, a, index, passages)
  let best: [Candidate, Candidate] | undefined
  let bestScore = -Infinity
  for (const one of candidatesOfA) {
    for (const other of candidatesOfB) {
      if (one.passage.id === other.passage.id || one.passage.text === other.passage.text) continue
      const score = pairScore(one, other)
      if (score <= bestScore) continue
      best = [one, other]
      bestScore = score
    }
  }
  return best
}

function pairScore(one: Candidate, other: Candidate): number {
  let score = one.score + other.score
  const isSamePage = one.passage.pageId === other.passage.pageId
  if (isSamePage) score += WEIGHTS.samePage
  if (isSamePage && one.section === other.section) score += WEIGHTS.sameSection
  if (one.isInGlossary && other.isInGlossary) score += WEIGHTS.glossary
  return score + WEIGHTS.ownPages * Math.min(one.titleWeight, other.titleWeight)
}

function candidates(side: string, otherSide: string, index: PassageIndex, passages: Passages): Candidate[] {
  const ranked = index.search(`what is ${side}`, COMPARED_PASSAGES)
  const bestScore = ranked[0]?.score ?? 1
  return ranked.flatMap(({ id, score, language }): Candidate[] => {
    const passage = passages.get(id)
    if (!passage) return []
    const toTerm = stemmerFor(language)
    const mentionsOther = index.containsAll(id, termsOf(otherSide, toTerm))
    const mentionBonus = mentionsOther ? WEIGHTS.mentionsOther : 0
    const proseBonus = hasProse(passage.text) ? WEIGHTS.prose : 0
    const titles = titleNames(passage.pageTitle, toTerm)
    const isTitle = nameVariants(side, toTerm).some((name) => titles.includes(name))
    return [
      {
        passage,
        language,
        section: passage.headingPath.slice(0, -1).join('\n'),
        isInGlossary: isInGlossary(passage),
        score: score / bestScore + (mentionBonus + proseBonus),
        titleWeight: isTitle ? Math.max(0, 1 - passage.startOffset / PAGE_START) : 0,
      },
    ]
  })
}

/** Line by line, because one pattern over a text without full stops takes time with the square of its lines' length. */
function hasProse(text: string): boolean {
  return text.split(/[\n|]/).some((line) => {
    const start = line.search(/\p{Ll}{2}/u)
    return start >= 0 && /[.!?。।](?:\s|$)/.test(line.slice(start + MIN_PROSE_LENGTH))
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
  const one = termsOf(sides[0], toTerm)
  const other = termsOf(sides[1], toTerm)
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
  // "Save / Export" names both as "Save and Export" does.
  const isHeading = !isSignature && areConnected(termsOf(heading.replace(/[/&]/g, ' and '), toTerm), sides)
  if (!index.containsAll(passage.id, sides.own.flat())) return isHeading ? CONTRAST_SCORES.heading : 0
  const sentences = splitSentences(passage.text)
    .filter(({ kind }) => kind !== 'code')
    .map(({ kind, start, end }) => ({ kind, text: passage.text.slice(start, end) }))
    .map(({ kind, text }) => (isEntry(kind, text) || VERSION_NOTE.test(text) ? '' : text))
  const contrasts = sentences.some((text, n) => {
    const isContrast = CONTRAST.test(text) || DIFFERENCE.test(sentences[n + 1] ?? '')
    if (isContrast && areConnected(termsOf(text, toTerm), sides)) return true
    if (DIFFERENCE_OF_BOTH.test(text)) return true
    const [before = '', after = ''] = text.split(BETWEEN_CLAUSES)
    if (after !== '' && areAboutEachSide(before, after, sides, toTerm)) return true
    const beside = [sentences[n - 1], sentences[n + 1]]
    return CONTRARY.test(text) && beside.some((each = '') => areAboutEachSide(text, each, sides, toTerm))
  })
  const sentenceScore = contrasts ? CONTRAST_SCORES.sentence : 0
  const headingScore = isHeading ? CONTRAST_SCORES.heading : 0
  return sentenceScore + headingScore
}

/** In a heading that asks to choose between two sides or says how they differ; the other words may be there too. */
const CHOICE_WORDS = 'or vs versus difference differences oder unterschied unterschiede'.split(' ')
const OTHER_CHOICE_WORDS = 'the between and der zwischen und'.split(' ')

/** True for "A or B?", "A vs. B" and "Difference between A and B"; not for "Migrating from A to B" and "A and B". */
function isChoice(heading: string, { own, shared }: SideTerms, toTerm: Stemmer): boolean {
  const terms = termsOf(heading, toTerm)
  const choice = CHOICE_WORDS.map(toTerm)
  const allowed = new Set([...own.flat(), ...shared, ...choice, ...OTHER_CHOICE_WORDS.map(toTerm)])
  const namesSides = own.flat().every((term) => terms.includes(term))
  return namesSides && terms.some((term) => choice.includes(term)) && terms.every((term) => allowed.has(term))
}

/** "Linestyles vs linetypes" in a table of contents explains nothing. */
const isEntry = (kind: SentenceSpan['kind'], text: string) => kind === 'list-item' && text.length < MIN_PROSE_LENGTH
/** "Changed in version 3.2: belongs to the request instead of the session." */
const VERSION_NOTE = /^(?:new|changed|deprecated|added|removed) (?:in version|since)\b/i

/** True if `text` names only one side and `other` the other. */
function areAboutEachSide(text: string, other: string, { own }: SideTerms, toTerm: Stemmer): boolean {
  const names = (each: string) => {
    const terms = termsOf(each, toTerm)
    return own.map((side) => side.every((term) => terms.includes(term)))
  }
  const [[a, b], otherNames] = [names(text), names(other)]
  return a !== b && otherNames[a ? 1 : 0] === true
}

/** True if one name follows the other with a connective between. */
function areConnected(terms: string[], { own, shared }: SideTerms): boolean {
  if (!own.flat().every((term) => terms.includes(term))) return false
  /** The side that was named last: 0 or 1, and -1 before any. */
  let previousSide = -1
  let between: string[] = []
  for (const term of terms) {
    const side = own.findIndex((each) => each.includes(term))
    if (side < 0) {
      between.push(term)
      continue
    }
    const isOtherSide = previousSide >= 0 && previousSide !== side
    if (isOtherSide && connects(between, shared)) return true
    previousSide = side
    between = []
  }
  return false
}

function connects(words: readonly string[], shared: readonly string[]): boolean {
  const others = words.filter((word) => !CONNECTIVES.has(word) && !shared.includes(word))
  return words.some((word) => CONNECTIVES.has(word)) && others.length <= MAX_OTHER_WORDS
}

function termsOf(text: string, toTerm: Stemmer): string[] {
  return splitWords(text)
    .filter(({ kind }) => kind === 'word')
    .map((word) => toTerm(word.text))
}
