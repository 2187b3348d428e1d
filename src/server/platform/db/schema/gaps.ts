/** Questions that the pages of a notebook do not answer, as far as no chat stores them. */
import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { GapKind, GapPage } from '#shared/chat/gaps.ts'
import { users } from './accounts.ts'
import { notebooks } from './chats.ts'
import { timestamptz } from './timestamptz.ts'

/**
 * Questions of programs and visitors that no chat stores, without who asked. Deleted after the days that the notebook
 * keeps them.
 */
export const openQuestions = pgTable(
  'open_questions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    notebookId: uuid('notebook_id')
      .notNull()
      .references(() => notebooks.id, { onDelete: 'cascade' }),
    question: text('question').notNull(),
    kind: text('kind').$type<GapKind>().notNull(),
    /** Null when no passage shares a word with the question. */
    nearest: jsonb('nearest').$type<GapPage>(),
    askedAt: timestamptz('asked_at').notNull().defaultNow(),
  },
  (table) => [
    index('open_questions_notebook').on(table.notebookId, table.askedAt),
    index('open_questions_user').on(table.userId),
  ],
)

/** What the user decided about a question, and what the last check of it found. */
export const gapStates = pgTable(
  'gap_states',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    notebookId: uuid('notebook_id')
      .notNull()
      .references(() => notebooks.id, { onDelete: 'cascade' }),
    /** The sorted content words of the question, hashed: the same for every spelling of it. */
    questionKey: text('question_key').notNull(),
    decision: text('decision').$type<'resolved' | 'ignored'>(),
    decidedAt: timestamptz('decided_at'),
    /** The page that answers the question since a check; null when none does. */
    answer: jsonb('answer').$type<GapPage>(),
    checkedAt: timestamptz('checked_at'),
  },
  (table) => [
    primaryKey({ columns: [table.notebookId, table.questionKey, table.userId] }),
    index('gap_states_user').on(table.userId),
  ],
)
