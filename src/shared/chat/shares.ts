/** Shared chats: the link, and what its holder sees. */
import { z } from 'zod'
import { ClaimState, Difference, Role, Uncited } from './chats.ts'

/** For the owner alone. `url` is null for a link of an earlier version, which stored only its hash. Times are ISO. */
export const Share = z.object({ created_at: z.string(), url: z.string().nullable() })
export type Share = z.infer<typeof Share>

export const NewShare = Share.extend({ url: z.string() })
export type NewShare = z.infer<typeof NewShare>

/** A citation without ids, so that it gives no access to the rest of the page. */
export const SharedCitation = z.object({
  marker: z.number().int(),
  url: z.string(),
  title: z.string(),
  sentence: z.string(),
  /** As in Citation. */
  state: ClaimState,
  verified: z.boolean(),
  claim: z.string(),
  differences: z.array(Difference).optional(),
  /** Null once the page is deleted. */
  crawled_at: z.string().nullable(),
  /** As in Citation. */
  gone: z.enum(['sentence', 'page']).optional(),
  goneSince: z.string().optional(),
})
export type SharedCitation = z.infer<typeof SharedCitation>

const SharedMessage = z.object({
  role: Role,
  content: z.string(),
  citations: z.array(SharedCitation),
  nearest: z.array(SharedCitation),
  uncited: z.array(Uncited),
  stopped: z.boolean(),
  truncated: z.boolean(),
  engine: z.string().nullable(),
  created_at: z.string(),
})
export type SharedMessage = z.infer<typeof SharedMessage>

/** GET /api/shares/{token}: the chat without ids and without its owner. */
export const SharedChat = z.object({
  title: z.string(),
  updated_at: z.string(),
  messages: z.array(SharedMessage),
})
export type SharedChat = z.infer<typeof SharedChat>
