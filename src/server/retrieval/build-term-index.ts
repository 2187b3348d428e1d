/** Builds the data that ranking works on from the texts of passages: terms, names and languages. */
import { isInIndexOrContents } from '#server/platform/text/index-or-contents.ts'
import { isInChangelog } from '#server/platform/text/changelogs.ts'
import { type ContactDetail, contactDetailsIn } from '#server/platform/text/contact-details.ts'
import { detectLanguage } from '#server/platform/text/detect-language.ts'
import { commandName, crossReferenceTarget, nameVariants, passageNames } from '#server/platform/text/names.ts'
import { stemmerFor } from '#server/platform/text/stemmer.ts'
import { forEachWord } from '#server/platform/text/split-words.ts'
import type { IndexablePassage } from './build-passage-index.ts'
import { invert, type YieldIfDue } from './postings.ts'
import { buildNgramIndex, SENTENCE_BOUNDARY, type TermIndex } from './term-index.ts'

/** Characters of a page that its language is detected from. */
const LANGUAGE_SAMPLE_LENGTH = 1500
/** Share of the pages whose titles have the name of the site: a few, such as the start page, may have another. */
const SITE_NAME_SHARE = 0.8
/** The titles of fewer pages have words in common because the pages are about one subject. */
const MIN_PAGES_WITH_SITE_NAME = 5

type BuiltTermIndex = {
  index: TermIndex
  /** Page id to its primary language subtag; '' if unknown. */
  languages: ReadonlyMap<string, string>
  /** For each language the words as written, with the number of their term. */
  termIdsByLanguage: ReadonlyMap<string, ReadonlyMap<string, number>>
}

export async function buildTermIndex(
  passages: readonly IndexablePassage[],
  yieldIfDue: YieldIfDue,
): Promise<BuiltTermIndex> {
  const languages = await languagesByPage(passages, yieldIfDue)
  const { terms, termIdsByLanguage, body, headings, ...collected } = await collectTerms(passages, languages, yieldIfDue)
  const { lengths, names } = collected
  const totalLength = lengths.reduce((sum, length) => sum + length, 0)
  const index: TermIndex = {
    ...collected,
    size: passages.length,
    terms,
    ngrams: await buildNgramIndex(terms, yieldIfDue),
    body: await invert(body.sequence, body.starts, terms.size, yieldIfDue),
    headings: await invert(headings.sequence, headings.starts, terms.size, yieldIfDue),
    meanLength: Math.max(1, totalLength / Math.max(1, passages.length)),
    sequence: body.sequence,
    sequenceStarts: body.starts,
    languages: [...new Set(languages.values())],
    namedByTerm: namesOfOneTerm(names, terms),
    pages: numberPages(passages),
  }
  return { index, languages, termIdsByLanguage }
}

/** The terms of text n are at starts[n] up to starts[n + 1] of `sequence`. */
type ForwardIndex = { sequence: Uint32Array; starts: Uint32Array }

type CollectedTerms = Pick<
  TermIndex,
  | 'terms'
  | 'lengths'
  | 'names'
  | 'commandPages'
  | 'siteTerms'
  | 'isChangelog'
  | 'isIndexOrContents'
  | 'hasCode'
  | 'contactPassages'
> &
  Pick<BuiltTermIndex, 'termIdsByLanguage'> & { body: ForwardIndex; headings: ForwardIndex }

/** Reads each passage once. */
async function collectTerms(
  passages: readonly IndexablePassage[],
  languages: ReadonlyMap<string, string>,
  yieldIfDue: YieldIfDue,
): Promise<CollectedTerms> {
  const numbering = createTermNumbering()
  const body = createUint32List()
  const headings = createUint32List()
  const bodyStarts = new Uint32Array(passages.length + 1)
  const headingStarts = new Uint32Array(passages.length + 1)
  const lengths = new Uint32Array(passages.length)
  const isChangelog = new Uint8Array(passages.length)
  const isIndexOrContents = new Uint8Array(passages.length)
  const hasCode = new Uint8Array(passages.length)
  const contactPassages = new Map<ContactDetail, number[]>()
  const names = createNames()
  const commandPages: TermIndex['commandPages'] = new Map()
  const titles = createTitles()
  for (const [n, passage] of passages.entries()) {
    const language = languages.get(passage.pageId) ?? ''
    lengths[n] = numbering.append(body, passage.text, language)
    bodyStarts[n + 1] = body.length()
    const path = [passage.pageTitle, ...passage.headingPath].join('\n')
    numbering.append(headings, [path, ...subcommandsIn(path)].join('\n'), language)
    headingStarts[n + 1] = headings.length()
    names.add(n, passage, language)
    const command = commandName(passage.pageTitle, stemmerFor(language))
    if (command !== '') {
      const ofCommand = commandPages.get(command)
      if (ofCommand) ofCommand.push(n)
      else commandPages.set(command, [n])
    }
    titles.add(passage.pageId, () => {
      const terms = createUint32List()
      numbering.append(terms, passage.pageTitle, language)
      return terms.toArray()
    })
    if (isInChangelog(passage)) isChangelog[n] = 1
    if (isInIndexOrContents(passage)) isIndexOrContents[n] = 1
    if (passage.text.includes('```')) hasCode[n] = 1
    for (const kind of contactDetailsIn(passage.text)) {
      const withDetail = contactPassages.get(kind)
      if (withDetail) withDetail.push(n)
      else contactPassages.set(kind, [n])
    }
    await yieldIfDue()
  }
  return {
    terms: numbering.terms,
    termIdsByLanguage: numbering.termIdsByLanguage,
    body: { sequence: body.toArray(), starts: bodyStarts },
    headings: { sequence: headings.toArray(), starts: headingStarts },
    lengths,
    names: names.withCrossReferences(),
    commandPages,
    siteTerms: titles.commonTerms(),
    isChangelog,
    isIndexOrContents,
    hasCode,
    contactPassages,
  }
}

/** Counts the pages that have a term in their title. */
function createTitles() {
  const seen = new Set<string>()
  const counts = new Map<number, number>()
  return {
    add(pageId: string, readTerms: () => Iterable<number>) {
      if (seen.has(pageId)) return
      seen.add(pageId)
      for (const term of new Set(readTerms())) counts.set(term, (counts.get(term) ?? 0) + 1)
    },
    commonTerms(): ReadonlySet<number> {
      if (seen.size < MIN_PAGES_WITH_SITE_NAME) return new Set()
      const common = [...counts].filter(([term, count]) => {
        return term !== SENTENCE_BOUNDARY && count >= seen.size * SITE_NAME_SHARE
      })
      return new Set(common.map(([term]) => term))
    },
  }
}

/** Numbers the terms from 1 in the order in which they occur. */
function createTermNumbering() {
  const terms = new Map<string, number>()
  const termIdsByLanguage = new Map<string, Map<string, number>>()
  return {
    terms,
    termIdsByLanguage,
    /** Appends the terms of `text`, with a `SENTENCE_BOUNDARY` between sentences. Returns the number of words. */
    append(list: Uint32List, text: string, language: string): number {
      const termIds = termIdsByLanguage.get(language) ?? new Map<string, number>()
      termIdsByLanguage.set(language, termIds)
      const toTerm = stemmerFor(language)
      let previousEnd = 0
      let count = 0
      forEachWord(text, (word, start, end) => {
        let id = termIds.get(word)
        if (id === undefined) {
          const term = toTerm(word)
          id = terms.get(term) ?? terms.size + 1
          terms.set(term, id)
          termIds.set(word, id)
        }
        if (start > previousEnd && hasSentenceBoundary(text, previousEnd, start)) list.push(SENTENCE_BOUNDARY)
        list.push(id)
        previousEnd = end
        count++
      })
      return count
    },
  }
}

/** True if a sentence, a line or a table cell ends in `text.slice(from, to)`, between two words. */
function hasSentenceBoundary(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i)
    if (code === 10 || code === 33 || code === 63 || code === 124) return true // line feed ! ? |
    if (code === 46 && (i + 1 === to || text.charCodeAt(i + 1) <= 34)) return true // a full stop before a space or "
    if (code === 0x3002 || code === 0xff01 || code === 0xff1f || code === 0x0964 || code === 0x061f) return true // 。！？। ؟
  }
  return false
}

/** "cherry-pick" in "git-cherry-pick(1)": people leave out the name of the program. */
function subcommandsIn(path: string): string[] {
  return Array.from(path.matchAll(/\b\w+-(\w+-\w+)\b/g), ([, name = '']) => name)
}

/** Collects the names of passages; see `TermIndex.names`. */
function createNames() {
  const names: TermIndex['names'] = new Map()
  const crossReferences: { from: string[]; to: string[] }[] = []
  return {
    add(passageNumber: number, passage: IndexablePassage, language: string) {
      const toTerm = stemmerFor(language)
      const ownNames = passageNames(passage, toTerm)
      for (const [name, weight] of ownNames) {
        const named = names.get(name)
        if (named) named.push({ passage: passageNumber, weight })
        else names.set(name, [{ passage: passageNumber, weight }])
      }
      const target = crossReferenceTarget(passage.text)
      if (target) crossReferences.push({ from: [...ownNames.keys()], to: nameVariants(target, toTerm) })
    },
    /** The target of a cross-reference ("GIL: see global interpreter lock") also gets the name of the reference. */
    withCrossReferences() {
      for (const { from, to } of crossReferences) {
        const targets = to.flatMap((name) => names.get(name) ?? [])
        for (const name of from) names.set(name, [...(names.get(name) ?? []), ...targets])
      }
      return names
    },
  }
}

function namesOfOneTerm(names: TermIndex['names'], terms: TermIndex['terms']): TermIndex['namedByTerm'] {
  const namedByTerm: TermIndex['namedByTerm'] = new Map()
  for (const [name, named] of names) {
    const term = terms.get(name)
    if (term !== undefined) namedByTerm.set(term, named)
  }
  return namedByTerm
}

/** For each passage the number of its page. */
function numberPages(passages: readonly IndexablePassage[]): Uint32Array {
  const numbers = new Map<string, number>()
  return Uint32Array.from(passages, ({ pageId }) => {
    const number = numbers.get(pageId) ?? numbers.size
    numbers.set(pageId, number)
    return number
  })
}

/** Detects each page's language from its first passages. An undetected page gets the most frequent language. */
async function languagesByPage(
  passages: readonly IndexablePassage[],
  yieldIfDue: YieldIfDue,
): Promise<Map<string, string>> {
  const samples = new Map<string, { text: string; tag: string }>()
  for (const { pageId, text, language } of passages) {
    const sample = samples.get(pageId)
    if (!sample) samples.set(pageId, { text, tag: language })
    else if (sample.text.length < LANGUAGE_SAMPLE_LENGTH) sample.text += `\n${text}`
  }
  const counts = new Map<string, number>()
  const languages = new Map<string, string>()
  for (const [pageId, { text, tag }] of samples) {
    const language = detectLanguage(text, tag)
    languages.set(pageId, language)
    if (language) counts.set(language, (counts.get(language) ?? 0) + 1)
    await yieldIfDue()
  }
  const mostFrequent = [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? ''
  for (const [pageId, language] of languages) if (!language) languages.set(pageId, mostFrequent)
  return languages
}

type Uint32List = ReturnType<typeof createUint32List>

/** A growable Uint32Array. A plain array of this size would take several times the memory. */
function createUint32List() {
  let numbers = new Uint32Array(1 << 12)
  let length = 0
  return {
    push(value: number) {
      if (length === numbers.length) {
        const larger = new Uint32Array(numbers.length * 2)
        larger.set(numbers)
        numbers = larger
      }
      numbers[length++] = value
    },
    length: () => length,
    toArray: () => numbers.slice(0, length),
  }
}
