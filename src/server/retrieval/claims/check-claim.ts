import type { ClaimState } from '#shared/chat/chats.ts'
import { findBestMatch, matchClaim } from '#server/retrieval/match-claim.ts'

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

export type ClaimOptions = {
  /** Words of the page that the engine gave as support. They are looked up in the page and never trusted. */
  quote?: string | null
  /** Primary language subtag of the page; detected from the text if absent. */
  language?: string
}

/** Checks a claim against the passages of one page. */
export async function checkClaim<Source extends { text: string; startOffset: number }>(
  claim: string,
  sources: readonly Source[],
  _options: ClaimOptions = {},
): Promise<ClaimCheck & { source: Source | null }> {
  const { coverage, verified, source, sentence, startOffset, endOffset } = await findBestMatch(claim, sources)
  return { state: stateOf(verified, coverage), sentence, startOffset, endOffset, differences: [], source }
}

/** Checks a claim against one passage. */
export function checkClaimInPassage(
  claim: string,
  source: { text: string; startOffset: number },
  _options: ClaimOptions = {},
): ClaimCheck {
  const { coverage, verified, sentence, startOffset, endOffset } = matchClaim(claim, source)
  return { state: stateOf(verified, coverage), sentence, startOffset, endOffset, differences: [] }
}

function stateOf(verified: boolean, coverage: number): ClaimState {
  if (!verified) return 'not-found'
  return coverage === 1 ? 'quoted' : 'paraphrased'
}
