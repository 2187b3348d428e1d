import { claimStates } from './chat-limits.ts'
import type { Citation, ClaimState } from './chats.ts'

export type StateCount = { state: ClaimState | 'uncited'; n: number }

/** How many claims of an answer are in each state, in a fixed order, and how many have no citation; none that are 0. */
export function countStates(citations: readonly Pick<Citation, 'state'>[], uncited: number): StateCount[] {
  const counts: StateCount[] = claimStates.map((state) => {
    return { state, n: citations.filter((citation) => citation.state === state).length }
  })
  return [...counts, { state: 'uncited' as const, n: uncited }].filter(({ n }) => n > 0)
}
