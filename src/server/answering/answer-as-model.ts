/** A notebook or a saved chat as a model of the OpenAI API. Questions and answers are not saved. */
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { listChats } from '#server/chat/list-chats.ts'
import { assertOwnNotebook, currentPages, type NotebookPage, ownNotebook } from '#server/chat/notebook-pages.ts'
import { listNotebooks } from '#server/chat/notebooks.ts'
import type { EngineMessage } from '#server/engines/engine.ts'
import { ownChat } from '#server/platform/db/ownership.ts'
import { notebooks, savedChats } from '#server/platform/db/schema/index.ts'
import type { AnswerServices } from './answer-question.ts'
import type { AskingTier } from './check-question-limits.ts'
import { type PreparedAnswer, prepareUnsavedAnswer } from './prepare-answer.ts'
import { processPages } from './process-pages.ts'
import { resolveChatSelection, resolveSelection, type Selection } from './selection.ts'

type Services = AnswerServices & Parameters<typeof processPages>[0]

/** `id` is `notebook:<id>` or `chat:<id>`. */
export type Model = { id: string; title: string; createdAt: Date }

/** Notebooks, then the first page of My Chats. */
export async function listModels({ db }: Services, userId: string): Promise<Model[]> {
  const [{ notebooks }, { chats }] = await Promise.all([
    listNotebooks({ db }, { userId }),
    listChats({ db }, { userId }),
  ])
  return [
    ...notebooks.map(({ id, title, created_at }) => ({ id: `notebook:${id}`, title, createdAt: new Date(created_at) })),
    ...chats.map(({ id, title, created_at }) => ({ id: `chat:${id}`, title, createdAt: new Date(created_at) })),
  ]
}

/** Any notebook or chat of this user. Throws AppError 'model.no-notebook'. */
export async function getModel({ db }: Services, userId: string, model: string): Promise<Model> {
  const { kind, id } = parseModel(model)
  const [found] =
    kind === 'chat'
      ? await db
          .select({ title: savedChats.title, createdAt: savedChats.createdAt })
          .from(savedChats)
          .where(ownChat({ userId, chatId: id }))
      : await db
          .select({ title: notebooks.title, createdAt: notebooks.createdAt })
          .from(notebooks)
          .where(ownNotebook({ userId, notebookId: id }))
  if (!found) throw noModel(model)
  return { id: model, ...found }
}

/**
 * `pages` are the current ones of the notebook. Throws AppError 'model.no-notebook', also for another user's,
 * 'answer.no-context' when it has no page, and what checkQuestionLimits throws.
 */
export async function prepareModelAnswer(
  services: Services,
  request: {
    userId: string
    tier: AskingTier
    model: string
    question: string
    history: EngineMessage[]
    recordsQuestion?: boolean
  },
): Promise<PreparedAnswer & { pages: readonly NotebookPage[] }> {
  const { userId, model, ...asked } = request
  let pages: readonly NotebookPage[] = []
  const prepared = await prepareUnsavedAnswer(services, {
    ...asked,
    userId,
    async pageIds() {
      const resolved = await resolveModel(services, userId, model)
      ;({ pages } = resolved)
      const { pageIds, hasProcessed } = resolved.selection
      if (pageIds.length > 0 && !hasProcessed) await processPages(services, { userId, pageIds })
      return pageIds
    },
  })
  return { ...prepared, pages }
}

type Resolved = { selection: Selection; pages: readonly NotebookPage[] }

async function resolveModel({ db }: Services, userId: string, model: string): Promise<Resolved> {
  const { kind, id } = parseModel(model)
  try {
    if (kind === 'chat') return { selection: await resolveChatSelection(db, { userId, chatId: id }), pages: [] }
    const notebook = { userId, notebookId: id }
    await assertOwnNotebook(db, notebook)
    const pages = await currentPages(db, notebook)
    const pageIds = pages.map((page) => page.id)
    return { selection: await resolveSelection(db, userId, pageIds), pages }
  } catch (error) {
    const isMissing = error instanceof AppError && error.status === 404
    throw isMissing ? noModel(model) : error
  }
}

function parseModel(model: string) {
  const [, kind, id = ''] = /^(notebook|chat):(.+)$/.exec(model) ?? []
  if (!kind || !z.uuid().safeParse(id).success) throw noModel(model)
  return { kind, id }
}

const noModel = (model: string) => new AppError('model.no-notebook', { model }, { field: 'model' })
