import { splitSentences } from '#server/platform/text/split-sentences.ts'
import { tokenize, type Token } from './claim-tokens.ts'

/** `tokens.slice(from, to)` are the sentence's tokens; `text.slice(start, end)` is the sentence. */
export type Sentence = { start: number; end: number; from: number; to: number; isQuestion: boolean }
export type ParsedText = { text: string; tokens: Token[]; sentences: Sentence[] }

/** The tokens of a passage or claim, sentence by sentence: list, heading and quote markers belong to none. */
export function parseText(text: string, language: string): ParsedText {
  const tokens: Token[] = []
  const sentences = splitSentences(text).map(({ start, end }) => {
    const from = tokens.length
    tokens.push(...tokenize(text, language, start, end))
    const isQuestion = /[?？؟]["”’»)*_]*$/u.test(text.slice(start, end))
    return { start, end, from, to: tokens.length, isQuestion }
  })
  return { text, tokens, sentences: sentences.filter(({ from, to }) => from < to) }
}
