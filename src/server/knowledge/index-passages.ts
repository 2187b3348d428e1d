/** The word index of a selection: built once, asked often. docs/decisions/007-own-ranking.md says why it is ours. */
import { detectLanguage } from '#server/text/languages.ts'
import { isHistoryTitle } from '#server/text/history-pages.ts'
import { nameForms, namesOfPassage, pointsTo } from '#server/text/names.ts'
import { termReader } from '#server/text/terms.ts'
import { eachWord } from '#server/text/words.ts'
import { invert, type Pause } from './postings.ts'
import { rarityOf } from './question-terms.ts'
import { rankPassages } from './rank-passages.ts'
import { estimateBytes, readGrams, type IndexState } from './word-index.ts'

/** A stored passage with what is shown of its page; the passages of one page are taken to be in one language. */
export type IndexablePassage = {
  id: string
  pageId: string
  pageUrl: string
  pageTitle: string
  headingPath: string[]
  /** `page.content.slice(startOffset, …)` */
  text: string
  startOffset: number
  /** What the page says of its language: BCP 47 tag or ''. */
  language: string
}

export type PassageIndex = {
  /** The `k` best passages for a question, best first; those that share no word with it are left out. */
  search(question: string, k: number): { id: string; score: number; language: string }[]
  /** BM25's idf of each term of the question; a term that stands nowhere has the highest. */
  rarity(question: string): Record<string, number>
  /** Estimated memory in bytes. */
  bytes: number
}

/** Longest stretch of work, in milliseconds, before other requests get their turn. */
const SLICE_MS = 8

/** Reads about 15 MB of text a second; never holds the event loop for more than some 15 ms. */
export async function buildPassageIndex(passages: readonly IndexablePassage[]): Promise<PassageIndex> {
  const pause = pauses()
  const terms = new Map<string, number>()
  const termIds = new Map<string, Map<string, number>>()
  const languages = await languagesByPage(passages, pause)
  const body = growing()
  const head = growing()
  const bodyStarts = new Uint32Array(passages.length + 1)
  const headStarts = new Uint32Array(passages.length + 1)
  const lengths = new Uint32Array(passages.length)
  const named: IndexState['named'] = new Map()
  const isHistory = new Uint8Array(passages.length)
  const pointers: { from: string[]; to: string[] }[] = []

  const readInto = (target: ReturnType<typeof growing>, text: string, language: string) => {
    let known = termIds.get(language)
    if (!known) termIds.set(language, (known = new Map<string, number>()))
    const ids = known
    const termOf = termReader(language)
    let lastEnd = 0
    let count = 0
    eachWord(text, (word, start, end) => {
      let id = ids.get(word)
      if (id === undefined) {
        const term = termOf(word)
        id = terms.get(term) ?? terms.size + 1
        terms.set(term, id)
        ids.set(word, id)
      }
      if (start > lastEnd && endsSentence(text, lastEnd, start)) target.push(0)
      target.push(id)
      lastEnd = end
      count++
    })
    return count
  }

  for (const [n, passage] of passages.entries()) {
    const language = languages.get(passage.pageId) ?? ''
    lengths[n] = readInto(body, passage.text, language)
    bodyStarts[n + 1] = body.length()
    readInto(head, [passage.pageTitle, ...passage.headingPath].join('\n'), language)
    headStarts[n + 1] = head.length()
    const termOf = termReader(language)
    const names = namesOfPassage(passage, termOf)
    for (const [name, share] of names) {
      const holders = named.get(name)
      if (holders) holders.push({ passage: n, share })
      else named.set(name, [{ passage: n, share }])
    }
    const target = pointsTo(passage.text)
    if (target) pointers.push({ from: [...names.keys()], to: nameForms(target, termOf) })
    if (isHistoryTitle(passage.pageTitle)) isHistory[n] = 1
    await pause()
  }

  // What a glossary only points to ("GIL: see global interpreter lock") bears that name too.
  for (const { from, to } of pointers) {
    const holders = to.flatMap((name) => named.get(name) ?? [])
    for (const name of from) named.set(name, [...(named.get(name) ?? []), ...holders])
  }

  const sequence = body.take()
  const state: IndexState = {
    size: passages.length,
    terms,
    grams: await readGrams(terms, pause),
    body: await invert(sequence, bodyStarts, terms.size, pause),
    head: await invert(head.take(), headStarts, terms.size, pause),
    lengths,
    meanLength: Math.max(1, lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, passages.length)),
    sequence,
    sequenceStarts: bodyStarts,
    languages: [...new Set(languages.values())],
    named,
    isHistory,
  }
  const ids = passages.map((passage) => passage.id)
  const languageOf = passages.map((passage) => languages.get(passage.pageId) ?? '')
  return {
    bytes: estimateBytes(state),
    search: (question, k) =>
      rankPassages(state, question, k).map(({ passage, score }) => ({
        id: ids[passage] ?? '',
        score,
        language: languageOf[passage] ?? '',
      })),
    rarity: (question) => rarityOf(state, question),
  }
}

/** Answers a function to be awaited between small pieces of work: it gives way once SLICE_MS have passed. */
function pauses(): Pause {
  let since = performance.now()
  return () => {
    if (performance.now() - since < SLICE_MS) return undefined
    return new Promise((resolve) => {
      setImmediate(() => {
        since = performance.now()
        resolve()
      })
    })
  }
}

/** A page's language is read from its first passages; a page that tells nothing is taken to speak as most do. */
async function languagesByPage(passages: readonly IndexablePassage[], pause: Pause): Promise<Map<string, string>> {
  const samples = new Map<string, { text: string; tag: string }>()
  for (const { pageId, text, language } of passages) {
    const sample = samples.get(pageId)
    if (!sample) samples.set(pageId, { text, tag: language })
    else if (sample.text.length < 1500) sample.text += `\n${text}`
  }
  const counts = new Map<string, number>()
  const languages = new Map<string, string>()
  for (const [pageId, { text, tag }] of samples) {
    const language = detectLanguage(text, tag)
    languages.set(pageId, language)
    if (language) counts.set(language, (counts.get(language) ?? 0) + 1)
    await pause()
  }
  const commonest = [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? ''
  for (const [pageId, language] of languages) if (!language) languages.set(pageId, commonest)
  return languages
}

/** True when a sentence, a line or a table cell ends between two words. */
function endsSentence(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code === 10 || code === 33 || code === 63 || code === 124) return true // line feed ! ? |
    if (code === 46 && (at + 1 === to || text.charCodeAt(at + 1) <= 34)) return true // a full stop before a space or "
    if (code === 0x3002 || code === 0xff01 || code === 0xff1f || code === 0x0964 || code === 0x061f) return true // 。！？। ؟
  }
  return false
}

/** A list of numbers that grows without boxing each of them. */
function growing() {
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
    take: () => numbers.slice(0, length),
  }
}
