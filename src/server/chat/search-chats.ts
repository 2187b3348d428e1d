import { withoutMarkers } from '#shared/chat/plain-text.ts'
import { and, desc, eq, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ChatHits, SearchIn } from '#shared/chat/chats.ts'
import { containsText } from '#server/platform/db/contains-text.ts'
import { decodeCursor, encodeCursor } from '#server/platform/db/cursor.ts'
import type { Db } from '#server/platform/db/database.ts'
import {
  chatMessages,
  chatPages,
  messageWords,
  pages,
  pageWords,
  savedChats,
} from '#server/platform/db/schema/index.ts'
import { excerpt, isUnspaced } from './excerpt.ts'

/** Characters of a text that the full-text index covers. */
const SEARCHED_CHARACTERS = 200_000
const HITS_PAGE_SIZE = 20

type SearchOptions = { userId: string; q: string; in: SearchIn; after?: string | undefined }

/**
 * One page of matching messages or pages of the user's chats, newest first. Every word of the query must match the
 * beginning of a word, so results appear while the last word is typed. Throws AppError 'request.cursor' for an invalid
 * `after`.
 */
export async function searchChats({ db }: { db: Db }, options: SearchOptions): Promise<ChatHits> {
  const words = options.q.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  if (words.length === 0) return { hits: [], next: null, indexing: false }
  const after = decodeCursor(Cursor, options.after)
  const isInMessages = options.in === 'messages'
  // First: pages that are indexed in between may be missing from the rows.
  const indexing = !isInMessages && (await isIndexing(db, options.userId))
  const rows = await (isInMessages ? findInMessages : findInPages)(db, { userId: options.userId, words, after })
  const shown = rows.slice(0, HITS_PAGE_SIZE)
  const last = rows.length > HITS_PAGE_SIZE ? shown.at(-1) : undefined
  const shownIds = shown.map(({ id }) => id)
  const texts = await (isInMessages ? textsOfMessages : textsOfPages)(db, shownIds)
  const textById = new Map(texts.map(({ id, text }) => [id, text]))
  return {
    hits: shown.map(({ position: _, ...hit }) => {
      const text = textById.get(hit.id) ?? ''
      return { ...hit, ...excerpt(isInMessages ? withoutMarkers(text) : text, words) }
    }),
    next: last ? encodeCursor({ position: last.position, id: last.id }) : null,
    indexing,
  }
}

/** True if pages of the user's chats wait for index-page-words.ts. */
async function isIndexing(db: Db, userId: string): Promise<boolean> {
  const waiting = await db
    .select({ pageId: pageWords.pageId })
    .from(pageWords)
    .innerJoin(chatPages, eq(chatPages.pageId, pageWords.pageId))
    .innerJoin(savedChats, eq(savedChats.id, chatPages.chatId))
    .where(and(isNull(pageWords.words), eq(savedChats.userId, userId), isNull(savedChats.deletedAt)))
    .limit(1)
  return waiting.length > 0
}

type Search = { userId: string; words: string[]; after: Cursor | undefined }

function findInMessages(db: Db, { userId, words, after }: Search) {
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
        matchesAll({ userId, words }, sql`${messageWords.words}`, sql`${chatMessages.content}`),
        after && isAfter(sql`${chatMessages.position}`, sql`${chatMessages.id}`, after),
      ),
    )
    .orderBy(desc(chatMessages.position), desc(chatMessages.id))
    .limit(HITS_PAGE_SIZE + 1)
}

function findInPages(db: Db, { userId, words, after }: Search) {
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
        matchesAll({ userId, words }, sql`${pageWords.words}`, sql`${pages.title} || ' ' || ${pages.content}`),
        after && isAfter(sql`${chatPages.position}`, sql`${pages.id}`, after),
      ),
    )
    .orderBy(desc(chatPages.position), desc(pages.id))
    .limit(HITS_PAGE_SIZE + 1)
}

function matchesAll({ userId, words }: Pick<Search, 'userId' | 'words'>, list: SQL, text: SQL): SQL | undefined {
  // The index treats a clause of an unspaced script as one word, so these words are searched in the text itself.
  const unspaced = words.filter(isUnspaced)
  const spaced = words.filter((word) => !isUnspaced(word)).join(' ')
  return and(
    spaced ? sql`${list} @@ owner_query(${userId}, ${spaced})` : undefined,
    ...unspaced.map((word) => containsText(sql`left(${text}, ${SEARCHED_CHARACTERS}::int)`, word)),
  )
}

/** Loaded only for the shown hits: PostgreSQL would sort the texts of all matches. */
const textsOfMessages = (db: Db, ids: string[]) =>
  db
    .select({ id: chatMessages.id, text: sql<string>`left(${chatMessages.content}, ${SEARCHED_CHARACTERS}::int)` })
    .from(chatMessages)
    .where(inArray(chatMessages.id, ids))

const textsOfPages = (db: Db, ids: string[]) =>
  db
    .select({ id: pages.id, text: sql<string>`left(${pages.content}, ${SEARCHED_CHARACTERS}::int)` })
    .from(pages)
    .where(inArray(pages.id, ids))

const Cursor = z.object({ position: z.number().int(), id: z.uuid() })
type Cursor = z.infer<typeof Cursor>

const isAfter = (position: SQL, id: SQL, after: Cursor) =>
  or(lt(position, after.position), and(eq(position, after.position), lt(id, sql`${after.id}::uuid`)))
