/** What happened to a balance, and a person's own view of it. */
import { z } from 'zod'

/**
 * `account`: a new account's first credits; `daily`: a paid plan's return; `plan`: the plan changed; `operator`: set by
 * hand; `page`: one page read by a crawl; `change`: one changed page of a chat that was checked again.
 */
export const LedgerReason = z.enum(['account', 'daily', 'plan', 'operator', 'page', 'change'])
export type LedgerReason = z.infer<typeof LedgerReason>
