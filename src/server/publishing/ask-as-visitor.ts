/** Questions of visitors of a published notebook, and their feedback. */
import { randomUUID } from 'node:crypto'
import { and, asc, eq, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { titleShortener } from '#shared/crawl/short-titles.ts'
import { visitorLimits } from '#shared/limits.ts'
import { secondsToNextUtcDay, utcDay } from '#shared/utc-day.ts'
import { prepareModelAnswer } from '#server/answering/answer-as-model.ts'
import type { PreparedAnswer } from '#server/answering/prepare-answer.ts'
import { currentPages, suffixesOf } from '#server/chat/notebook-pages.ts'
import type { EngineMessage } from '#server/engines/engine.ts'
import { containsText } from '#server/platform/db/contains-text.ts'
import { CursorText, decodeCursor, encodeCursor } from '#server/platform/db/cursor.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isAnyOf } from '#server/platform/db/is-any-of.ts'
import { pages, visitorQuestions } from '#server/platform/db/schema/index.ts'
import type { Log } from '#server/platform/log.ts'
import { hashedKey, hasRoomInRateLimit, takeFromRateLimit } from '#server/platform/rate-limit.ts'
import { findExhaustedQuota, type TokenQuotas } from '#server/platform/token-quota.ts'
import type { PublishedNotebook } from './publications.ts'

type Services = Parameters<typeof prepareModelAnswer>[0] & { appSecret: string; log: Log }

type Asked = { ipAddress: string; question: string; history: EngineMessage[] }

/**
 * `ipAddress` is the visitor's. A model's tokens count for the owner. Throws AppError
 * 'publication.too-fast', 'publication.budget-spent', 'publication.no-pages', 'model.no-notebook' when the notebook is
 * deleted meanwhile, and what processPages throws.
 */
export async function prepareVisitorAnswer(
  services: Services,
  published: PublishedNotebook,
  { ipAddress, question, history }: Asked,
): Promise<{ feedbackId: string; prepared: PreparedAnswer }> {
  await checkVisitorLimits(services, published, ipAddress)
  const { userId, notebookId } = published
  const model = `notebook:${notebookId}`
  const { recordsQuestions: recordsQuestion } = published
  const request = { userId, tier: 'visitor' as const, model, question, history, recordsQuestion }
  const answer = await prepareModelAnswer(services, request).catch((error: unknown) => {
    const isEmpty = error instanceof AppError && error.code === 'answer.no-context'
    throw isEmpty ? new AppError('publication.no-pages') : error
  })
  const feedbackId = randomUUID()
  return {
    feedbackId,
    prepared: {
      async answer(stream) {
        // Only now: a question that is refused, or finds no free slot, must not use up the budget.
        await takeFromBudget(services.db, published)
        const [written, suffixes] = await Promise.all([
          answer.answer(stream),
          suffixesOf(services.db, published, answer.pages),
        ])
        const isAnswered = written.used.kind !== 'closest' && written.used.kind !== 'refused'
        const row = { id: feedbackId, userId, notebookId, question: recordsQuestion ? question : null, isAnswered }
        // The answer is written and paid for: only the statistics miss it.
        await services.db
          .insert(visitorQuestions)
          .values(row)
          .catch((error: unknown) => services.log.error({ err: error }, 'failed to record a visitor’s question'))
        const shortTitle = titleShortener(suffixes)
        return {
          ...written,
          citations: written.citations.map((citation) => ({ ...citation, title: shortTitle(citation) })),
        }
      },
    },
  }
}

type Limited = { db: Db; appSecret: string; engine: { kind: string }; config: { limits: TokenQuotas } }

async function checkVisitorLimits(
  { db, appSecret, engine, config }: Limited,
  published: PublishedNotebook,
  ipAddress: string,
  now = new Date(),
) {
  const rates = [
    { limit: visitorLimits.questionsPerMinute, windowSeconds: 60 },
    { limit: visitorLimits.questionsPerHour, windowSeconds: 3600 },
  ]
  for (const { limit, windowSeconds } of rates) {
    const rateLimit = { key: hashedKey(appSecret, `visitor ${windowSeconds}`, ipAddress), limit, windowSeconds }
    const { allowed, retryAfterSeconds } = await takeFromRateLimit(db, rateLimit, now)
    const minutes = Math.ceil(retryAfterSeconds / 60)
    if (!allowed) throw new AppError('publication.too-fast', { minutes, retryAfterSeconds })
  }
  if (!(await hasRoomInRateLimit(db, budgetOf(published, now), now))) throw budgetSpent(now)
  // It spends no tokens.
  if (engine.kind === 'built-in') return
  if (await findExhaustedQuota(db, config.limits, published.userId, now)) throw budgetSpent(now)
}

/** The questions of all visitors of a notebook on one UTC day. */
const budgetOf = ({ notebookId, settings }: PublishedNotebook, now: Date) => ({
  key: `visitors ${notebookId} ${utcDay(now)}`,
  limit: settings.daily_questions,
  windowSeconds: 86_400,
})

const budgetSpent = (now: Date) =>
  new AppError('publication.budget-spent', { retryAfterSeconds: secondsToNextUtcDay(now) })

async function takeFromBudget(db: Db, published: PublishedNotebook, now = new Date()) {
  const { allowed } = await takeFromRateLimit(db, budgetOf(published, now), now)
  if (!allowed) throw budgetSpent(now)
}

/** Replaces earlier feedback of the same question. Throws AppError 'answer.not-found'. */
export async function recordFeedback(
  { db }: { db: Db },
  { userId, notebookId }: PublishedNotebook,
  { feedbackId, helpful }: { feedbackId: string; helpful: boolean },
) {
  const changed = await db
    .update(visitorQuestions)
    .set({ isHelpful: helpful })
    .where(
      and(
        eq(visitorQuestions.id, feedbackId),
        eq(visitorQuestions.userId, userId),
        eq(visitorQuestions.notebookId, notebookId),
      ),
    )
    .returning({ id: visitorQuestions.id })
  if (changed.length === 0) throw new AppError('answer.not-found')
}

const PAGES_PER_REQUEST = 50

/**
 * The published pages by address, with all words of `query` in the title or the address. `after` is the `next` of the
 * previous page. Throws AppError 'request.cursor'.
 */
export async function listPublishedPages(
  { db }: { db: Db },
  published: PublishedNotebook,
  { query, after }: { query: string; after: string | undefined },
) {
  const last = decodeCursor(z.object({ url: CursorText }), after)
  const known = await currentPages(db, published)
  const shortTitle = titleShortener(await suffixesOf(db, published, known))
  const ids = known.map(({ id }) => id)
  const words = query.split(/\s+/).filter(Boolean).slice(0, 8)
  const rows = await db
    .select({ id: pages.id, url: pages.url, title: pages.title })
    .from(pages)
    .where(
      and(
        eq(pages.userId, published.userId),
        isAnyOf(pages.id, ids),
        last && sql`${pages.url} > ${last.url}`,
        ...words.map((word) => or(containsText(sql`${pages.title}`, word), containsText(sql`${pages.url}`, word))),
      ),
    )
    .orderBy(asc(pages.url))
    .limit(PAGES_PER_REQUEST + 1)
  const listed = rows.slice(0, PAGES_PER_REQUEST).map((page) => ({ ...page, title: shortTitle(page) }))
  const url = rows.length > PAGES_PER_REQUEST && listed.at(-1)?.url
  return { pages: listed, next: url ? encodeCursor({ url }) : null }
}
