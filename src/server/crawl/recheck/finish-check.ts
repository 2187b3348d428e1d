import { and, eq, isNull, notExists, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { ReportedCitation } from '#shared/chat/change-reports.ts'
import type { CheckStatus } from '#shared/crawl/changes.ts'
import type { ErrorCode, MessageValues } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isAnyOf } from '#server/platform/db/is-any-of.ts'
import { chatChecks, chatCitations, chatPages, pages } from '#server/platform/db/schema/index.ts'
import { publish } from '#server/platform/events.ts'
import { enqueueGapCheck } from '#server/platform/open-queue.ts'
import { storeReport } from '#server/changes/store-report.ts'
import type { CheckRow, CheckServices } from './check-step.ts'
import { findTouchedQuestions, listChanges } from './list-changes.ts'
import { joinNewPages } from './record-new-address.ts'
import { publishCheck } from './present-check.ts'

type Ending = { status: Exclude<CheckStatus, 'checking'>; error?: { code: ErrorCode; values?: MessageValues } }

/** How long the results of a check, and versions that nothing cites, are kept. */
const RETENTION = sql`interval '30 days'`

/**
 * Ends a check in one transaction: switches the chat to all new versions, adds new pages, marks pages that are gone and
 * citations whose sentence is no longer on its page, and reports all of it. Old versions stay for the answers that cite
 * them. After a stop or without credits, the results so far count. Idempotent.
 */
export async function finishCheck(services: CheckServices, check: CheckRow, ending: Ending): Promise<void> {
  const { db, queue, embedder } = services
  // Before the transaction: it compares whole pages.
  const questions = await findTouchedQuestions(db, check)
  await db.transaction(async (tx) => {
    const [ended] = await tx
      .update(chatChecks)
      .set({
        status: ending.status,
        error: ending.error ? { values: {}, ...ending.error } : null,
        finishedAt: sql`now()`,
      })
      .where(and(eq(chatChecks.id, check.id), isNull(chatChecks.finishedAt)))
      .returning()
    if (!ended) return
    const pages = await listChanges(tx, check)
    await joinNewPages(tx, check)
    await switchVersions(tx, check)
    const citations = await markCitations(tx, check)
    await storeReport(tx, queue, { ...check, checkId: check.id, pages, questions, citations })
    await deleteOld(tx, check)
    if (embedder) await queue.send(tx, 'embed-passages', { userId: check.userId }, { singletonKey: check.userId })
    if (pages.length > 0) await enqueueGapCheck(queue, tx, check.chatId)
    await publishCheck(tx, ended)
    await publish(tx, check.userId, { type: 'chat', id: check.chatId })
  })
}

async function switchVersions(tx: Db, { id, chatId }: CheckRow) {
  const results = (state: 'changed' | 'gone') =>
    sql`select page_id, new_page_id from chat_check_pages where check_id = ${id}::uuid and state = ${state}`
  // A version replaces a processed page only as processed, so that questions still find it.
  await tx.execute(sql`
    update pages as new set processed_hash = new.content_hash
      from (${results('changed')}) as results join pages as old on old.id = results.page_id
     where new.id = results.new_page_id and old.processed_hash = old.content_hash`)
  await tx.execute(sql`
    update chat_pages set page_id = results.new_page_id from (${results('changed')}) as results
     where chat_pages.chat_id = ${chatId}::uuid and chat_pages.page_id = results.page_id and results.new_page_id is not null`)
  await tx.execute(
    sql`update pages set replaced_at = now() from (${results('changed')}) as results where pages.id = results.page_id`,
  )
  await tx.execute(sql`
    update pages set gone_at = coalesce(gone_at, now()), checked_at = now() from (${results('gone')}) as results where pages.id = results.page_id`)
}

const MarkedCitations = z.object({
  rows: z.array(ReportedCitation.extend({ gone: ReportedCitation.shape.gone.nullable() })),
})

/**
 * Citations keep their sentence and version; `gone` records whether the current page still has the sentence. Returns
 * those that have lost it since the check before.
 */
async function markCitations(tx: Db, { id, chatId }: CheckRow): Promise<ReportedCitation[]> {
  const marked = await tx.execute(sql`
    with cited as materialized (
      select citation.id, citation.url, ${withSingleSpaces(sql`citation.sentence`)} as sentence
        from chat_citations as citation
        join chat_messages as message on message.id = citation.message_id
       where message.chat_id = ${chatId}::uuid and citation.sentence <> ''
         and coalesce(citation.state <> 'not-found', citation.verified)),
    -- Only of cited pages: the texts of a thousand take seconds, and the embedded database has one session.
    current_page as materialized (
      select old.url, results.state, ${withSingleSpaces(sql`coalesce(new.content, old.content)`)} as text
        from chat_check_pages as results
        join pages as old on old.id = results.page_id
        left join pages as new on new.id = results.new_page_id
       where results.check_id = ${id}::uuid and results.state in ('unchanged', 'changed', 'gone')
         and old.url in (select url from cited)),
    judged as (
      select cited.id, case when current_page.state = 'gone' then 'page'
                            when position(cited.sentence in current_page.text) = 0 then 'sentence' end as gone
        from cited join current_page on current_page.url = cited.url)
    update chat_citations
       set gone = judged.gone, gone_since = case when judged.gone is null then null else now() end
      from judged
     where chat_citations.id = judged.id and chat_citations.gone is distinct from judged.gone
    returning chat_citations.message_id, chat_citations.marker, chat_citations.url, chat_citations.title,
              chat_citations.sentence, chat_citations.gone`)
  return MarkedCitations.parse(marked).rows.flatMap(({ gone, ...citation }) => (gone ? { ...citation, gone } : []))
}

const withSingleSpaces = (text: SQL) => sql`regexp_replace(${text}, '\\s+', ' ', 'g')`

async function deleteOld(tx: Db, { id, chatId, userId }: CheckRow) {
  await tx.execute(sql`delete from chat_check_pages where check_id = ${id}::uuid and state in ('unchanged', 'waiting')`)
  await tx.execute(sql`delete from chat_checks where chat_id = ${chatId}::uuid and finished_at < now() - ${RETENTION}`)
  await deleteUnusedVersions(tx, userId)
}

/**
 * A chat or an answer that is just getting a version has locked its row: that version is skipped until the next check.
 * One that got it before the lock is seen by the second statement.
 */
async function deleteUnusedVersions(tx: Db, userId: string) {
  const isUnused = and(
    eq(pages.userId, userId),
    isNull(pages.crawlId),
    sql`coalesce(${pages.replacedAt}, ${pages.fetchedAt}) < now() - ${RETENTION}`,
    notExists(tx.select().from(chatPages).where(eq(chatPages.pageId, pages.id))),
    notExists(tx.select().from(chatCitations).where(eq(chatCitations.pageId, pages.id))),
  )
  const locked = await tx.select({ id: pages.id }).from(pages).where(isUnused).for('update', { skipLocked: true })
  const ids = locked.map(({ id }) => id)
  await tx.delete(pages).where(and(isAnyOf(pages.id, ids), isUnused))
}
