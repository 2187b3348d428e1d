import { splitSentences } from '#server/platform/text/split-sentences.ts'
import { tokenize, type Token } from './claim-tokens.ts'

/** `tokens.slice(from, to)` are the sentence's tokens; `text.slice(start, end)` is the sentence. */
export type Sentence = { start: number; end: number; from: number; to: number; isQuestion: boolean; isItem: boolean }
export type ParsedText = { text: string; tokens: readonly Token[]; sentences: readonly Sentence[] }

/** Passages kept parsed: the claims of an answer are checked one after the other against the same passages. */
const CACHED_PASSAGES = 64
const cache = new Map<string, ParsedText>()

/** Like `parseText`, cached. */
export function parsePassage(text: string, language: string): ParsedText {
  const key = `${language} ${text}`
  const parsed = cache.get(key) ?? parseText(text, language)
  // Deleted first, so that the passage used last is the last one to be dropped.
  cache.delete(key)
  cache.set(key, parsed)
  const [oldest] = cache.keys()
  if (cache.size > CACHED_PASSAGES && oldest !== undefined) cache.delete(oldest)
  return parsed
}

/** The tokens of a passage or claim, sentence by sentence: list, heading and quote markers belong to none. */
export function parseText(text: string, language: string): ParsedText {
  const tokens: Token[] = []
  const sentences = splitSentences(text).map(({ start, end, kind }) => {
    const from = tokens.length
    tokens.push(...tokenize(text, language, start, end))
    const isQuestion = /[?？؟]["”’»)*_]*$/u.test(text.slice(start, end))
    return { start, end, from, to: tokens.length, isQuestion, isItem: kind === 'list-item' }
  })
  return { text, tokens, sentences: sentences.filter(({ from, to }) => from < to) }
}
