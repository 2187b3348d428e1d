/**
 * When the one address that a crawl knows could not be read, the skipped list says it in a whole sentence: "Failed to
 * scrape {url}: {reason}" (SPEC section 8), under the crawl's own message that nothing was crawled.
 */
import { eq } from 'drizzle-orm'
import { failedReasons, skipReasonWords } from '#shared/crawls.ts'
import { errorMessage } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { frontier } from '#server/db/schema/index.ts'

export async function nameOnlyFailure(tx: Db, crawlId: string) {
  const [only, another] = await tx.select().from(frontier).where(eq(frontier.crawlId, crawlId)).limit(2)
  if (!only || another || only.state !== 'skipped' || !only.reason || !failedReasons.includes(only.reason)) return
  // The scraping service has words of its own, and they may be that sentence already.
  if (/^(Failed to scrape|ScrapingBee API) /.test(only.detail)) return
  const reason = only.detail || skipReasonWords[only.reason]
  const detail = errorMessage('crawl.scrape-failed', { url: only.url, reason })
  await tx.update(frontier).set({ detail }).where(eq(frontier.id, only.id))
}
