/** What screens need of chats without the schemas, which are large. */
import type { Used } from './chats.ts'

export const QUESTION_MAX_LENGTH = 4000
/** Earlier messages that an engine gets with a question; follow-up questions rarely refer further back. */
export const HISTORY_MAX_MESSAGES = 12
export const TITLE_MAX_LENGTH = 200
export const SEARCH_MAX_LENGTH = 200
/** In UTF-16 code units. A longer claim, such as a code block, is judged by its beginning. */
export const CLAIM_MAX_LENGTH = 1000
/** How long Undo is shown after a chat is deleted, unless it is in use. */
export const UNDO_SHOWN_SECONDS = 10
/** How long a deleted chat can be restored, so that a keyboard user has time to reach Undo. */
export const UNDO_DELETE_SECONDS = 120

/** Of the default notebook, until the user renames it. Screens translate it. */
export const DEFAULT_NOTEBOOK = { title: 'Default Notebook', description: 'Auto-created notebook for saved chats' }

export const claimStates = ['quoted', 'paraphrased', 'differs', 'not-found'] as const
export const chatSorts = ['created', 'updated', 'title'] as const
export const searchScopes = ['messages', 'pages'] as const

/** The name of the built-in engine. The browser translates it. */
export const BUILT_IN_ENGINE = 'Built-in engine'

/** True for an answer of the built-in engine. Answers stored before there was `engineKind` are recognized by the name. */
export function isByBuiltInEngine({
  engine,
  used,
}: {
  engine?: string | null | undefined
  used?: Used | undefined
}): boolean {
  return used?.engineKind ? used.engineKind === 'built-in' : (engine ?? BUILT_IN_ENGINE) === BUILT_IN_ENGINE
}
