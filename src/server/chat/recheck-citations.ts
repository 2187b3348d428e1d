/** Checks the citations of a chat history that a client sends to be saved. The client's own verdicts are ignored. */
import type { ClaimState, Difference, SentCitation } from '#shared/chat/chats.ts'
import { CLAIM_MAX_LENGTH } from '#shared/chat/chat-limits.ts'
import { comparableText } from '#shared/chat/literal-markdown.ts'
import { parseBlocks } from '#server/platform/text/parse-blocks.ts'
import { splitBlock } from '#server/platform/text/split-sentences.ts'
import { type ClaimCheck, checkJointClaim } from '#server/retrieval/claims/check-claim.ts'

type CheckedCitation = { state: ClaimState; sentence: string; claim: string; differences: Difference[] | null }

type Page = { content: string }

/** What a citation links: words of the answer and a sentence of a stored page. */
type Citation = { claim: string; sentence: string }

/**
 * One result per citation of the message `content`, in the order of `sent`. A cited sentence must be verbatim in its
 * page. Sentences that are cited for the same claim are checked together: each may support a part of it.
 *
 * `pageOf` returns null for a page that does not belong to the owner of the chat.
 */
export async function recheckCitations(
  sent: readonly SentCitation[],
  content: string,
  pageOf: (pageId: string) => Page | null,
): Promise<CheckedCitation[]> {
  const answer = readMarkers(content)
  const claims = sent.map((citation) => findClaim(answer, citation) ?? '')
  const citations = sent.map(({ sentence, pageId }, n): Citation | null => {
    const claim = claims[n]
    return claim && isInPage(sentence, pageOf(pageId)) ? { claim, sentence } : null
  })
  const checks = await checkCitations(citations.filter((citation) => citation !== null))
  return citations.map((citation, n) => (citation && checks.get(citation)) ?? notFound(claims[n] ?? ''))
}

/** A closest passage supports no claim, so only its text is looked up. */
export function recheckNearest({ sentence }: SentCitation, page: Page | null): CheckedCitation {
  return isInPage(sentence, page) ? { state: 'quoted', sentence, claim: '', differences: null } : notFound('')
}

function isInPage(sentence: string, page: Page | null): boolean {
  return sentence.trim() !== '' && page !== null && page.content.includes(sentence)
}

function notFound(claim: string): CheckedCitation {
  return { state: 'not-found', sentence: '', claim, differences: null }
}

async function checkCitations(citations: readonly Citation[]): Promise<Map<Citation, CheckedCitation>> {
  const checked = new Map<Citation, CheckedCitation>()
  for (const [claim, group] of Map.groupBy(citations, (citation) => citation.claim)) {
    const pages = group.map(({ sentence }) => ({ sources: [{ text: sentence, startOffset: 0 }], quote: sentence }))
    const checks = await checkJointClaim(claim, pages)
    for (const [n, citation] of group.entries()) checked.set(citation, withResult(citation, checks[n]))
  }
  return checked
}

function withResult(citation: Citation, check: ClaimCheck | undefined): CheckedCitation {
  if (!check || check.state === 'not-found') return notFound(citation.claim)
  return { ...citation, state: check.state, differences: check.state === 'differs' ? check.differences : null }
}

/** Matches the " [12]" of "Ships sail [12].", but not the link "[12](https://…)". */
const MARKER = /(?<!\s)\s*\[(\d{1,4})\](?!\()/g

type Answer = {
  /** Without markers. */
  text: string
  /** By marker: where it was first in `text`, and the answer from the marker on. */
  markers: Map<string, { offset: number; rest: string }>
}

function readMarkers(content: string): Answer {
  const markers: Answer['markers'] = new Map()
  let removed = 0
  const text = content.replace(MARKER, (match: string, marker: string, index: number) => {
    if (!markers.has(marker)) {
      markers.set(marker, { offset: index - removed, rest: content.slice(index).trimStart() })
    }
    removed += match.length
    return ''
  })
  return { text, markers }
}

/**
 * The built-in engine puts the marker behind the path of a page, above the block quotation that it belongs to. Matches
 * the line "**Visit › Prices**", but not "**Note:** open on Mondays".
 */
const PATH_LINE = /^\*\*[^\n]*\*\*$/
/** From the marker on: matches "[1]\n\n> Open daily.\n> Free entry.", but not "[1]\n\nOpen daily.". */
const BEFORE_QUOTATION = /^[^\n]*\n\n((?:>[^\n]*(?:\n|$))+)/

/**
 * The words that a marker belongs to: the sentence before it, or words of the block quotation below it. Null if there
 * are none, or the marker is not in the text.
 */
function findClaim({ text, markers }: Answer, { marker, claim: sentClaim }: SentCitation): string | null {
  const found = markers.get(String(marker))
  if (!found) return null
  const before = text.slice(0, found.offset).trimEnd()
  const quotation = BEFORE_QUOTATION.exec(found.rest)?.[1]
  const isBehindPath = PATH_LINE.test(before.slice(before.lastIndexOf('\n') + 1))
  const claim = quotation && isBehindPath ? claimInQuotation(quotation, sentClaim) : lastSentence(before)
  return claim.slice(0, CLAIM_MAX_LENGTH) || null
}

/** The words that the client names, if the quotation has them, or else the whole quotation. */
function claimInQuotation(quotation: string, sentClaim: string): string {
  const named = comparableText(sentClaim)
  const isNamed = named !== '' && comparableText(quotation).includes(named)
  return isNamed ? sentClaim.replace(/\s+/g, ' ').trim() : toPlainText(quotation)
}

function lastSentence(text: string): string {
  // Not of all blocks: an answer has many citations.
  for (const block of parseBlocks(text).toReversed()) {
    const last = splitBlock(text, block).at(-1)
    if (last) return toPlainText(text.slice(last.start, last.end))
  }
  return ''
}

/** The `>` of block quotations at the start of a line. */
const QUOTATION_MARKS = /^[ \t]*(?:>[ \t]?)+/gm
/** "**", but not the sign in "2 * 3", and escaped characters. */
const FORMATTING = /\\([!-/:-@[-`{-~])|(?<!\s)\*+|\*+(?!\s)|__/g

function toPlainText(markdown: string): string {
  return markdown
    .replace(QUOTATION_MARKS, '')
    .replace(FORMATTING, (_, escaped = '') => escaped)
    .replace(/\s+/g, ' ')
    .trim()
}
