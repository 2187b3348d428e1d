/** Judges a citation that a client sent with its own history. */
import { CLAIM_MAX_LENGTH, type ClaimState, type Difference, type SentCitation } from '#shared/chat/chats.ts'
import { splitSentences } from '#server/platform/text/split-sentences.ts'
import { checkClaim } from '#server/retrieval/claims/check-claim.ts'

type CheckedCitation = { state: ClaimState; sentence: string; claim: string; differences: Difference[] | null }

/**
 * Never trust the client: the sentence must stand in the page letter for letter, and the words of `content` that its
 * marker belongs to are judged against it. `page` is null if the citation names no page of this person.
 */
export async function recheckCitation(
  { marker, sentence, claim: sentClaim }: SentCitation,
  content: string,
  page: { content: string } | null,
): Promise<CheckedCitation> {
  const claim = claimAt(content, marker, sentClaim)
  if (!page || sentence.trim() === '' || !page.content.includes(sentence) || claim === '') return notFound(claim)
  const check = await checkClaim(claim, [{ text: sentence, startOffset: 0 }], { quote: sentence })
  if (check.state === 'not-found') return notFound(claim)
  return { state: check.state, sentence, claim, differences: check.state === 'differs' ? check.differences : null }
}

/** A closest passage claims nothing: it only has to stand in its page. */
export function recheckNearest({ sentence }: SentCitation, page: { content: string } | null): CheckedCitation {
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
