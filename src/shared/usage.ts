/** Reasons of ledger entries. */
import { z } from 'zod'

/**
 * `account`: the first credits of a new account; `daily`: the refill of a paid plan; `plan`: a change of plan;
 * `operator`: set by an operator; `page`: a crawled page; `change`: a changed page found by a check.
 */
export const LedgerReason = z.enum(['account', 'daily', 'plan', 'operator', 'page', 'change'])
export type LedgerReason = z.infer<typeof LedgerReason>
