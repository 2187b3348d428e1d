/** The words both sides speak about a shared chat: the link its owner makes, and what whoever holds it sees. */
import { z } from 'zod'
import { Role } from './chats.ts'

/** The link itself is shown once, when it is made: only its hash is kept. Times are ISO. */
export const Share = z.object({ created_at: z.string() })
export type Share = z.infer<typeof Share>

export const NewShare = Share.extend({ url: z.string() })
export type NewShare = z.infer<typeof NewShare>

/** Where a claim stands, as it was stored: no way leads from it to the page's other text. */
export const SharedCitation = z.object({
  marker: z.number().int(),
  url: z.string(),
  title: z.string(),
  sentence: z.string(),
  verified: z.boolean(),
  /** Null when the page is not stored any more. */
  crawled_at: z.string().nullable(),
  /** As in the owner's chat. */
  gone: z.enum(['sentence', 'page']).optional(),
  goneSince: z.string().optional(),
})
export type SharedCitation = z.infer<typeof SharedCitation>

const SharedMessage = z.object({
  role: Role,
  content: z.string(),
  citations: z.array(SharedCitation),
  nearest: z.array(SharedCitation),
  stopped: z.boolean(),
  engine: z.string().nullable(),
  created_at: z.string(),
})
export type SharedMessage = z.infer<typeof SharedMessage>

/** GET /api/shares/{token}: one chat and nothing else, neither ids nor whose it is. */
export const SharedChat = z.object({
  title: z.string(),
  updated_at: z.string(),
  messages: z.array(SharedMessage),
})
export type SharedChat = z.infer<typeof SharedChat>
