/** The conflicts of a notebook: search, list, dismiss. */
import { createHash } from 'node:crypto'
import { and, asc, eq, inArray, isNull, ne, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Conflict, Conflicts } from '#shared/chat/conflicts.ts'
import { AppError } from '#shared/errors.ts'
import { inBatches } from '#server/platform/db/in-batches.ts'
import type { Db } from '#server/platform/db/database.ts'
import { conflicts, conflictSearches, notebooks, pages } from '#server/platform/db/schema/index.ts'
import {
  assertOwnNotebook,
  currentPages,
  type NotebookRef,
  ownNotebook,
  type PageRef,
} from '#server/chat/notebook-pages.ts'
import { planOf } from '#server/credits/plan-of.ts'
import { createPartThread } from '#server/platform/part-thread.ts'
import { findRefuted, type RefuteServices } from './discard-refuted.ts'
import type { FactPage } from './facts/extract-facts.ts'
import { sharedWords } from './facts/fact-words.ts'
import type { FoundConflict } from './find-conflicts.ts'
import { keepStated } from './keep-stated.ts'

const searchInThread = createPartThread<FactPage[], FoundConflict[]>(new URL('./search-worker.ts', import.meta.url))
/** Pages that are sent to the thread together. */
const PART_SIZE = 50

/** Throws AppError 'notebook.not-found'. */
export async function listConflicts({ db }: { db: Db }, ref: NotebookRef): Promise<Conflicts> {
  await assertOwnNotebook(db, ref)
  // One snapshot: a search that ends between the two statements would leave the list empty.
  return db.transaction(
    async (tx) => {
      const [search] = await tx.select().from(conflictSearches).where(eq(conflictSearches.notebookId, ref.notebookId))
      return {
        searched_at: search?.searchedAt.toISOString() ?? null,
        pages_compared: search?.pagesCompared ?? 0,
        pages_left_out: search?.pagesLeftOut ?? 0,
        conflicts: search ? await readStated(tx, ref, eq(conflicts.foundAt, search.searchedAt)) : [],
      }
    },
    { isolationLevel: 'repeatable read' },
  )
}

/** A page may have changed since the search. */
const readStated = async (db: Db, ref: NotebookRef, where: SQL) =>
  keepStated(db, ref, await readConflicts(db, and(foundIn(ref), where)))

/**
 * Compares the current pages of the notebook's chats, the newest first, as many as the plan allows. Dismissed conflicts
 * stay dismissed; a connected language model may dismiss new ones. Throws AppError 'notebook.not-found'.
 */
export async function searchConflicts(services: RefuteServices, ref: NotebookRef): Promise<Conflicts> {
  const { db } = services
  await assertOwnNotebook(db, ref)
  const all = await currentPages(db, ref)
  const { maxPagesCompared } = await planOf(db, ref.userId)
  const compared = all.slice(0, maxPagesCompared)
  const found = await searchInThread(readParts(db, ref, compared))

  const searchedAt = new Date()
  const urls = new Map(compared.map(({ id, url }) => [id, url]))
  const foundRows = found.map((conflict, position) => toRow(conflict, { ...ref, urls, position, foundAt: searchedAt }))
  const refuted = await findNewRefuted(services, ref, foundRows)
  const rows = foundRows.map((row) => ({ ...row, dismissedAt: refuted.has(row.fingerprint) ? searchedAt : null }))
  const summary = { pagesCompared: compared.length, pagesLeftOut: all.length - compared.length, searchedAt }
  await db.transaction((tx) => replaceConflicts(tx, ref, rows, summary))
  return listConflicts({ db }, ref)
}

/** Within `tx`: stores the result of a search in place of that of the search before. */
async function replaceConflicts(
  tx: Db,
  ref: NotebookRef,
  rows: (typeof conflicts.$inferInsert)[],
  summary: { pagesCompared: number; pagesLeftOut: number; searchedAt: Date },
) {
  // Of two searches, one waits here; the notebook may have been deleted since.
  const [own] = await tx.select({ id: notebooks.id }).from(notebooks).where(ownNotebook(ref)).for('update')
  if (!own) throw new AppError('notebook.not-found')
  await tx
    .insert(conflictSearches)
    .values({ notebookId: ref.notebookId, ...summary })
    .onConflictDoUpdate({ target: conflictSearches.notebookId, set: summary })
  for (const batch of inBatches(rows)) {
    await tx
      .insert(conflicts)
      .values(batch)
      .onConflictDoUpdate({
        target: [conflicts.notebookId, conflicts.fingerprint, conflicts.userId],
        // Not `dismissedAt`: what was dismissed stays dismissed.
        set: {
          position: sql`excluded.position`,
          firstPageId: sql`excluded.first_page_id`,
          secondPageId: sql`excluded.second_page_id`,
          quotes: sql`excluded.quotes`,
          foundAt: sql`excluded.found_at`,
        },
      })
  }
  const isOutdated = and(isNull(conflicts.dismissedAt), ne(conflicts.foundAt, summary.searchedAt))
  await tx.delete(conflicts).where(and(foundIn(ref), isOutdated))
}

/**
 * The fingerprints of those that a language model discards. Only new ones are sent: what a person or an earlier search
 * decided stays.
 */
async function findNewRefuted(
  services: RefuteServices,
  ref: NotebookRef,
  rows: readonly FoundRow[],
): Promise<Set<string>> {
  const { db, engine } = services
  if (engine.kind === 'built-in') return new Set()
  const known = await db.select({ fingerprint: conflicts.fingerprint }).from(conflicts).where(foundIn(ref))
  const knownFingerprints = new Set(known.map(({ fingerprint }) => fingerprint))
  const candidates = rows.filter(({ fingerprint }) => !knownFingerprints.has(fingerprint))
  const titles = await readTitles(
    db,
    ref,
    candidates.flatMap(({ firstPageId, secondPageId }) => [firstPageId, secondPageId]),
  )
  const seeming = candidates.map(({ fingerprint, property, firstPageId, secondPageId, quotes }) => ({
    fingerprint,
    property,
    statements: [firstPageId, secondPageId].map((id, index) => ({
      title: titles.get(id) ?? '',
      sentence: quotes[index]?.sentence ?? '',
    })),
  }))
  const refuted = await findRefuted(services, ref.userId, seeming)
  return new Set([...refuted].map(({ fingerprint }) => fingerprint))
}

/** The titles of pages by page id. An id may be given several times. */
async function readTitles(db: Db, { userId }: NotebookRef, pageIds: readonly string[]): Promise<Map<string, string>> {
  const titles = new Map<string, string>()
  for (const batch of inBatches([...new Set(pageIds)])) {
    const found = await db
      .select({ id: pages.id, title: pages.title })
      .from(pages)
      .where(and(inArray(pages.id, batch), eq(pages.userId, userId)))
    for (const { id, title } of found) titles.set(id, title)
  }
  return titles
}

/** Throws AppError 'conflict.not-found'. */
export async function changeConflict(
  { db }: { db: Db },
  { userId, conflictId, dismissed }: { userId: string; conflictId: string; dismissed: boolean },
): Promise<Conflict> {
  const own = and(eq(conflicts.id, conflictId), eq(conflicts.userId, userId))
  await db
    .update(conflicts)
    .set({ dismissedAt: dismissed ? sql`now()` : null })
    .where(own)
  const [conflict] = await readConflicts(db, own)
  if (!conflict) throw new AppError('conflict.not-found')
  return conflict
}

async function readConflicts(db: Db, where: ReturnType<typeof and>): Promise<Conflict[]> {
  const [first, second] = [alias(pages, 'first'), alias(pages, 'second')]
  const rows = await db
    .select({
      conflict: conflicts,
      language: first.language,
      first: { pageId: first.id, url: first.url, title: first.title },
      second: { pageId: second.id, url: second.url, title: second.title },
    })
    .from(conflicts)
    .innerJoin(first, eq(first.id, conflicts.firstPageId))
    .innerJoin(second, eq(second.id, conflicts.secondPageId))
    .where(where)
    .orderBy(asc(conflicts.position))
  // By the first statement: what disagrees with one statement has one subject.
  const subjects = new Map<string, string>()
  return rows.map(({ conflict: { id, property, quotes, dismissedAt }, language, ...sides }) => {
    const statements = [sides.first, sides.second].map((side, index) => ({
      ...side,
      sentence: quotes[index]?.sentence ?? '',
      value: quotes[index]?.value ?? '',
    }))
    const [one = '', other = ''] = statements.map(({ sentence, value }) => sentence.replace(value, ' '))
    const key = `${sides.first.pageId} ${one}`
    const ofWords = () => sharedWords(one, other, language).join(' ')
    const subject = subjects.get(key) ?? (ofWords() || sides.first.title)
    subjects.set(key, subject)
    return { id, property, subject, statements, dismissed: dismissedAt !== null }
  })
}

async function* readParts(db: Db, { userId }: NotebookRef, compared: PageRef[]): AsyncGenerator<FactPage[]> {
  // By address, so that the result does not depend on the order in which pages were fetched.
  const sorted = compared.toSorted((one, other) => (one.url < other.url ? -1 : 1))
  for (const part of inBatches(sorted, PART_SIZE)) {
    const ids = part.map(({ id }) => id)
    const { id, url, title, content, language } = pages
    yield await db
      .select({ id, url, title, content, language })
      .from(pages)
      .where(and(inArray(id, ids), eq(pages.userId, userId)))
      .orderBy(asc(url))
  }
}

type RowOptions = NotebookRef & { urls: ReadonlyMap<string, string>; position: number; foundAt: Date }

type FoundRow = ReturnType<typeof toRow>

function toRow({ property, statements }: FoundConflict, { urls, ...options }: RowOptions) {
  const [first, second] = statements
  const sides = statements.map(({ pageId, sentence }) => `${urls.get(pageId)}\n${sentence}`).toSorted()
  return {
    ...options,
    property,
    fingerprint: createHash('sha256').update(sides.join('\n\n')).digest('hex'),
    firstPageId: first.pageId,
    secondPageId: second.pageId,
    quotes: statements.map(({ sentence, value }) => ({ sentence, value })),
  }
}

const foundIn = ({ userId, notebookId }: NotebookRef) =>
  and(eq(conflicts.notebookId, notebookId), eq(conflicts.userId, userId))
