/** Finds what a question about some pages could be about: their headings and the terms that they define. */
import { setImmediate } from 'node:timers/promises'
import { isInChangelog } from '#server/platform/text/changelogs.ts'
import { plainName } from '#server/platform/text/names.ts'
import { fold } from '#server/platform/text/stemmer.ts'
import { isStopWord } from '#server/platform/text/stop-words.ts'

export type SuggestiblePassage = {
  id: string
  pageId: string
  pageTitle: string
  headingPath: readonly string[]
  text: string
  startOffset: number
  /** BCP 47 tag that the page declares, or ''. */
  language: string
}

export type Subject = {
  /** The heading or term without section number and Markdown. */
  name: string
  /** True for a term with its definition, false for a heading. */
  isTerm: boolean
  /** The first passage of the section. */
  passage: SuggestiblePassage
  /** How many other headings share its words; higher is nearer to what the pages are about. */
  weight: number
  /** Folded content words of the name. */
  words: ReadonlySet<string>
}

const MAX_NAME_LENGTH = 80
/** Characters below a heading: less is not worth a question. */
const MIN_TEXT_LENGTH = 120
/** A heading on so many pages, such as "Notes", says nothing about one of them. */
const MAX_SAME_HEADINGS = 3
/** Weight of a heading late on a page relative to its start, and the characters over which it falls to that. */
const LATE_WEIGHT = 0.6
const LATE_OFFSET = 10_000
/** Relative to a heading: a page defines many terms and has few headings. */
const TERM_WEIGHT = 0.7
/** Relative to a page that says how something is, not how it has changed. */
const CHANGELOG_WEIGHT = 0.2

/** Passages between two returns to the event loop, about ten milliseconds. */
const PASSAGES_PER_SLICE = 300

/** Headings of every manual, shop or blog, which name no subject. */
const GENERIC =
  /^(?:(?:a |the |some |more |about |see |die |der |das |weitere |siehe )*(?:about|abstract|additional|advanced|also|answers?|appendix|arguments?|articles?|attributes|audience|author|authors|availability|background|basics?|bugs|caveats|changelog|changes|comments?|compatibility|conclusion|configuration|contact|contents?|copyright|credits|description|details|discussion|disclaimer|documentation|environment|environment variables|examples?|example usage|files?|formats?|exceptions|faqs?|features|footnotes|functions|further reading|general|getting started|glossary|guide|history|home|how to use|important|index|indices and tables|information|intro|introduction|key takeaways|languages?|legal notice|license|links|main|menu|methods|miscellaneous|modules?|motivation|name|navigation|next steps?|notes?|objects|options|other|other resources|input|inputs|output|outputs|overview|parameters|preface|prerequisites|properties|purpose|questions?|quick start|rationale|reading|recipes|reference|references|related|release notes|remarks?|requirements|resources|return values?|returns|reviews|search|security|see also|share|summary|support|synopsis|table of contents|tables?|terms|tips|todo|topics|tutorial|types|usage|variables|versions?|warnings?|welcome|what's new|zusammenfassung|einführung|einleitung|beispiele?|beschreibung|überblick|übersicht|inhalt|inhaltsverzeichnis|hinweise?|anmerkungen|literatur|weblinks|einzelnachweise|siehe auch|optionen|parameter|kontakt|impressum|kommentare|fazit|allgemeines|voraussetzungen|name|geschichte|grundlagen|verwandte themen|tabellen)(?: (?:and|und) \S+)?)$/iu

/** Fields of a structure, whose names alone say nothing: "int size", "const char *name"; not "internal". */
const C_MEMBER = /^(?:const|static|extern|unsigned|int|char|void|long|double|Py\w+ ?\*+) \S/

/** The headings and defined terms with text below them, best first; each name once. */
export async function headingSubjects(passages: readonly SuggestiblePassage[]): Promise<Subject[]> {
  const subjects: Subject[] = []
  for (const [n, passage] of passages.entries()) {
    if (n % PASSAGES_PER_SLICE === 0) await setImmediate()
    const subject = subjectOf(passage)
    if (subject) subjects.push(subject)
  }
  const pagesByName = countPages(subjects, ({ name }) => [fold(name)])
  const pagesByWord = countPages(subjects, ({ words }) => [...words])
  const best = new Map<string, Subject>()
  for (const subject of subjects) {
    const key = fold(subject.name)
    if ((pagesByName.get(key) ?? 0) > MAX_SAME_HEADINGS) continue
    const shared = [...subject.words].reduce((sum, word) => sum + Math.log2(1 + (pagesByWord.get(word) ?? 0)), 0)
    const lateness = Math.min(1, subject.passage.startOffset / LATE_OFFSET)
    const placeWeight = (1 - (1 - LATE_WEIGHT) * lateness) * (isInChangelog(subject.passage) ? CHANGELOG_WEIGHT : 1)
    const weight = (shared / subject.words.size) * placeWeight * (subject.isTerm ? TERM_WEIGHT : 1)
    if (weight > (best.get(key)?.weight ?? 0)) best.set(key, { ...subject, weight })
  }
  return [...best.values()].sort((a, b) => b.weight - a.weight)
}

function subjectOf(passage: SuggestiblePassage): Subject | null {
  const heading = passage.headingPath.at(-1) ?? ''
  const isTerm = !/^#{1,6}[ \t]/.test(passage.text)
  if (heading === '' || (isTerm && !startsWithTerm(passage.text, heading))) return null
  // A title may be followed by sections only.
  if (passage.startOffset > 0 && passage.text.length < heading.length + MIN_TEXT_LENGTH) return null
  const name = plainName(heading)
  if (name === '' || name.length > MAX_NAME_LENGTH || GENERIC.test(name) || C_MEMBER.test(name)) return null
  const words = new Set(
    fold(name)
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.filter((word) => !isStopWord(word, 'en') && !isStopWord(word, 'de')),
  )
  return words.size === 0 ? null : { name, isTerm, passage, weight: 0, words }
}

/** Later passages of a section carry its path too, but do not start with the term. */
function startsWithTerm(text: string, term: string): boolean {
  return text.trimStart().startsWith(term.split(', ')[0] ?? term)
}

function countPages(subjects: readonly Subject[], keysOf: (subject: Subject) => string[]): Map<string, number> {
  const pages = new Map<string, Set<string>>()
  for (const subject of subjects) {
    for (const key of keysOf(subject)) {
      const known = pages.get(key) ?? new Set<string>()
      pages.set(key, known.add(subject.passage.pageId))
    }
  }
  return new Map(Array.from(pages, ([key, ids]) => [key, ids.size]))
}
