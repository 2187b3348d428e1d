/**
 * Fills the search index over the pages of chats. A trigger notes each page that joins a chat, and this loop indexes
 * the noted pages: within the transaction that saves a chat, a thousand pages took ten seconds, and the embedded
 * database has one session for everybody.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/database.ts'
import { pages, pageWords } from '#server/platform/db/schema/index.ts'
import type { Log } from '#server/platform/log.ts'

/** Pages indexed by one statement: 5 to 20 ms each, embedded. */
const BATCH_SIZE = 3
/** How often the loop looks for pages when none wait. */
const IDLE_MS = 1_000

/** Returns the function that stops indexing and waits for a running statement. */
export function startPageIndexing(db: Db, log: Log): () => Promise<void> {
  const stopped = new AbortController()
  const running = run(stopped.signal)
  return async () => {
    stopped.abort()
    await running
  }

  async function run(signal: AbortSignal) {
    while (!signal.aborted) {
      const startedAt = performance.now()
      const indexed = await unsafeIndexNextPages(db).catch((error: unknown) => {
        log.warn({ err: error }, 'failed to index pages for the search; retrying')
        return 0
      })
      // As long a pause as the statement took, so that questions and crawls get the session at least half of the time.
      const pauseMs = indexed < BATCH_SIZE ? IDLE_MS : performance.now() - startedAt
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
}

/** Of all users. Processes that index concurrently take different pages. Returns the number of pages indexed. */
async function unsafeIndexNextPages(db: Db): Promise<number> {
  const indexed = await db
    .update(pageWords)
    .set({ words: sql`array_to_tsvector(owner_lexemes(${pages.userId}, ${pages.title} || ' ' || ${pages.content}))` })
    .from(pages)
    .where(
      sql`${pages.id} = ${pageWords.pageId} and ${pageWords.pageId} in (
        select page_id from page_words where words is null order by page_id limit ${BATCH_SIZE} for update skip locked)`,
    )
    .returning({ pageId: pageWords.pageId })
  return indexed.length
}
