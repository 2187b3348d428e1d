/** The cards of My Chats and the notebooks they lie in: newest created first (SPEC section 7). */
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { ChatCard, Notebook } from '#shared/chats.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '#server/db/database.ts'
import { notebooks, savedChats } from '#server/db/schema/index.ts'

/** A card shows the beginning of the last message. */
const LAST_MESSAGE_SHOWN = 300

type Which = { userId: string; notebookId?: string }

// The inner tables are named by hand: in a select from one table Drizzle leaves the table's name out.
export async function listChats({ db }: { db: Db }, { userId, notebookId }: Which): Promise<ChatCard[]> {
  const rows = await db
    .select({
      id: savedChats.id,
      notebookId: savedChats.notebookId,
      title: savedChats.title,
      createdAt: savedChats.createdAt,
      updatedAt: savedChats.updatedAt,
      lastMessage: sql<string | null>`(
        select left(m.content, ${LAST_MESSAGE_SHOWN}) from chat_messages m
         where m.chat_id = saved_chats.id order by m.position desc limit 1)`,
      messageCount: sql<number>`(select count(*)::int from chat_messages m where m.chat_id = saved_chats.id)`,
      crawledPagesCount: sql<number>`(select count(*)::int from chat_pages p where p.chat_id = saved_chats.id)`,
      selectedPagesCount: sql<number>`(
        select count(*)::int from chat_pages p where p.chat_id = saved_chats.id and p.selected)`,
    })
    .from(savedChats)
    .where(and(eq(savedChats.userId, userId), notebookId ? eq(savedChats.notebookId, notebookId) : undefined))
    .orderBy(desc(savedChats.createdAt), desc(savedChats.id))
    .limit(1000)
  return rows.map(({ notebookId: notebook_id, createdAt, updatedAt, ...card }) => ({
    ...card,
    notebook_id,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  }))
}
