import { CLOSEST, REFUSAL } from '#shared/chat/answer-stream.ts'
import type { ChatMessage, Uncited } from '#shared/chat/chats.ts'
import { t } from '#web/messages/t.ts'

const OPENINGS = [
  { kind: 'refused', words: REFUSAL, messageKey: 'assistant.notAnswered' },
  { kind: 'closest', words: CLOSEST, messageKey: 'assistant.closest' },
] as const

/**
 * When the pages may not answer, every engine starts with a fixed English sentence; this replaces it with its
 * translation. `used.kind` is missing while an answer is written and in chats of earlier versions: then the words alone
 * decide. `shiftSpans` moves spans of the content to the translated text.
 */
export function translateOpening({ content, used }: ChatMessage) {
  const opening = OPENINGS.find(
    ({ kind, words }) => (used?.kind === undefined || used.kind === kind) && startsWithAnyApostrophe(content, words),
  )
  if (!opening) return { text: content, shiftSpans: (spans: Uncited[]) => spans }
  const translated = t(opening.messageKey)
  const offset = translated.length - opening.words.length
  const shiftSpans = (spans: Uncited[]) => spans.map(({ start, end }) => ({ start: start + offset, end: end + offset }))
  return { text: translated + content.slice(opening.words.length), shiftSpans }
}

/** Models write the straight apostrophe as often as the typographic one. */
const startsWithAnyApostrophe = (content: string, words: string) => content.replaceAll("'", '’').startsWith(words)
