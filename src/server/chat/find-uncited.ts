import type { Uncited } from '#shared/chat/chats.ts'
import { comparableText } from '#shared/chat/literal-markdown.ts'
import type { chatMessages } from '#server/platform/db/schema/index.ts'
import { findUncitedSentences } from '#server/retrieval/find-uncited-sentences.ts'

/** `isCut`: a person stopped the answer, or it reached the token limit. */
type Written = { text: string; isCut: boolean }

/**
 * What an answer states without a citation, except for the last sentence of a cut one. Code, block quotations and
 * titles need no citation if one of the texts contains them. `loadTexts` is called in turn until all of them are found.
 */
export async function findUncited(
  { text, isCut }: Written,
  loadTexts: (() => Promise<Iterable<string>>)[] = [],
): Promise<Uncited[]> {
  const textEnd = text.trimEnd().length
  let uncited = findUncitedSentences(text).filter(({ end }) => !isCut || end < textEnd)
  for (const load of loadTexts) {
    if (!uncited.some(({ kind }) => kind === 'verbatim')) break
    const texts = Array.from(await load(), (each) => ` ${comparableText(each)} `)
    uncited = uncited.filter(({ kind, start, end }) => {
      const parts = text.slice(start, end).split(AFTER_HEADING)
      const words = parts.map((part) => comparableText(withoutFence(part))).filter((each) => each !== '')
      return kind !== 'verbatim' || (words.length > 0 && !texts.some((each) => containsInOrder(each, words)))
    })
  }
  return uncited.map(({ start, end }) => ({ start, end }))
}

type MessageRow = Pick<
  typeof chatMessages.$inferSelect,
  'id' | 'role' | 'content' | 'stopped' | 'truncated' | 'uncited'
>

/** What each answer states without a citation, computed for those stored before that was a column. */
export async function uncitedByMessage(messages: readonly MessageRow[]): Promise<Map<string, Uncited[]>> {
  const answers = messages.filter(({ role }) => role === 'assistant')
  const entries = answers.map(async ({ id, content, stopped, truncated, uncited }): Promise<[string, Uncited[]]> => {
    return [id, uncited ?? (await findUncited({ text: content, isCut: stopped || truncated }))]
  })
  return new Map(await Promise.all(entries))
}

function withoutFence(code: string): string {
  return code.replace(/^[ \t]*(?:`{3,}|~{3,}).*/, '').replace(/(?:(?<!`)`{3,}|(?<!~)~{3,})[ \t]*$/, '')
}

/**
 * In "**The FROM clause**: It derives a table.", as the outline of a section has it: other text may be between them.
 */
const AFTER_HEADING = /(?<=\*\*):\s+/

function containsInOrder(text: string, parts: readonly string[]): boolean {
  let from = 0
  for (const words of parts) {
    const at = indexOfWords(text, words, from)
    if (at === -1) return false
    from = at + words.length
  }
  return true
}

/** Not within a word: "restarted" does not contain "start". */
function indexOfWords(text: string, words: string, from: number): number {
  for (let at = text.indexOf(words, from); at >= 0; at = text.indexOf(words, at + 1)) {
    const isWithinWord =
      /[\p{L}\p{N}]{2}/u.test(text.slice(at - 1, at + 1)) ||
      /[\p{L}\p{N}]{2}/u.test(text.slice(at + words.length - 1, at + words.length + 1))
    if (!isWithinWord) return at
  }
  return -1
}
