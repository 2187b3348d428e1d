/** What the forms of questions in all languages are made of. */

/** A whole question, and the form that the engine reads it in. */
export type Form = readonly [pattern: RegExp, plain: string]

export const form = (pattern: string) => new RegExp(String.raw`^${pattern}[\s?.!]*$`, 'iu')

/** "core.editor" is one word, the end of a sentence none. */
export const WORD = String.raw`(?:[^\s.?!,;:]|\.(?=[^\s?!]))+`

/** A group for one word. */
export const ONE_WORD = `(${WORD})`

/** A group for what can be asked about: a few words that do not begin a clause, as one of `openers` does. */
export const thing = (maxWords: number, openers: string) =>
  String.raw`((?!(?:${openers})\b)${WORD}(?: ${WORD}){0,${maxWords - 1}}?)`

/** `StopIteration`, or a message in quotation marks. */
export const ERROR_NAME = String.raw`(["“„][^"“”„]+["“”]|\w+(?:Error|Exception|Warning|Iteration|Interrupt))`
