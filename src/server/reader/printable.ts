import { cleanText } from '#shared/clean-text.ts'

/**
 * Text without the characters that print nothing and that a database or a reader chokes on: NUL and other controls
 * (tab and newline stay), lone surrogates, soft hyphens, zero-width and direction marks of no use, private use.
 */
export function printable(text: string): string {
  return cleanText(text.replace(NON_PRINTABLE, ''))
}

// Zero-width joiners (200C, 200D) stay: Persian, Hindi and emoji are spelled with them.
const NON_PRINTABLE =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u200B\u2060\uFEFF\uFFF9-\uFFFB\uFFFE\uFFFF\uE000-\uF8FF]/g
