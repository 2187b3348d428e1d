/** The fields of a stored citation that every presentation of a chat shows. */
import type { ChatMessage, Citation, ClaimState } from '#shared/chat/chats.ts'
import { BUILT_IN_ENGINE } from '#shared/chat/chat-limits.ts'
import type { chatCitations } from '#server/platform/db/schema/index.ts'

type Row = Pick<
  typeof chatCitations.$inferSelect,
  | 'marker'
  | 'url'
  | 'title'
  | 'sentence'
  | 'state'
  | 'verified'
  | 'claim'
  | 'differences'
  | 'kind'
  | 'gone'
  | 'goneSince'
>

/** `engine` wrote the message. */
export function presentCitation(row: Row, engine: string | null): Omit<Citation, 'pageId' | 'passageId'> {
  const { marker, url, title, claim, differences, gone, goneSince } = row
  const state = row.state ?? stateBefore(row.verified ?? false, row.kind === 'nearest' ? BUILT_IN_ENGINE : engine)
  return {
    marker,
    url,
    title,
    sentence: state === 'not-found' ? '' : row.sentence,
    state,
    verified: state === 'quoted',
    claim,
    ...(differences && { differences }),
    ...(gone && { gone, ...(goneSince && { goneSince: goneSince.toISOString() }) }),
  }
}

/** Before there were states: the built-in engine quotes, a model writes in its own words. */
function stateBefore(verified: boolean, engine: string | null | undefined): ClaimState {
  if (!verified) return 'not-found'
  return (engine ?? BUILT_IN_ENGINE) === BUILT_IN_ENGINE ? 'quoted' : 'paraphrased'
}

/** A citation in the stored messages of a crawl. */
type StoredCitation = Omit<Citation, 'state' | 'verified' | 'claim'> & Partial<Citation>

/** Adds the states to a message that an earlier version stored with a crawl. */
export function presentUnsaved(message: ChatMessage): ChatMessage {
  const { citations, nearest, engine } = message
  const present = (from: string | undefined) => (stored: StoredCitation) => {
    const { verified = false, state = stateBefore(verified, from), claim = '', ...rest } = stored
    return { ...rest, state, verified: state === 'quoted', claim, ...(state === 'not-found' && { sentence: '' }) }
  }
  return {
    ...message,
    ...(citations && { citations: citations.map(present(engine)) }),
    ...(nearest && { nearest: nearest.map(present(BUILT_IN_ENGINE)) }),
  }
}
