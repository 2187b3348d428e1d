import { z } from 'zod'
import { type ErrorCode, invalid } from './errors.ts'

/**
 * Anything but spaces, control characters and characters that draw nothing, such as U+200B or U+2800 (empty braille).
 */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Whether a text shows something: zero-width characters alone look blank and cannot be clicked. */
export const isVisible = (text: string) => VISIBLE.test(text)

/** '' for a text that shows nothing. */
export const visibleOrEmpty = (text: string) => (isVisible(text) ? text : '')

/** Any text that is shown as a name: trimmed, with something to see. `code` is the error of one without. */
export const visibleText = (code?: ErrorCode) =>
  z
    .string(code)
    .trim()
    // YAML can escape half of a surrogate pair, which the database rejects; the server replaces those of a JSON body.
    .overwrite((text) => text.toWellFormed())
    .min(1, code)
    .refine(isVisible, code ?? invalid('request.blank'))
