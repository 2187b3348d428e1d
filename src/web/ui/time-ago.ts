import { currentLocale } from '#web/languages/language.ts'
import { t } from '#web/languages/t.ts'

const SECOND = 1000
const steps: [unit: Intl.RelativeTimeFormatUnit, milliseconds: number][] = [
  ['year', 365 * 24 * 3600 * SECOND],
  ['month', 30 * 24 * 3600 * SECOND],
  ['week', 7 * 24 * 3600 * SECOND],
  ['day', 24 * 3600 * SECOND],
  ['hour', 3600 * SECOND],
  ['minute', 60 * SECOND],
]

/** How long before `now` the time `then` was (both in ms), in the largest whole unit: "2 days ago", "just now". */
export function timeAgo(then: number, now: number, locale = currentLocale()): string {
  const passed = now - then
  const step = steps.find(([, size]) => passed >= size)
  if (!step) return t('just now')
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-Math.floor(passed / step[1]), step[0])
}
