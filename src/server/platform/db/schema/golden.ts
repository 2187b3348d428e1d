/** Golden questions of a notebook, and the results of its runs. */
import { bigserial, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { GoldenResult } from '#shared/chat/golden-questions.ts'
import { users } from './accounts.ts'
import { notebooks } from './chats.ts'
import { timestamptz } from './timestamptz.ts'

export const goldenQuestions = pgTable(
  'golden_questions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    notebookId: uuid('notebook_id')
      .notNull()
      .references(() => notebooks.id, { onDelete: 'cascade' }),
    position: bigserial('position', { mode: 'number' }).notNull(),
    question: text('question').notNull(),
    /** An address, or a path that any host may have. */
    page: text('page'),
    sentence: text('sentence'),
    mustInclude: jsonb('must_include').$type<string[]>().notNull(),
    mustNotInclude: jsonb('must_not_include').$type<string[]>().notNull(),
  },
  (table) => [
    // Importing a file again updates its questions.
    uniqueIndex('golden_questions_question').on(table.notebookId, table.question, table.userId),
    index('golden_questions_user').on(table.userId),
  ],
)

export const goldenRuns = pgTable(
  'golden_runs',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    notebookId: uuid('notebook_id')
      .notNull()
      .references(() => notebooks.id, { onDelete: 'cascade' }),
    ranAt: timestamptz('ran_at').notNull(),
    pages: integer('pages').notNull(),
    results: jsonb('results').$type<GoldenResult[]>().notNull(),
  },
  (table) => [
    index('golden_runs_notebook').on(table.notebookId, table.ranAt),
    index('golden_runs_user').on(table.userId),
  ],
)
