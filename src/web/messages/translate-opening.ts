import { CLOSEST, REFUSAL } from '#shared/chat/answer-stream.ts'
import { t } from './t.ts'

const OPENINGS = [
  { kind: 'refused', words: REFUSAL, messageKey: 'assistant.notAnswered' },
  { kind: 'closest', words: CLOSEST, messageKey: 'assistant.closest' },
] as const

/**
 * When the pages may not answer, every engine starts with a fixed English sentence; this replaces it with its
 * translation. `kind` is undefined while an answer is written, in lists and in chats of earlier versions: then the
 * words alone decide.
 */
export function translateOpening(content: string, kind?: string): string {
  const opening = OPENINGS.find(
    (each) => (kind === undefined || kind === each.kind) && startsWithAnyApostrophe(content, each.words),
  )
  return opening ? t(opening.messageKey) + content.slice(opening.words.length) : content
}

/** An answer in a list: without the sentence that says nothing about its passages. */
export const withoutOpening = (content: string): string =>
  (content.startsWith(CLOSEST) && content.slice(CLOSEST.length).trim()) || translateOpening(content)

/** Models write the straight apostrophe as often as the typographic one. */
const startsWithAnyApostrophe = (content: string, words: string) => content.replaceAll("'", '’').startsWith(words)

/** True for an answer of the built-in engine whose passages may not answer, also while it is written. */
export const isTentative = (content: string, kind?: string): boolean =>
  kind === undefined ? content.startsWith(CLOSEST) : kind === 'closest'
