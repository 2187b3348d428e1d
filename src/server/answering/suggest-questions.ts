import { AppError } from '#shared/errors.ts'
import type { SuggestedQuestions, SuggestQuestions } from '#shared/crawl/pages.ts'
import type { Db } from '#server/platform/db/database.ts'
import { PASSAGES_PER_ANSWER } from '#server/engines/built-in/choose-answer.ts'
import { chooseQuestions } from '#server/engines/suggestions/choose-questions.ts'
import type { PassageFinder } from '#server/retrieval/passage-finder.ts'
import { loadPassages, resolveSelection } from './selection.ts'

const MAX_QUESTIONS = 3

type Suggest = SuggestQuestions & { userId: string; limit?: number; except?: ReadonlySet<string> }

/**
 * Questions about the headings and definitions of pages, which the built-in engine answers; none if it answers none.
 * Throws AppError 'knowledge.no-pages' for an empty list and 'page.not-found' when a page belongs to another user.
 */
export async function suggestQuestions(
  { db, finder }: { db: Db; finder: PassageFinder },
  { userId, pageIds, limit = MAX_QUESTIONS, except }: Suggest,
): Promise<SuggestedQuestions> {
  const requested = new Set(pageIds)
  if (requested.size === 0) throw new AppError('knowledge.no-pages')
  const selection = await resolveSelection(db, userId, [...requested])
  if (selection.pageIds.length < requested.size) throw new AppError('page.not-found')
  const search = { key: selection.key, load: () => loadPassages(db, userId, selection) }
  const questions = await chooseQuestions(await finder.allPassages(search), {
    limit,
    ...(except && { except }),
    find: (question) => finder.find({ ...search, question, limit: PASSAGES_PER_ANSWER }),
  })
  return { questions }
}
