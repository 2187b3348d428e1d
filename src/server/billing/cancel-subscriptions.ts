/** Cancels the subscriptions of a deleted account in a job, so an outage of the payment provider only delays it. */
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/log.ts'
import type { Payments } from '#server/payments/open-payments.ts'
import type { Queue } from '#server/platform/open-queue.ts'
import type { JobData } from '#server/platform/queues.ts'

export async function enqueueCancellation(queue: Queue, tx: Db, customerId: string) {
  await queue.send(tx, 'end-subscriptions', { customerId })
}

/** Throws when the provider is unavailable or no longer configured, which retries the job. */
export async function cancelSubscriptions(
  { payments, log }: { payments: Payments | null; log: Log },
  { customerId }: JobData<'end-subscriptions'>,
) {
  if (!payments) throw new AppError('billing.not-set-up')
  const canceled = await payments.cancelSubscriptions(customerId)
  log.info({ customerId, canceled }, 'canceled the subscriptions of a deleted account')
}
