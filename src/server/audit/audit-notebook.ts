/** The audit of the sites of a notebook: the last crawl of each, with all its pages. Nothing is stored. */
import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { SiteAudit } from '#shared/chat/site-audit.ts'
import { assertOwnNotebook, currentPages, type NotebookRef } from '#server/chat/notebook-pages.ts'
import { planOf } from '#server/credits/plan-of.ts'
import type { Db } from '#server/platform/db/database.ts'
import { presentDetail } from '#server/platform/db/detail.ts'
import { inBatches } from '#server/platform/db/in-batches.ts'
import { crawls, frontier, pages } from '#server/platform/db/schema/index.ts'
import { createPartThread } from '#server/platform/part-thread.ts'
import type { SiteAuditor } from './audit-site.ts'
import type { AuditedPart } from './audit-worker.ts'

const auditInThread = createPartThread<AuditedPart, ReturnType<SiteAuditor['audit']>>(
  new URL('./audit-worker.ts', import.meta.url),
)

/** Rows that are sent to the thread together. */
const PAGES_PER_PART = 50
const ADDRESSES_PER_PART = 2000

/** Throws AppError 'notebook.not-found'. */
export async function auditNotebook({ db }: { db: Db }, ref: NotebookRef): Promise<SiteAudit> {
  await assertOwnNotebook(db, ref)
  const crawlIds = await lastCrawls(db, ref)
  const all = await db
    .select({ id: pages.id })
    .from(pages)
    .where(and(eq(pages.userId, ref.userId), inArray(pages.crawlId, crawlIds)))
    .orderBy(asc(pages.depth), asc(pages.url))
  const { maxPagesCompared } = await planOf(db, ref.userId)
  const audited = all.slice(0, maxPagesCompared)
  const audit = await auditInThread(readParts(db, { ...ref, crawlIds, pageIds: audited.map(({ id }) => id) }))
  return { ...audit, pages_left_out: all.length - audited.length }
}

/** The newest crawl of each start address whose pages are in the notebook. */
async function lastCrawls(db: Db, ref: NotebookRef): Promise<string[]> {
  const ids = new Set((await currentPages(db, ref)).flatMap(({ crawlId }) => crawlId ?? []))
  const rows = await db
    .select({ id: crawls.id, site: sql<string>`${crawls.host} || ${crawls.pathPrefix}` })
    .from(crawls)
    .where(and(eq(crawls.userId, ref.userId), inArray(crawls.id, [...ids])))
    .orderBy(desc(crawls.createdAt))
  const bySite = new Map<string, string>()
  for (const { id, site } of rows) if (!bySite.has(site)) bySite.set(site, id)
  return [...bySite.values()]
}

type AuditedIds = NotebookRef & { crawlIds: string[]; pageIds: string[] }

async function* readParts(db: Db, { userId, crawlIds, pageIds }: AuditedIds): AsyncGenerator<AuditedPart> {
  for await (const addresses of readSkippedAddresses(db, crawlIds)) yield { addresses, pages: [] }
  const { id, url, title, content, links, depth } = pages
  for (const ids of inBatches(pageIds, PAGES_PER_PART)) {
    const rows = await db
      .select({ id, url, title, content, links, depth })
      .from(pages)
      .where(and(eq(pages.userId, userId), inArray(id, ids)))
      .orderBy(asc(depth), asc(url))
    yield { addresses: [], pages: rows }
  }
}

/** `crawlIds` are crawls of the owner. */
async function* readSkippedAddresses(db: Db, crawlIds: string[]): AsyncGenerator<AuditedPart['addresses']> {
  const { id, url, reason, detail, detailMessage } = frontier
  for (let after = 0; ;) {
    const rows = await db
      .select({ id, url, reason, detail, detailMessage })
      .from(frontier)
      .where(and(inArray(frontier.crawlId, crawlIds), sql`${frontier.state} = 'skipped'`, gt(id, after)))
      .orderBy(asc(id))
      .limit(ADDRESSES_PER_PART)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    yield rows.map((row) => ({ url: row.url, reason: row.reason ?? 'unreadable', ...presentDetail(row) }))
    if (rows.length < ADDRESSES_PER_PART) return
  }
}
