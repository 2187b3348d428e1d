import { cleanText } from '#shared/clean-text.ts'

/**
 * Removes characters without a visible form: NUL and other controls (tab and newline stay), lone surrogates, soft
 * hyphens, zero-width and direction marks, private use.
 */
export function stripNonPrintable(text: string): string {
  return cleanText(text.replace(NON_PRINTABLE, ''))
}

// Zero-width joiners (200C, 200D) stay: Persian, Hindi and emoji need them.
const NON_PRINTABLE =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u200B\u2060\uFEFF\uFFF9-\uFFFB\uFFFE\uFFFF\uE000-\uF8FF]/g
