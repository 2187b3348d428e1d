/**
 * What was said in somebody's chats, and what stands on their pages: a piece at a time, newest first. Every word of
 * the query must be there, each as the beginning of a word, so that the last one may still be being typed.
 */
import { and, desc, eq, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ChatHit, SearchIn } from '#shared/chats.ts'
import { containing } from '#server/db/containing.ts'
import type { Db } from '#server/db/database.ts'
import { chatMessages, chatPages, messageWords, pages, pageWords, savedChats } from '#server/db/schema/index.ts'
import { excerpt, isUnspaced } from './excerpt.ts'
import { readPlace, writePlace } from './list-place.ts'

/** As much as was put into the word lists. */
const SEARCHED = 200_000
const HITS_AT_ONCE = 20

type Search = { userId: string; q: string; in: SearchIn; after?: string | undefined }

/** Throws AppError 'request.invalid' when `after` is none of ours. */
export async function searchChats({ db }: { db: Db }, search: Search): Promise<{ hits: ChatHit[]; next: string | null }> {
  const words = search.q.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  if (words.length === 0) return { hits: [], next: null }
  const after = readPlace(Place, search.after)
  const rows = await (search.in === 'messages' ? inMessages : inPages)(db, { ...search, words, after })
  const shown = rows.slice(0, HITS_AT_ONCE)
  const last = rows.length > HITS_AT_ONCE ? shown.at(-1) : undefined
  const texts = await (search.in === 'messages' ? textsOfMessages : textsOfPages)(db, shown.map(({ id }) => id))
  const textOf = new Map(texts.map(({ id, text }) => [id, text]))
  return {
    hits: shown.map(({ position: _, ...hit }) => ({ ...hit, ...excerpt(textOf.get(hit.id) ?? '', words) })),
    next: last ? writePlace({ position: last.position, id: last.id }) : null,
  }
}

type Ask = { userId: string; words: string[]; after: Place | undefined }

function inMessages(db: Db, { userId, words, after }: Ask) {
  return db
    .select({
      id: chatMessages.id,
      position: chatMessages.position,
      chatId: savedChats.id,
      chatTitle: savedChats.title,
      title: sql<string>`''`,
    })
    .from(savedChats)
    .innerJoin(chatMessages, eq(chatMessages.chatId, savedChats.id))
    .innerJoin(messageWords, eq(messageWords.messageId, chatMessages.id))
    .where(
      and(
        eq(savedChats.userId, userId),
        isNull(savedChats.deletedAt),
        holding(words, sql`${messageWords.words}`, sql`${chatMessages.content}`),
        after && beyond(sql`${chatMessages.position}`, sql`${chatMessages.id}`, after),
      ),
    )
    .orderBy(desc(chatMessages.position), desc(chatMessages.id))
    .limit(HITS_AT_ONCE + 1)
}

function inPages(db: Db, { userId, words, after }: Ask) {
  return db
    .select({
      id: pages.id,
      position: chatPages.position,
      chatId: savedChats.id,
      chatTitle: savedChats.title,
      title: pages.title,
    })
    .from(savedChats)
    .innerJoin(chatPages, eq(chatPages.chatId, savedChats.id))
    .innerJoin(pages, eq(pages.id, chatPages.pageId))
    .innerJoin(pageWords, eq(pageWords.pageId, pages.id))
    .where(
      and(
        eq(savedChats.userId, userId),
        isNull(savedChats.deletedAt),
        holding(words, sql`${pageWords.words}`, sql`${pages.title} || ' ' || ${pages.content}`),
        after && beyond(sql`${chatPages.position}`, sql`${pages.id}`, after),
      ),
    )
    .orderBy(desc(chatPages.position), desc(pages.id))
    .limit(HITS_AT_ONCE + 1)
}

function holding(words: string[], list: SQL, text: SQL): SQL | undefined {
  // Of a script without spaces, the word lists know whole clauses only: the text itself is looked at.
  const unspaced = words.filter(isUnspaced)
  const spaced = words.filter((word) => !isUnspaced(word))
  // A quoted word is taken as text: nothing in it is an operator.
  const query = spaced.map((word) => `'${word.replace(/['\\]/g, '$&$&')}':*`).join(' & ')
  return and(
    query ? sql`${list} @@ to_tsquery('simple', ${query})` : undefined,
    ...unspaced.map((word) => containing(sql`left(${text}, ${SEARCHED}::int)`, word)),
  )
}

/** Read for what is shown only: the texts of all that was found would be sorted along. */
const textsOfMessages = (db: Db, ids: string[]) =>
  db
    .select({ id: chatMessages.id, text: sql<string>`left(${chatMessages.content}, ${SEARCHED}::int)` })
    .from(chatMessages)
    .where(inArray(chatMessages.id, ids))

const textsOfPages = (db: Db, ids: string[]) =>
  db
    .select({ id: pages.id, text: sql<string>`left(${pages.content}, ${SEARCHED}::int)` })
    .from(pages)
    .where(inArray(pages.id, ids))

/** Where a piece ended. */
const Place = z.object({ position: z.number().int(), id: z.uuid() })
type Place = z.infer<typeof Place>

const beyond = (position: SQL, id: SQL, after: Place) =>
  or(lt(position, after.position), and(eq(position, after.position), lt(id, sql`${after.id}::uuid`)))
