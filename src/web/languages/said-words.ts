/** What the server says in English, told in the language on the screen: by its code, else by the sentence itself. */
import { errorMessage, errorTemplate, isErrorCode } from '#shared/errors.ts'
import type { ErrorCode, ErrorValues } from '#shared/errors.ts'
import { currentTranslation } from './language.ts'
import { t } from './t.ts'
import { templateReader } from './template-reader.ts'
import type { Text, Translation } from './text.ts'

/** The words of a failure that the screen itself knows of. */
export function errorWords(code: ErrorCode, values?: ErrorValues): string {
  const template: string = errorTemplate(code)
  return isText(template) ? t(template, values) : errorMessage(code, values)
}

/**
 * A failure as the server told it. The values that stand in its English sentence are put into the other language's,
 * each told in that language too when it is a sentence of ours; a sentence that is nowhere known stays English.
 */
export function saidWords(code: string, message: string): string {
  if (!currentTranslation()) return message
  const template = isErrorCode(code) ? errorTemplate(code) : null
  const values = template === null ? null : templateReader(template)(message)
  if (template === null || !values || !isText(template)) return sentenceWords(message)
  return t(template, saidValues(values))
}

/** A sentence that is ours from end to end, as the answer that the pages do not say something; anything else stays. */
export const wholeSentence = (sentence: string) => (isText(sentence) ? t(sentence) : sentence)

/** A sentence of ours that came from the server, whole or with values in it; anything else stays as it is. */
export function sentenceWords(sentence: string): string {
  if (!currentTranslation() || isText(sentence)) return wholeSentence(sentence)
  for (const { text, read } of sentencesWithValues()) {
    const values = read(sentence)
    if (values) return t(text, saidValues(values))
  }
  return sentence
}

const saidValues = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, sentenceWords(value)]))

const isText = (words: string): words is Text => words in (currentTranslation() ?? {})

type Readable = { text: Text; read: ReturnType<typeof templateReader> }
/** A list of a thousand addresses asks for them a thousand times. */
let readable: { of: Translation | null; sentences: Readable[] } = { of: null, sentences: [] }

function sentencesWithValues(): Readable[] {
  const translation = currentTranslation()
  if (translation && readable.of !== translation) readable = { of: translation, sentences: readableIn(translation) }
  return readable.sentences
}

/** Those with enough words of their own, most of them first: "{reason}" would be found in any sentence. */
function readableIn(translation: Translation): Readable[] {
  // Object.keys widens the keys to string.
  const texts = Object.keys(translation) as Text[]
  return texts
    .filter((text) => /\{\w+\}/.test(text) && !/<|\{\w+,/.test(text) && ownLetters(text) >= 8)
    .toSorted((a, b) => ownLetters(b) - ownLetters(a))
    .map((text) => ({ text, read: templateReader(text) }))
}

const ownLetters = (text: string) => text.replace(/\{\w+\}/g, '').length
