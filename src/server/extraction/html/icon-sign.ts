/** Whether a picture says yes or no, as the check marks in a comparison of plans do. */
import type { HtmlElement } from './html-element.ts'

const YES = '✓'
const NO = '–'

const ICONS = new Set(['img', 'svg', 'i', 'span'])
const YES_LABEL =
  /^(?:yes|included|available|supported|true|check(?:mark|ed)?|tick|✓|✔|ja|enthalten|inklusive|oui|inclus|sí|sì|incluido|incluso)$/i
const NO_LABEL =
  /^(?:no|not (?:included|available|supported)|unavailable|false|cross|x|✗|✘|nein|nicht enthalten|non|non inclus|no incluido|não)$/i
/** Of icon fonts and libraries: "fa fa-check", "dashicons-yes", "bi-x-lg". */
const YES_CLASS = /(?:^|[\s_-])(?:check|checkmark|tick|yes)(?:$|[\s_-])/i
const NO_CLASS = /(?:^|[\s_-])(?:times|xmark|cross|x|no|minus|dash)(?:$|[\s_-])/i

/** YES, NO, or '' for any other element. The label counts before the class. */
export function iconSign(tag: string, attributes: HtmlElement['attributes']): string {
  if (!ICONS.has(tag)) return ''
  const label = (attributes['alt'] ?? attributes['aria-label'] ?? '').trim()
  if (YES_LABEL.test(label)) return YES
  if (NO_LABEL.test(label)) return NO
  const classes = attributes['class'] ?? ''
  if (label !== '' || classes === '') return ''
  if (YES_CLASS.test(classes)) return YES
  return NO_CLASS.test(classes) ? NO : ''
}
