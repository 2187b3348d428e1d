/** Judges the citations that a client sent with its own history. */
import type { ClaimState, Difference, SentCitation } from '#shared/chat/chats.ts'
import { CLAIM_MAX_LENGTH } from '#shared/chat/chat-limits.ts'
import { splitSentences } from '#server/platform/text/split-sentences.ts'
import { checkJointClaim } from '#server/retrieval/claims/check-claim.ts'

type CheckedCitation = { state: ClaimState; sentence: string; claim: string; differences: Difference[] | null }

type Page = { content: string }

/**
 * Never trust the client: each sentence must stand in its page letter for letter, and the words of `content` that its
 * marker belongs to are judged against it, together with the other sentences cited for the same words. `pageOf` returns
 * null if a citation names no page of this person.
 */
export async function recheckCitations(
  sent: readonly SentCitation[],
  content: string,
  pageOf: (pageId: string) => Page | null,
): Promise<CheckedCitation[]> {
  const citations = sent.map(({ marker, sentence, claim: sentClaim, pageId }) => {
    const claim = claimAt(content, marker, sentClaim)
    const isInPage = sentence.trim() !== '' && (pageOf(pageId)?.content.includes(sentence) ?? false)
    return { claim, sentence: isInPage && claim !== '' ? sentence : '' }
  })
  const judged = Map.groupBy(
    citations.filter(({ sentence }) => sentence !== ''),
    ({ claim }) => claim,
  )
  const checks = new Map<object, CheckedCitation>()
  for (const [claim, group] of judged) {
    const pages = group.map(({ sentence }) => ({ sources: [{ text: sentence, startOffset: 0 }], quote: sentence }))
    for (const [n, { state, differences }] of (await checkJointClaim(claim, pages)).entries()) {
      const citation = group[n]
      if (!citation || state === 'not-found') continue
      checks.set(citation, { ...citation, state, differences: state === 'differs' ? differences : null })
    }
  }
  return citations.map((citation) => checks.get(citation) ?? notFound(citation.claim))
}

/** A closest passage claims nothing: its page only has to contain it. */
export function recheckNearest({ sentence }: SentCitation, page: Page | null): CheckedCitation {
  const isInPage = sentence.trim() !== '' && (page?.content.includes(sentence) ?? false)
  return isInPage ? { state: 'quoted', sentence, claim: '', differences: null } : notFound('')
}

const notFound = (claim: string): CheckedCitation => ({ state: 'not-found', sentence: '', claim, differences: null })

const MARKER = /\s*\[\d{1,4}\](?!\()/g
/** The built-in engine cites in the path above a block quotation. */
const PATH_BEFORE_QUOTATION = /^\*\*[^\n]*\*\*$/
const QUOTATION = /^[^\n]*\n\n((?:>[^\n]*(?:\n|$))+)/

/**
 * The words that the marker belongs to: the sentence before it, or in the block quotation below it the words that the
 * client names. '' if the marker is not in the text.
 */
function claimAt(content: string, marker: number, sentClaim: string): string {
  const at = content.indexOf(`[${marker}]`)
  if (at < 0) return ''
  const before = content.slice(0, at).replace(MARKER, '').trimEnd()
  const quotation = QUOTATION.exec(content.slice(at))?.[1]
  if (quotation && PATH_BEFORE_QUOTATION.test(before.slice(before.lastIndexOf('\n') + 1))) {
    const words = plain(quotation)
    const named = plain(sentClaim)
    return (named !== '' && words.includes(named) ? named : words).slice(0, CLAIM_MAX_LENGTH)
  }
  const last = splitSentences(before).at(-1)
  return last ? plain(before.slice(last.start, last.end)).slice(0, CLAIM_MAX_LENGTH) : ''
}

function plain(text: string): string {
  return text
    .replace(/^[ \t]*(?:>[ \t]?)+/gm, '')
    .replace(/\*\*|__/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
