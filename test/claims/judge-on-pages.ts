import type { ClaimState } from '#shared/chat/chats.ts'
import { checkJointClaim } from '#server/retrieval/claims/check-claim.ts'
import { splitPassages } from '#server/retrieval/split-passages.ts'

const BEST_FIRST: readonly ClaimState[] = ['quoted', 'paraphrased', 'differs', 'not-found']

/** The state of a claim that all the pages are cited for: that of the page that supports it best. */
export async function judgeOnPages(claim: string, pages: readonly string[], language: string): Promise<ClaimState> {
  const cited = pages.map((text) => ({
    language,
    sources: splitPassages(text).map(({ startOffset, endOffset, headingPath }) => ({
      text: text.slice(startOffset, endOffset),
      startOffset,
      headingPath,
    })),
  }))
  const states = (await checkJointClaim(claim, cited)).map(({ state }) => state)
  return BEST_FIRST.find((state) => states.includes(state)) ?? 'not-found'
}
