import { currentLocale } from './language.ts'
import { t } from './t.ts'

const SECOND = 1000
const steps: [unit: Intl.RelativeTimeFormatUnit, milliseconds: number][] = [
  ['year', 365 * 24 * 3600 * SECOND],
  ['month', 30 * 24 * 3600 * SECOND],
  ['week', 7 * 24 * 3600 * SECOND],
  ['day', 24 * 3600 * SECOND],
  ['hour', 3600 * SECOND],
  ['minute', 60 * SECOND],
]

/** The time from `then` to `now` (ms) in the largest whole unit: "2 days ago", "just now". */
export function timeAgo(then: number, now: number, locale = currentLocale()): string {
  const passed = now - then
  const step = steps.find(([, size]) => passed >= size)
  if (!step) return t('common.justNow')
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-Math.floor(passed / step[1]), step[0])
}
