import { isDeepStrictEqual } from 'node:util'
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { ExtraHeader } from '#shared/crawl/crawl-settings.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/platform/db/database.ts'
import { crawls } from '#server/platform/db/schema/index.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'
import type { CrawlRow } from './schedule/crawl-step.ts'
import { openHeaders } from './sealed-headers.ts'

/** A second click and a repeated request arrive within this time. */
const SAME_START_SECONDS = 5

const COMPARED = ['chatId', 'settings', 'branches', 'mailAtEnd', 'maxPages', 'maxDepth'] as const

export type CrawlStart = Pick<CrawlRow, 'userId' | 'url' | 'idempotencyKey' | (typeof COMPARED)[number]> & {
  headers: ExtraHeader[]
}

/**
 * The crawl that this request has already started: the one with its idempotency key, or an unfinished one of the last
 * five seconds with the same address and options. Two keys are two starts; a crawl without a key gets that of the
 * request. The key of the form covers a double click whose first crawl has already ended. Within the transaction that
 * holds the user's lock. Throws AppError 'crawl.key-reused' when the key belongs to a crawl of another address.
 */
export async function findSameStart(
  tx: Db,
  secrets: Pick<SecretBox, 'open'>,
  start: CrawlStart,
): Promise<CrawlRow | undefined> {
  const isOwn = eq(crawls.userId, start.userId)
  if (start.idempotencyKey !== null) {
    const hasKey = and(isOwn, eq(crawls.idempotencyKey, start.idempotencyKey))
    const [keyed] = await tx.select().from(crawls).where(hasKey)
    if (keyed && keyed.url !== start.url) throw new AppError('crawl.key-reused')
    if (keyed) return keyed
  }
  const recent = await tx
    .select()
    .from(crawls)
    .where(
      and(
        isOwn,
        eq(crawls.url, start.url),
        inArray(crawls.status, ['queued', 'crawling']),
        eq(crawls.stopRequested, false),
        start.idempotencyKey === null ? undefined : isNull(crawls.idempotencyKey),
        gt(crawls.createdAt, sql`now() - make_interval(secs => ${SAME_START_SECONDS})`),
      ),
    )
  const same = recent.find(
    (crawl) =>
      COMPARED.every((field) => isDeepStrictEqual(crawl[field], start[field])) &&
      isDeepStrictEqual(crawl.sealedHeaders ? openHeaders(secrets, crawl.sealedHeaders) : [], start.headers),
  )
  const { idempotencyKey } = start
  if (same && idempotencyKey !== null) await tx.update(crawls).set({ idempotencyKey }).where(eq(crawls.id, same.id))
  return same
}
