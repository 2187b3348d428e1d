/**
 * Judges a claim by the stored page alone. The engine that made the claim, and the quote it gave, are not trusted. When
 * in doubt, a claim is not supported: a false claim shown as supported does more harm than the opposite.
 */
import type { ClaimState } from '#shared/chat/chats.ts'
import { fold } from '#server/platform/text/stemmer.ts'
import { isContent, isNumber } from './align-tokens.ts'
import { judgeAtQuote, judgePassage, prepareClaim } from './judge-passage.ts'
import type { ClaimSource, PreparedClaim, Verdict } from './judge-passage.ts'
import { splitClaim } from './split-claim.ts'
import type { WordClasses } from './word-classes.ts'

export type ClaimCheck = {
  state: ClaimState
  /** A verbatim part of the page: the sentences that support or contradict the claim; '' for 'not-found'. */
  sentence: string
  /** Offsets into the page's content: `content.slice(startOffset, endOffset) === sentence`. */
  startOffset: number
  endOffset: number
  /** For 'differs': the words that do not agree, as written in the claim and in the source; either may be ''. */
  differences: { claim: string; source: string }[]
}

type ClaimOptions = {
  /** Words of the page that the engine gave as support. They are looked up in the page and never trusted. */
  quote?: string | null
  /** The page's language (BCP 47); detected from the text if absent. */
  language?: string
}

/** Share of the claim's words that a passage must contain to be read closely. Set by hand. */
const MIN_PASSAGE_OVERLAP = 0.4
/** Passages read closely per claim at most, those with the most words of the claim. */
const MAX_PASSAGES = 12
/** Stems are compared by their first letters, because inflection changes the end. */
const PREFIX_LENGTH = 4
/** Passages checked before control returns to the event loop. */
const PASSAGES_PER_SLICE = 4

type SourcedCheck<Source> = ClaimCheck & { source: Source | null }

/** Checks a claim against the passages of one page, as a whole and, if it joins two statements, each of them. */
export async function checkClaim<Source extends ClaimSource>(
  claim: string,
  sources: readonly Source[],
  options: ClaimOptions = {},
): Promise<SourcedCheck<Source>> {
  const prepared = prepareClaim(claim, sources, options.language ?? '')
  const whole = await checkWhole(prepared, sources, options)
  if (isSupported(whole)) return whole
  for (const parts of splitClaim(prepared.claim, prepared.classes)) {
    const checks: SourcedCheck<Source>[] = []
    for (const part of parts) {
      const check = await checkWhole(prepareClaim(part, sources, prepared.language), sources, {})
      checks.push(check)
      if (!isSupported(check)) break
    }
    const joined = joinChecks(checks, prepared.classes, parts)
    if (joined) return joined
  }
  return whole
}

/**
 * Checks a claim that several pages are cited for together, one check per page. If no page supports it alone, two pages
 * may support one of its statements each.
 */
export async function checkJointClaim<Source extends ClaimSource>(
  claim: string,
  pages: readonly (ClaimOptions & { sources: readonly Source[] })[],
): Promise<SourcedCheck<Source>[]> {
  const checks: SourcedCheck<Source>[] = []
  for (const { sources, ...options } of pages) checks.push(await checkClaim(claim, sources, options))
  const [firstPage] = pages
  if (!firstPage || pages.length < 2 || checks.some(isSupported)) return checks
  const prepared = prepareClaim(claim, firstPage.sources, firstPage.language ?? '')
  for (const [first, second] of splitClaim(prepared.claim, prepared.classes)) {
    if (refersBack(second, prepared.classes)) continue
    const [ofFirst, ofSecond] = await Promise.all([
      supportingPage(first, pages, prepared.language),
      supportingPage(second, pages, prepared.language),
    ])
    if (!ofFirst || !ofSecond || ofFirst.page === ofSecond.page) continue
    checks[ofFirst.page] = { ...ofFirst.check, state: 'paraphrased' }
    checks[ofSecond.page] = { ...ofSecond.check, state: 'paraphrased' }
    return checks
  }
  return checks
}

/** The first page that supports the statement alone. `page` is its index in `pages`. */
async function supportingPage<Source extends ClaimSource>(
  part: string,
  pages: readonly { sources: readonly Source[] }[],
  language: string,
): Promise<{ page: number; check: SourcedCheck<Source> } | null> {
  for (const [page, { sources }] of pages.entries()) {
    const check = await checkWhole(prepareClaim(part, sources, language), sources, {})
    if (isSupported(check)) return { page, check }
  }
  return null
}

/** True for a statement about "it" or "most of them", which only the sentence before it explains. */
function refersBack(statement: string, { pronouns, possessives }: WordClasses): boolean {
  const opening = /^\P{L}*(\p{L}+)/u.exec(statement)?.[1]?.toLowerCase() ?? ''
  return pronouns.has(opening) || possessives.has(opening) || /^\S+ of them\b/.test(statement)
}

const isSupported = ({ state }: { state: ClaimState }) => state === 'quoted' || state === 'paraphrased'

/** Null unless one passage supports both parts, and by consecutive sentences if the second one says "it". */
function joinChecks<Source extends ClaimSource>(
  checks: readonly SourcedCheck<Source>[],
  classes: WordClasses,
  parts: readonly [string, string],
): SourcedCheck<Source> | null {
  const [first, second] = checks
  if (!first?.source || first.source !== second?.source || !checks.every(isSupported)) return null
  const { text, startOffset: passageStart } = first.source
  const textBetween = text.slice(first.endOffset - passageStart, second.startOffset - passageStart)
  if (refersBack(parts[1], classes) && textBetween.trim() !== '') return null
  const startOffset = Math.min(first.startOffset, second.startOffset)
  const endOffset = Math.max(first.endOffset, second.endOffset)
  const sentence = text.slice(startOffset - passageStart, endOffset - passageStart)
  return { ...first, state: 'paraphrased', sentence, startOffset, endOffset }
}

async function checkWhole<Source extends ClaimSource>(
  prepared: PreparedClaim,
  sources: readonly Source[],
  { quote }: ClaimOptions,
): Promise<SourcedCheck<Source>> {
  let best = quote ? judgeAtQuote(prepared, sources, quote) : null
  if (best && isSupported(best)) return report(best)
  for (const [n, source] of candidatePassages(prepared, sources).entries()) {
    const isSliceEnd = n % PASSAGES_PER_SLICE === PASSAGES_PER_SLICE - 1
    if (isSliceEnd) await new Promise((resolve) => setImmediate(resolve))
    best = better(best, judgePassage(prepared, source))
    if (best.state === 'quoted') break
  }
  return report(best)
}

/** Checks a claim against one passage. */
export function checkClaimInPassage(
  claim: string,
  source: ClaimSource,
  { language = '' }: ClaimOptions = {},
): ClaimCheck {
  const { source: _, ...check } = report(judgePassage(prepareClaim(claim, [source], language), source))
  return check
}

/**
 * The passages that share words with the claim, those with the most first. A cheap search before the comparison. Words as
 * written decide between equals: "collections.abc.Mapping" shares its first letters with every passage of its page.
 */
function candidatePassages<Source extends ClaimSource>(prepared: PreparedClaim, sources: readonly Source[]): Source[] {
  const { claim, classes } = prepared
  const contentTokens = claim.tokens.filter((token) => isContent(token, classes) && !isNumber(token))
  const prefixes = new Set(contentTokens.map(({ stem }) => foldForSearch(stem).slice(0, PREFIX_LENGTH)))
  const words = new Set(claim.tokens.map(({ start, end }) => foldForSearch(claim.text.slice(start, end))))
  const scored = sources.map((source) => {
    const text = foldForSearch(source.text)
    return { source, prefixes: countContained(prefixes, text), words: countContained(words, text) }
  })
  return scored
    .filter((passage) => prefixes.size === 0 || passage.prefixes / prefixes.size >= MIN_PASSAGE_OVERLAP)
    .toSorted((a, b) => b.prefixes - a.prefixes || b.words - a.words)
    .slice(0, MAX_PASSAGES)
    .map(({ source }) => source)
}

function countContained(parts: ReadonlySet<string>, text: string): number {
  let count = 0
  for (const part of parts) if (text.includes(part)) count++
  return count
}

/** Folded, without diacritics and invisible characters. */
function foldForSearch(text: string): string {
  const folded = fold(text)
  if (/^[\x00-\x7f]*$/.test(folded)) return folded
  return folded
    .replace(/[\u00ad\u200b-\u200d\u2060]/g, '')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/ß/g, 'ss')
    .replace(/ς/g, 'σ')
    .normalize('NFC')
}

const RANK: Record<ClaimState, number> = { quoted: 3, paraphrased: 2, differs: 1, 'not-found': 0 }

/** The verdict with support, then with more of the claim's words, then with the better state; `a` if they are equal. */
function better<Source>(a: Verdict<Source> | null, b: Verdict<Source>): Verdict<Source> {
  if (!a) return b
  if (isSupported(a) !== isSupported(b) || a.state === 'quoted' || b.state === 'quoted') {
    return RANK[b.state] > RANK[a.state] ? b : a
  }
  // A passage with more of the claim's words shows no disagreement with another one's: "The default is" may be of
  // another entry.
  if (a.overlap === b.overlap) return RANK[b.state] > RANK[a.state] ? b : a
  return b.overlap > a.overlap ? b : a
}

function report<Source extends ClaimSource>(verdict: Verdict<Source> | null): SourcedCheck<Source> {
  if (!verdict || verdict.state === 'not-found') {
    return { state: 'not-found', sentence: '', startOffset: 0, endOffset: 0, differences: [], source: null }
  }
  const { state, source, passage, sentences, differences } = verdict
  const start = Math.min(...sentences.map((sentence) => sentence.start))
  const end = Math.max(...sentences.map((sentence) => sentence.end))
  const { startOffset } = source
  return {
    state,
    sentence: passage.text.slice(start, end),
    startOffset: startOffset + start,
    endOffset: startOffset + end,
    differences: state === 'differs' ? differences : [],
    source,
  }
}
