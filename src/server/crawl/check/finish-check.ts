/**
 * How a check ends: the chat has all new versions at once, what is gone is marked with its day, and so are the answers
 * whose sentences are not there any more. Old versions stay, with their text, for what cites them.
 */
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { CheckStatus } from '#shared/changes.ts'
import type { ErrorCode, ErrorValues } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { chatChecks } from '#server/db/schema/index.ts'
import { publish } from '#server/events/events.ts'
import type { CheckRow, CheckServices } from './check-services.ts'
import { tellOfCheck } from './present-check.ts'

type Ending = { status: Exclude<CheckStatus, 'checking'>; error?: { code: ErrorCode; values?: ErrorValues } }

/** What an earlier check found, and versions that nothing cites, are kept so long. */
const KEPT = sql`interval '30 days'`

/** Once: a check that has ended meanwhile stays as it is. What was read until a stop or the last credit is switched to as well. */
export async function finishCheck({ db, queue, embedder }: CheckServices, check: CheckRow, ending: Ending): Promise<void> {
  await db.transaction(async (tx) => {
    const [ended] = await tx
      .update(chatChecks)
      .set({ status: ending.status, error: ending.error ? { values: {}, ...ending.error } : null, finishedAt: sql`now()` })
      .where(and(eq(chatChecks.id, check.id), isNull(chatChecks.finishedAt)))
      .returning()
    if (!ended) return
    await switchVersions(tx, check)
    await markCitations(tx, check)
    await tidy(tx, check)
    if (embedder) await queue.send(tx, 'embed-passages', { userId: check.userId }, { singletonKey: check.userId })
    await tellOfCheck(tx, ended)
    await publish(tx, check.userId, { type: 'chat', id: check.chatId })
  })
}

async function switchVersions(tx: Db, { id, chatId }: CheckRow) {
  const found = (state: 'changed' | 'gone') => sql`select page_id, new_page_id from chat_check_pages where check_id = ${id}::uuid and state = ${state}`
  // What could be asked before can be asked after.
  await tx.execute(sql`
    update pages as new set processed_hash = new.content_hash
      from (${found('changed')}) as found join pages as old on old.id = found.page_id
     where new.id = found.new_page_id and old.processed_hash = old.content_hash`)
  await tx.execute(sql`
    update chat_pages set page_id = found.new_page_id from (${found('changed')}) as found
     where chat_pages.chat_id = ${chatId}::uuid and chat_pages.page_id = found.page_id and found.new_page_id is not null`)
  await tx.execute(sql`update pages set replaced_at = now() from (${found('changed')}) as found where pages.id = found.page_id`)
  await tx.execute(sql`
    update pages set gone_at = coalesce(gone_at, now()), checked_at = now() from (${found('gone')}) as found where pages.id = found.page_id`)
}

/** A citation keeps its sentence and its version; what is told is whether the page that stands there now still has it. */
async function markCitations(tx: Db, { id, chatId }: CheckRow) {
  await tx.execute(sql`
    with now_there as materialized (
      select old.url, found.state, ${flat(sql`coalesce(new.content, old.content)`)} as text
        from chat_check_pages as found
        join pages as old on old.id = found.page_id
        left join pages as new on new.id = found.new_page_id
       where found.check_id = ${id}::uuid and found.state in ('unchanged', 'changed', 'gone')),
    judged as (
      select cited.id, case when now_there.state = 'gone' then 'page'
                            when position(${flat(sql`cited.sentence`)} in now_there.text) = 0 then 'sentence' end as gone
        from chat_citations as cited
        join chat_messages as message on message.id = cited.message_id
        join now_there on now_there.url = cited.url
       where message.chat_id = ${chatId}::uuid and cited.verified and cited.sentence <> '')
    update chat_citations
       set gone = judged.gone, gone_since = case when judged.gone is null then null else now() end
      from judged
     where chat_citations.id = judged.id and chat_citations.gone is distinct from judged.gone`)
}

const flat = (text: SQL) => sql`regexp_replace(${text}, '\\s+', ' ', 'g')`

async function tidy(tx: Db, { id, chatId, userId }: CheckRow) {
  await tx.execute(sql`delete from chat_check_pages where check_id = ${id}::uuid and state in ('unchanged', 'waiting')`)
  await tx.execute(sql`delete from chat_checks where chat_id = ${chatId}::uuid and finished_at < now() - ${KEPT}`)
  await tx.execute(sql`
    delete from pages
     where user_id = ${userId} and version_of is not null and crawl_id is null
       and coalesce(replaced_at, fetched_at) < now() - ${KEPT}
       and not exists (select from chat_pages where page_id = pages.id)
       and not exists (select from chat_citations where page_id = pages.id)`)
}
