/** What a check found, for its report: pages, and the golden questions that they touch. */
import { and, asc, eq, inArray, isNotNull, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ReportedPage, ReportedQuestion } from '#shared/chat/change-reports.ts'
import { pageIdentity } from '#server/crawl/links/links.ts'
import { touchedQuestions } from '#server/changes/touched-questions.ts'
import type { Db } from '#server/platform/db/database.ts'
import { chatAddresses, chatCheckPages, pages, savedChats } from '#server/platform/db/schema/index.ts'
import type { CheckRow } from './check-step.ts'
import { pairRewordings } from './compare-pages.ts'
import { redirectTarget } from './new-addresses.ts'

const newVersion = alias(pages, 'new_version')

/** Within `tx`, before the chat switches to the new versions. */
export async function listChanges(tx: Db, check: CheckRow): Promise<ReportedPage[]> {
  const results = await readResults(tx, check)
  const unmatched = new Set(await readNewPages(tx, check))
  const changes = results.flatMap((result) => changeOf(result, unmatched) ?? [])
  const added = [...unmatched].map(({ url, pageUrl, pageId, title }): ReportedPage => {
    return { ...NO_SENTENCES, kind: 'added', url: pageUrl ?? url, title: title ?? '', page_id: pageId }
  })
  return [...changes, ...added]
}

type PageResult = Awaited<ReturnType<typeof readResults>>[number]
type NewPage = Awaited<ReturnType<typeof readNewPages>>[number]

/** The pages that have changed, are gone, or were gone before. */
function readResults(tx: Db, check: CheckRow) {
  return tx
    .select({
      result: chatCheckPages,
      url: pages.url,
      title: pages.title,
      contentHash: pages.contentHash,
      newTitle: newVersion.title,
    })
    .from(chatCheckPages)
    .innerJoin(pages, eq(pages.id, chatCheckPages.pageId))
    .leftJoin(newVersion, eq(newVersion.id, chatCheckPages.newPageId))
    .where(
      and(
        eq(chatCheckPages.checkId, check.id),
        or(inArray(chatCheckPages.state, ['changed', 'gone']), eq(chatCheckPages.wasGone, true)),
      ),
    )
    .orderBy(asc(chatCheckPages.position))
}

/** New addresses with their page; one that was not read has none. */
function readNewPages(tx: Db, check: CheckRow) {
  return tx
    .select({
      url: chatAddresses.url,
      pageUrl: pages.url,
      pageId: pages.id,
      title: pages.title,
      hash: pages.contentHash,
    })
    .from(chatAddresses)
    .leftJoin(pages, eq(pages.id, chatAddresses.pageId))
    .where(and(eq(chatAddresses.checkId, check.id), inArray(chatAddresses.state, ['added', 'listed'])))
    .orderBy(asc(chatAddresses.depth), asc(chatAddresses.url))
}

/** Null without a change to report. Takes the page that a gone one has moved to out of `newPages`. */
function changeOf(row: PageResult, newPages: Set<NewPage>): ReportedPage | null {
  const { result, url, title, newTitle } = row
  if (result.state === 'gone') return result.wasGone ? null : moveOf(row, newPages)
  const page = { ...NO_SENTENCES, url, title: newTitle ?? title, page_id: result.newPageId ?? result.pageId }
  const isBack = result.wasGone && result.state !== 'waiting' && result.state !== 'failed'
  if (isBack) return { ...page, kind: 'added' }
  if (result.state !== 'changed' || !result.difference) return null
  const { reworded, added, removed } = pairRewordings(result.difference)
  const { addedCount, removedCount } = result.difference
  const listed = 2 * reworded.length + added.length + removed.length
  return {
    ...page,
    kind: 'changed',
    reworded,
    new_sentences: added,
    removed_sentences: removed,
    sentences_left_out: addedCount + removedCount - listed,
  }
}

/** A page that is gone has moved if it redirects to a new page, or if a new page has its text. */
function moveOf({ result, url, title, contentHash, newTitle }: PageResult, newPages: Set<NewPage>): ReportedPage {
  const target = redirectTarget(result.detailMessage)
  const identity = target && pageIdentity(target, { keepQuery: true })
  const moved = [...newPages].find((each) => {
    // A page that does not redirect has no target, and an address that was listed without being read has no page.
    const isTarget = identity !== null && (each.url === identity || each.pageUrl === identity)
    return isTarget || each.hash === contentHash
  })
  if (moved) newPages.delete(moved)
  // Many sites send every missing page to their start page.
  const otherTarget = target && new URL(target).pathname !== '/' ? target : null
  const movedTo = moved?.pageUrl ?? moved?.url ?? otherTarget
  return {
    ...NO_SENTENCES,
    kind: movedTo ? 'moved' : 'removed',
    url,
    title: newTitle ?? title,
    page_id: moved?.pageId ?? result.newPageId ?? result.pageId,
    moved_to: movedTo,
  }
}

const NO_SENTENCES = {
  moved_to: null,
  reworded: [],
  new_sentences: [],
  removed_sentences: [],
  sentences_left_out: 0,
}

/** Golden questions of the chat's notebook whose page or sentence a changed or removed page touches. */
export async function findTouchedQuestions(db: Db, check: CheckRow): Promise<ReportedQuestion[]> {
  const { userId, chatId } = check
  const [chat] = await db
    .select({ notebookId: savedChats.notebookId })
    .from(savedChats)
    .where(and(eq(savedChats.id, chatId), eq(savedChats.userId, userId)))
  if (!chat) return []
  const results = await db
    .select({ pageId: chatCheckPages.pageId, newPageId: chatCheckPages.newPageId, url: pages.url })
    .from(chatCheckPages)
    .innerJoin(pages, eq(pages.id, chatCheckPages.pageId))
    .where(
      and(
        eq(chatCheckPages.checkId, check.id),
        or(
          and(eq(chatCheckPages.state, 'changed'), isNotNull(chatCheckPages.newPageId)),
          and(eq(chatCheckPages.state, 'gone'), eq(chatCheckPages.wasGone, false)),
        ),
      ),
    )
    .orderBy(asc(chatCheckPages.position))
  return touchedQuestions(db, { userId, notebookId: chat.notebookId }, results)
}
