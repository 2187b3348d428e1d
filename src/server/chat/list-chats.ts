/**
 * The cards of My Chats, a piece at a time: pinned ones first, then newest created first (SPEC section 7) unless the
 * person sorts otherwise. The index saved_chats_listed gives the usual order without sorting.
 */
import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ChatCard, ChatSort } from '#shared/chats.ts'
import { containing } from '#server/db/containing.ts'
import type { Db } from '#server/db/database.ts'
import { savedChats } from '#server/db/schema/index.ts'
import { readPlace, writePlace } from './list-place.ts'

/** A card shows the beginning of the last message. */
const LAST_MESSAGE_SHOWN = 300
export const CHATS_AT_ONCE = 100

type Which = {
  userId: string
  notebookId?: string | undefined
  /** Words that the title holds, whatever their case. */
  title?: string | undefined
  sort?: ChatSort | undefined
  /** The `next` of the piece before. */
  after?: string | undefined
  limit?: number | undefined
}

/** What a piece is sorted by, and in which direction. */
const orders = {
  created: { key: sql`saved_chats.created_at`, type: sql`timestamptz`, descending: true },
  updated: { key: sql`saved_chats.updated_at`, type: sql`timestamptz`, descending: true },
  title: { key: sql`lower(saved_chats.title)`, type: sql`text`, descending: false },
} as const

/** Throws AppError 'request.invalid' when `after` is none of ours. */
export async function listChats({ db }: { db: Db }, which: Which): Promise<{ chats: ChatCard[]; next: string | null }> {
  const { userId, notebookId, title = '', sort = 'created', after, limit = CHATS_AT_ONCE } = which
  const { key, type, descending } = orders[sort]
  const way = descending ? sql`desc` : sql`asc`
  // Pinned ones come first whichever way the rest goes.
  const pinned = descending ? sql`saved_chats.pinned` : sql`(not saved_chats.pinned)`
  const place = readPlace(Place, after)
  // The inner tables are named by hand: in a select from one table Drizzle leaves the table's name out.
  const rows = await db
    .select({
      id: savedChats.id,
      notebookId: savedChats.notebookId,
      title: savedChats.title,
      pinned: savedChats.pinned,
      createdAt: savedChats.createdAt,
      updatedAt: savedChats.updatedAt,
      key: sql<string>`(${key})::text`,
      lastMessage: sql<string | null>`(
        select left(m.content, ${LAST_MESSAGE_SHOWN}) from chat_messages m
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
        title.trim() ? containing(sql`saved_chats.title`, title.trim()) : undefined,
        place &&
          sql`(${pinned}, ${key}, saved_chats.id) ${descending ? sql`<` : sql`>`}
            (${place.pinned === descending}::boolean, ${place.key}::${type}, ${place.id}::uuid)`,
      ),
    )
    .orderBy(sql`${pinned} ${way}, ${key} ${way}, saved_chats.id ${way}`)
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { chats: shown.map(presentCard), next: last ? writePlace({ pinned: last.pinned, key: last.key, id: last.id }) : null }
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

/** Where a piece ended: the values it is sorted by, so that what was deleted meanwhile does not matter. */
const Place = z.object({ pinned: z.boolean(), key: z.string(), id: z.uuid() })
