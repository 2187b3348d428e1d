/** What the server says in English, told in the language on the screen: by its code, else by the sentence itself. */
import { errorMessage, errorTemplate, isErrorCode } from '#shared/errors.ts'
import type { ErrorCode, ErrorValues } from '#shared/errors.ts'
import { currentTranslation } from './language.ts'
import { readByTemplate } from './read-by-template.ts'
import { t } from './t.ts'
import type { Text } from './text.ts'

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
  const values = template === null ? null : readByTemplate(template, message)
  if (template === null || !values || !isText(template)) return sentenceWords(message)
  return t(template, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, sentenceWords(value)])))
}

/** A sentence of ours that came from the server, whole or with values in it; anything else stays as it is. */
export function sentenceWords(sentence: string): string {
  if (!currentTranslation() || isText(sentence)) return isText(sentence) ? t(sentence) : sentence
  for (const template of sentencesWithValues()) {
    const values = readByTemplate(template, sentence)
    if (values) return t(template, values)
  }
  return sentence
}

const isText = (words: string): words is Text => words in (currentTranslation() ?? {})

/** Those that begin with words: one that begins with a value would be found in any sentence. */
function sentencesWithValues(): Text[] {
  // Its keys are Text, which Object.keys widens to string.
  const texts = Object.keys(currentTranslation() ?? {}) as Text[]
  return texts.filter((text) => /^[^{<]{4,}\{\w+\}[^{]*$/.test(text))
}
