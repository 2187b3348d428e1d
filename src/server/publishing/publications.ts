/** Published notebooks: the owner's settings and usage, and what visitors see. */
import { and, desc, eq, isNotNull, isNull, not, sql } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import {
  type Publication,
  PublicationSettings,
  PUBLISHED_PATH,
  type PublishedSite,
  widgetTag,
} from '#shared/chat/publications.ts'
import { isExpired } from '#server/chat/open-questions.ts'
import { assertOwnNotebook, currentPages, type NotebookRef } from '#server/chat/notebook-pages.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isUniqueViolation } from '#server/platform/db/errors.ts'
import { notebooks, publications, users, visitorQuestions } from '#server/platform/db/schema/index.ts'

type Services = { db: Db; appUrl: string }

const USAGE_DAYS = 30
const MAX_UNHELPFUL = 20
const MAX_LATEST = 50

/** Null when it is not published. Throws AppError 'notebook.not-found'. */
export async function getPublication({ db, appUrl }: Services, ref: NotebookRef): Promise<Publication | null> {
  await assertOwnNotebook(db, ref)
  const [row] = await db.select().from(publications).where(ownPublication(ref))
  if (!row) return null
  return {
    settings: settingsOf(row),
    url: urlOf(appUrl, row.address),
    script_tag: widgetTag({ appUrl, address: row.address }),
    published_at: row.publishedAt.toISOString(),
    usage: await usageOf(db, ref),
  }
}

/**
 * Publishes the notebook, or changes how it is published. Throws AppError 'notebook.not-found',
 * 'publication.address-taken'.
 */
export async function publishNotebook(
  services: Services,
  { settings, ...ref }: NotebookRef & { settings: PublicationSettings },
): Promise<Publication> {
  const { db } = services
  await assertOwnNotebook(db, ref)
  const { daily_questions: dailyQuestions, powered_by: poweredBy, ...same } = settings
  const row = { ...same, dailyQuestions, poweredBy }
  try {
    await db
      .insert(publications)
      .values({ ...ref, ...row })
      .onConflictDoUpdate({ target: publications.notebookId, set: row })
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('publication.address-taken', {}, { field: 'address' })
    throw error
  }
  const publication = await getPublication(services, ref)
  // Unpublished in the meantime.
  if (!publication) throw new AppError('publication.not-found')
  return publication
}

/** Its page and widget stop working immediately. Throws AppError 'notebook.not-found'. */
export async function unpublishNotebook({ db }: { db: Db }, ref: NotebookRef) {
  await assertOwnNotebook(db, ref)
  await db.delete(publications).where(ownPublication(ref))
}

/** A published notebook as its visitors' requests need it. */
export type PublishedNotebook = NotebookRef & {
  settings: PublicationSettings
  recordsQuestions: boolean
}

/**
 * The published notebook at an address; its owner must not be suspended. Without an owner in the query: publishing
 * grants access. Throws AppError 'publication.not-found'.
 */
export async function unsafeFindPublication(db: Db, address: string): Promise<PublishedNotebook> {
  if (!PublicationSettings.shape.address.safeParse(address).success) throw new AppError('publication.not-found')
  const [found] = await db
    .select({ row: publications, recordsQuestions: notebooks.recordsQuestions })
    .from(publications)
    .innerJoin(notebooks, eq(notebooks.id, publications.notebookId))
    .innerJoin(users, eq(users.id, publications.userId))
    .where(and(eq(publications.address, address), isNull(users.suspendedAt)))
  if (!found) throw new AppError('publication.not-found')
  const { row, recordsQuestions } = found
  return { userId: row.userId, notebookId: row.notebookId, settings: settingsOf(row), recordsQuestions }
}

export async function presentSite({ db, appUrl }: Services, published: PublishedNotebook): Promise<PublishedSite> {
  const { title, intro, color, logo, contact, powered_by, address } = published.settings
  const pages = await currentPages(db, published)
  return { title, intro, color, logo, contact, powered_by, url: urlOf(appUrl, address), page_count: pages.length }
}

async function usageOf(db: Db, { userId, notebookId }: NotebookRef): Promise<Publication['usage']> {
  const recent = and(
    eq(visitorQuestions.userId, userId),
    eq(visitorQuestions.notebookId, notebookId),
    sql`${visitorQuestions.askedAt} > now() - make_interval(days => ${USAGE_DAYS})`,
    not(isExpired(visitorQuestions)),
  )
  const countWhere = (condition: ReturnType<typeof sql>) =>
    sql<number>`count(*) filter (where ${condition})`.mapWith(Number)
  const [[counts], unhelpful, latest] = await Promise.all([
    db
      .select({
        questions: countWhere(sql`true`),
        unanswered: countWhere(sql`not ${visitorQuestions.isAnswered}`),
        helpful: countWhere(sql`${visitorQuestions.isHelpful}`),
        unhelpful: countWhere(sql`not ${visitorQuestions.isHelpful}`),
        today: countWhere(
          sql`${visitorQuestions.askedAt} >= date_trunc('day', now() at time zone 'utc') at time zone 'utc'`,
        ),
      })
      .from(visitorQuestions)
      .where(recent),
    db
      .select({ question: visitorQuestions.question })
      .from(visitorQuestions)
      .where(and(recent, eq(visitorQuestions.isHelpful, false), isNotNull(visitorQuestions.question)))
      .orderBy(desc(visitorQuestions.askedAt))
      .limit(MAX_UNHELPFUL),
    db
      .select()
      .from(visitorQuestions)
      .where(and(recent, isNotNull(visitorQuestions.question)))
      .orderBy(desc(visitorQuestions.askedAt))
      .limit(MAX_LATEST),
  ])
  if (!counts) throw new Error('a count returned no row')
  return {
    ...counts,
    unhelpful_questions: unhelpful.flatMap(({ question }) => question ?? []),
    latest_questions: latest.map(({ question, isAnswered, isHelpful, askedAt }) => ({
      question: question ?? '',
      is_answered: isAnswered,
      is_helpful: isHelpful,
      asked_at: askedAt.toISOString(),
    })),
  }
}

const ownPublication = ({ userId, notebookId }: NotebookRef) =>
  and(eq(publications.notebookId, notebookId), eq(publications.userId, userId))

const urlOf = (appUrl: string, address: string) => appUrl + PUBLISHED_PATH + address

function settingsOf(row: typeof publications.$inferSelect): PublicationSettings {
  const { address, title, intro, color, logo, contact, origins, dailyQuestions, poweredBy } = row
  return {
    ...{ address, title, intro, color, logo, contact, origins },
    daily_questions: dailyQuestions,
    powered_by: poweredBy,
  }
}
