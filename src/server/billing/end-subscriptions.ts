/** A customer whose account is gone pays no more: as a job, so that it happens also when the provider is away just now. */
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import type { Log } from '#server/log.ts'
import type { Payments } from '#server/payments/open-payments.ts'
import type { Queue } from '#server/queue/open-queue.ts'

export const EndSubscriptions = z.object({ customerId: z.string() })
export type EndSubscriptions = z.infer<typeof EndSubscriptions>

export async function askToEnd(queue: Queue, tx: Db, customerId: string) {
  await queue.send(tx, 'end-subscriptions', { customerId } satisfies EndSubscriptions)
}

/** Throws when the provider does not answer, or is not set up any more: the job is tried again. */
export async function endSubscriptions({ payments, log }: { payments: Payments | null; log: Log }, { customerId }: EndSubscriptions) {
  if (!payments) throw new AppError('billing.not-set-up')
  const ended = await payments.endSubscriptions(customerId)
  log.info({ customerId, ended }, 'The subscriptions of a deleted account are cancelled')
}
