/** Published notebooks and the questions of their visitors. */
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { notebooks } from './chats.ts'
import { timestamptz } from './timestamptz.ts'

export const publications = pgTable(
  'publications',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    notebookId: uuid('notebook_id')
      .notNull()
      .unique()
      .references(() => notebooks.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The last part of the public page's address. */
    address: text('address').notNull().unique(),
    title: text('title').notNull(),
    intro: text('intro').notNull(),
    color: text('color').notNull(),
    /** A data: URL; '' for none. */
    logo: text('logo').notNull(),
    contact: text('contact').notNull(),
    /** Sites that may embed the widget. */
    origins: jsonb('origins').$type<string[]>().notNull(),
    dailyQuestions: integer('daily_questions').notNull(),
    poweredBy: boolean('powered_by').notNull(),
    publishedAt: timestamptz('published_at').notNull().defaultNow(),
  },
  (table) => [index('publications_user').on(table.userId)],
)

/** A visitor's question, without who asked. Deleted after the days that the notebook keeps questions. */
export const visitorQuestions = pgTable(
  'visitor_questions',
  {
    /** Given to the visitor for feedback. */
    id: uuid('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    notebookId: uuid('notebook_id')
      .notNull()
      .references(() => notebooks.id, { onDelete: 'cascade' }),
    /** Null when the notebook does not record questions. */
    question: text('question'),
    isAnswered: boolean('is_answered').notNull(),
    /** The visitor's feedback; null without. */
    isHelpful: boolean('is_helpful'),
    askedAt: timestamptz('asked_at').notNull().defaultNow(),
  },
  (table) => [
    index('visitor_questions_notebook').on(table.notebookId, table.askedAt),
    index('visitor_questions_user').on(table.userId),
  ],
)
