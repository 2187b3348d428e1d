import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ChatCard, ChatSort } from '#shared/chat/chats.ts'
import { containsText } from '#server/platform/db/contains-text.ts'
import type { Db } from '#server/platform/db/database.ts'
import { savedChats } from '#server/platform/db/schema/index.ts'
import { CursorText, CursorTime, cursorTime, decodeCursor, encodeCursor } from '#server/platform/db/cursor.ts'

/** Characters of the last message on a card. */
const LAST_MESSAGE_LENGTH = 300
export const CHATS_PAGE_SIZE = 100

type ListOptions = {
  userId: string
  notebookId?: string | undefined
  /** A part of the title; case is ignored. */
  title?: string | undefined
  sort?: ChatSort | undefined
  /** The `next` of the previous page. */
  after?: string | undefined
  limit?: number | undefined
}

const orders = {
  created: { key: sql`saved_chats.created_at`, type: sql`timestamptz`, descending: true },
  updated: { key: sql`saved_chats.updated_at`, type: sql`timestamptz`, descending: true },
  title: { key: sql`lower(saved_chats.title)`, type: sql`text`, descending: false },
} as const

/**
 * One page of My Chats: pinned chats first, then by `sort`, newest created first by default. The index
 * saved_chats_listed returns the default order without sorting. Throws AppError 'request.cursor' for an invalid
 * `after`.
 */
export async function listChats(
  { db }: { db: Db },
  options: ListOptions,
): Promise<{ chats: ChatCard[]; next: string | null }> {
  const { userId, notebookId, title = '', sort = 'created', after, limit = CHATS_PAGE_SIZE } = options
  const { key, type, descending } = orders[sort]
  const direction = descending ? sql`desc` : sql`asc`
  // Pinned chats come first in both directions.
  const pinned = descending ? sql`saved_chats.pinned` : sql`(not saved_chats.pinned)`
  const cursor = decodeCursor(cursorOf(sort), after)
  // Subqueries are plain SQL: in a select from one table Drizzle omits the table name, which they need.
  const rows = await db
    .select({
      id: savedChats.id,
      notebookId: savedChats.notebookId,
      title: savedChats.title,
      pinned: savedChats.pinned,
      createdAt: savedChats.createdAt,
      updatedAt: savedChats.updatedAt,
      key: sort === 'title' ? sql<string>`${key}` : cursorTime(key),
      lastMessage: sql<string | null>`(
        select case when length(m.content) <= ${LAST_MESSAGE_LENGTH} then m.content
                    else regexp_replace(left(m.content, ${LAST_MESSAGE_LENGTH}), '\\s+\\S*$', '') || ' …' end
          from chat_messages m
         where m.chat_id = saved_chats.id order by m.position desc limit 1)`,
      messageCount: sql<number>`(select count(*)::int from chat_messages m where m.chat_id = saved_chats.id)`,
      crawledPagesCount: sql<number>`(select count(*)::int from chat_pages p where p.chat_id = saved_chats.id)`,
      selectedPagesCount: sql<number>`(
        select count(*)::int from chat_pages p where p.chat_id = saved_chats.id and p.selected)`,
    })
    .from(savedChats)
    .where(
      and(
        eq(savedChats.userId, userId),
        isNull(savedChats.deletedAt),
        notebookId ? eq(savedChats.notebookId, notebookId) : undefined,
        title.trim() ? containsText(sql`saved_chats.title`, title.trim()) : undefined,
        cursor &&
          sql`(${pinned}, ${key}, saved_chats.id) ${descending ? sql`<` : sql`>`}
            (${cursor.pinned === descending}::boolean, ${cursor.key}::${type}, ${cursor.id}::uuid)`,
      ),
    )
    .orderBy(sql`${pinned} ${direction}, ${key} ${direction}, saved_chats.id ${direction}`)
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    chats: shown.map(presentCard),
    next: last ? encodeCursor({ sort, pinned: last.pinned, key: last.key, id: last.id }) : null,
  }
}

type Row = Omit<ChatCard, 'notebook_id' | 'created_at' | 'updated_at'> & {
  notebookId: string
  createdAt: Date
  updatedAt: Date
  key: string
}

function presentCard({ notebookId, createdAt, updatedAt, key: _, ...card }: Row): ChatCard {
  return { ...card, notebook_id: notebookId, created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() }
}

/** The sort values of the last row, so the cursor stays valid when that chat is deleted. */
const cursorOf = (sort: ChatSort) =>
  z.object({
    sort: z.literal(sort),
    pinned: z.boolean(),
    key: sort === 'title' ? CursorText : CursorTime,
    id: z.uuid(),
  })
