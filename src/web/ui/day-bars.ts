/** Numbers by day as bars. */
import { currentLocale } from '#web/languages/language.ts'

/** `date` as 2026-01-31, a UTC day. */
export type DayValue = { date: string; value: number }

/** One path of a bar for each day, each a unit wide; the largest value is `height` high. */
export function barsOf(days: readonly DayValue[], height: number): string {
  const most = largestOf(days)?.value ?? 0
  if (most === 0) return ''
  // Where bars are a pixel wide a gap between them would be all that is seen.
  const gap = days.length > 100 ? 0 : 0.2
  return days
    .map(({ value }, place) => {
      if (value === 0) return ''
      // A day on which something happened is seen, however small it is beside the largest.
      const tall = Math.max((value / most) * height, 1.5)
      return `M${place + gap / 2} ${height}v${-round(tall)}h${1 - gap}v${round(tall)}z`
    })
    .join('')
}

/** The first of the largest. */
export function largestOf(days: readonly DayValue[]): DayValue | undefined {
  return days.reduce<DayValue | undefined>((largest, day) => (largest && largest.value >= day.value ? largest : day), undefined)
}

export const sumOf = (days: readonly DayValue[]) => days.reduce((sum, { value }) => sum + value, 0)

/** "31 Jan 2026" in the reader's language; the day is UTC's, wherever the reader is. */
export function shortDate(date: string, locale = currentLocale()): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString(locale, { dateStyle: 'medium', timeZone: 'UTC' })
}

const round = (number: number) => Math.round(number * 100) / 100
