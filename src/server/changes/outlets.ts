/** Where a notebook sends its change reports: mail, a feed at a secret address, a webhook. */
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { ChangeOutlets, NewFeed, NewWebhook } from '#shared/chat/change-reports.ts'
import { AppError } from '#shared/errors.ts'
import { assertOwnNotebook, type NotebookRef } from '#server/chat/notebook-pages.ts'
import type { Egress } from '#server/fetching/egress.ts'
import type { Db } from '#server/platform/db/database.ts'
import { changeOutlets, changeReports, notebooks, users, webhookDeliveries } from '#server/platform/db/schema/index.ts'
import type { Queue } from '#server/platform/open-queue.ts'
import { type SecretBox, secretPurposes } from '#server/platform/secret-box.ts'
import { createToken, hashLinkToken, isToken } from '#server/chat/link-token.ts'
import { enqueueDelivery } from './enqueue-outlets.ts'

const REPORTS_IN_FEED = 50

const inNotebook = ({ userId, notebookId }: NotebookRef) =>
  and(eq(changeOutlets.notebookId, notebookId), eq(changeOutlets.userId, userId))

/** Of a notebook whose owner was checked. */
export async function readOutlets(db: Db, ref: NotebookRef): Promise<ChangeOutlets> {
  const [row] = await db.select().from(changeOutlets).where(inNotebook(ref))
  return {
    mails: row?.mails ?? false,
    feed: row?.feedCreatedAt ? { created_at: row.feedCreatedAt.toISOString() } : null,
    webhook: row?.webhookUrl ? { url: row.webhookUrl } : null,
  }
}

/** Throws AppError 'notebook.not-found'. */
export async function changeMails(db: Db, { mails, ...ref }: NotebookRef & { mails: boolean }): Promise<ChangeOutlets> {
  await db.transaction(async (tx) => {
    await setOutlets(tx, ref, { mails })
    const inReports = and(eq(changeReports.notebookId, ref.notebookId), eq(changeReports.userId, ref.userId))
    if (!mails) await tx.update(changeReports).set({ toMail: false }).where(inReports)
  })
  return readOutlets(db, ref)
}

/** Creates the address of the feed; an earlier one stops working. Throws AppError 'notebook.not-found'. */
export async function createFeed({ db, appUrl }: { db: Db; appUrl: string }, ref: NotebookRef): Promise<NewFeed> {
  const token = createToken()
  await db.transaction((tx) => setOutlets(tx, ref, { feedTokenHash: hashLinkToken(token), feedCreatedAt: new Date() }))
  return { url: `${appUrl}/api/feeds/${token}` }
}

/** Throws AppError 'notebook.not-found'. */
export async function revokeFeed(db: Db, ref: NotebookRef) {
  await db.transaction((tx) => setOutlets(tx, ref, { feedTokenHash: null, feedCreatedAt: null }))
}

/**
 * The notebook of a feed with its newest reports, and its owner's language; null when the token is unknown, revoked or
 * malformed, or its owner suspended. Without an owner in the query: the token grants access.
 */
export async function unsafeReadFeed(db: Db, token: string) {
  if (!isToken(token)) return null
  const [notebook] = await db
    .select({
      id: notebooks.id,
      title: notebooks.title,
      createdAt: changeOutlets.feedCreatedAt,
      language: users.language,
    })
    .from(changeOutlets)
    .innerJoin(notebooks, eq(notebooks.id, changeOutlets.notebookId))
    .innerJoin(users, eq(users.id, changeOutlets.userId))
    .where(and(eq(changeOutlets.feedTokenHash, hashLinkToken(token)), isNull(users.suspendedAt)))
  if (!notebook) return null
  const reports = await db
    .select()
    .from(changeReports)
    .where(eq(changeReports.notebookId, notebook.id))
    .orderBy(desc(changeReports.createdAt))
    .limit(REPORTS_IN_FEED)
  return { notebook, reports, language: notebook.language }
}

type WebhookServices = { db: Db; egress: Pick<Egress, 'check' | 'isOwnManual'>; secrets: Pick<SecretBox, 'seal'> }

/**
 * Sets the address of the webhook, with a new secret. Throws AppError 'notebook.not-found', 'webhook.invalid-url',
 * 'webhook.private-host'.
 */
export async function setWebhook(
  { db, egress, secrets }: WebhookServices,
  { url, ...ref }: NotebookRef & { url: string },
): Promise<NewWebhook> {
  await assertOwnNotebook(db, ref)
  const verdict = await egress.check(url)
  if (egress.isOwnManual(url) || (!verdict.ok && verdict.reason === 'private-address')) {
    throw new AppError('webhook.private-host', { host: new URL(url).host }, { field: 'url' })
  }
  // A host that cannot be resolved now may exist when a report is sent.
  if (!verdict.ok && verdict.reason !== 'network') throw new AppError('webhook.invalid-url', {}, { field: 'url' })
  const secret = `whsec_${createToken()}`
  const webhookSecret = secrets.seal(secret, secretPurposes.webhook)
  await db.transaction((tx) => setOutlets(tx, ref, { webhookUrl: url, webhookSecret }))
  return { url, secret }
}

/** Deliveries that wait end as failed. Throws AppError 'notebook.not-found'. */
export async function removeWebhook(db: Db, ref: NotebookRef) {
  await db.transaction((tx) => setOutlets(tx, ref, { webhookUrl: null, webhookSecret: null }))
}

/**
 * Sends a report to the webhook of its notebook again, or for the first time. Throws AppError
 * 'change-report.not-found', 'webhook.none'.
 */
export async function redeliver({ db, queue }: { db: Db; queue: Queue }, ref: { userId: string; reportId: string }) {
  await db.transaction(async (tx) => {
    const [report] = await tx
      .select({ webhookUrl: changeOutlets.webhookUrl })
      .from(changeReports)
      .leftJoin(changeOutlets, eq(changeOutlets.notebookId, changeReports.notebookId))
      .where(and(eq(changeReports.id, ref.reportId), eq(changeReports.userId, ref.userId)))
    if (!report) throw new AppError('change-report.not-found')
    if (!report.webhookUrl) throw new AppError('webhook.none')
    // Its next number: a job that waits for an earlier attempt does nothing.
    const [delivery] = await tx
      .insert(webhookDeliveries)
      .values({ reportId: ref.reportId, userId: ref.userId })
      .onConflictDoUpdate({
        target: webhookDeliveries.reportId,
        set: { status: 'waiting', tries: 0, attempt: sql`${webhookDeliveries.attempt} + 1` },
      })
      .returning({ attempt: webhookDeliveries.attempt })
    if (delivery) await enqueueDelivery(queue, tx, { reportId: ref.reportId, attempt: delivery.attempt })
  })
}

async function setOutlets(tx: Db, ref: NotebookRef, change: Partial<typeof changeOutlets.$inferInsert>) {
  await assertOwnNotebook(tx, ref)
  await tx
    .insert(changeOutlets)
    .values({ ...ref, ...change })
    .onConflictDoUpdate({ target: changeOutlets.notebookId, set: change })
}
