/**
 * The job 'deliver-webhook': one attempt to send a report to the webhook of its notebook. A failure enqueues the next.
 */
import { createHmac } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { DeliveryAttempt } from '#shared/chat/change-reports.ts'
import type { Egress } from '#server/fetching/egress.ts'
import { postJson } from '#server/fetching/post-json.ts'
import type { Db } from '#server/platform/db/database.ts'
import { changeOutlets, changeReports, users, webhookDeliveries } from '#server/platform/db/schema/index.ts'
import { publish } from '#server/platform/events.ts'
import type { Queue } from '#server/platform/open-queue.ts'
import { type SecretBox, secretPurposes } from '#server/platform/secret-box.ts'
import type { JobData } from '#server/platform/queues.ts'
import { presentReport } from './change-reports.ts'
import { enqueueDelivery } from './enqueue-outlets.ts'

type Services = {
  db: Db
  queue: Queue
  egress: Pick<Egress, 'checkUrl' | 'isOwnManual' | 'dispatcher'>
  secrets: Pick<SecretBox, 'open'>
  appUrl: string
  retryBackoffMs: number
}

/** The delay after the first attempt is the setting RETRY_BACKOFF_MS. With 10 s: 10 s to two hours, three in all. */
const MAX_TRIES = 8
const BACKOFF_FACTOR = 3
const ATTEMPTS_LOGGED = 20

/**
 * For a report of any user. Does nothing when the delivery waits for another attempt, so that a repeated job sends no
 * report twice; only a process that dies between the response and the commit does, with the same `id`.
 */
export async function unsafeDeliverWebhook(services: Services, job: JobData<'deliver-webhook'>, now = new Date()) {
  const { db, queue, secrets, egress, appUrl, retryBackoffMs } = services
  const isThisAttempt = and(
    eq(webhookDeliveries.reportId, job.reportId),
    eq(webhookDeliveries.attempt, job.attempt),
    eq(webhookDeliveries.status, 'waiting'),
  )
  const [found] = await db
    .select({
      delivery: webhookDeliveries,
      report: changeReports,
      outlets: changeOutlets,
      suspendedAt: users.suspendedAt,
    })
    .from(webhookDeliveries)
    .innerJoin(changeReports, eq(changeReports.id, webhookDeliveries.reportId))
    .innerJoin(users, eq(users.id, webhookDeliveries.userId))
    .leftJoin(changeOutlets, eq(changeOutlets.notebookId, changeReports.notebookId))
    .where(isThisAttempt)
  if (!found) return
  const { webhookUrl: url, webhookSecret: sealed } = found.outlets ?? {}
  const canSend = url && sealed && !found.suspendedAt
  const startedAt = performance.now()
  const result = canSend
    ? await postJson(
        { egress, userAgent: `Readback-Webhook (+${appUrl}/help)` },
        { url, ...signedReport(found.report, secrets.open(sealed, secretPurposes.webhook), now) },
      )
    : { status: null, error: found.suspendedAt ? 'The account is suspended' : 'The webhook was removed' }
  const attempt: DeliveryAttempt = { at: now.toISOString(), ms: Math.round(performance.now() - startedAt), ...result }

  await db.transaction(async (tx) => {
    const tries = found.delivery.tries + 1
    const willRetry = result.error !== null && canSend && tries < MAX_TRIES
    const [recorded] = await tx
      .update(webhookDeliveries)
      .set({
        status: result.error === null ? 'delivered' : willRetry ? 'waiting' : 'failed',
        attempts: [...found.delivery.attempts, attempt].slice(-ATTEMPTS_LOGGED),
        tries,
        attempt: sql`${webhookDeliveries.attempt} + 1`,
      })
      .where(isThisAttempt)
      .returning({ attempt: webhookDeliveries.attempt })
    if (!recorded) return
    const { userId, notebookId } = found.report
    await publish(tx, userId, { type: 'changes', notebookId })
    if (!willRetry) return
    const delayMs = retryBackoffMs * BACKOFF_FACTOR ** (tries - 1)
    const next = { reportId: job.reportId, attempt: recorded.attempt }
    await enqueueDelivery(queue, tx, next, Math.round(delayMs / 1000))
  })
}

/** The signature covers the time, so that a receiver can refuse a delivery that is sent again by someone else. */
function signedReport(report: typeof changeReports.$inferSelect, secret: string, now: Date) {
  const { delivery: _delivery, ...shown } = presentReport(report, null)
  const body = JSON.stringify({ type: 'changes.reported', id: report.id, report: shown })
  const time = Math.floor(now.getTime() / 1000)
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return { body, headers: { 'readback-delivery': report.id, 'readback-signature': `t=${time},v1=${signature}` } }
}
