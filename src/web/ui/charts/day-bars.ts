/** Bars of a chart by day. */
import { currentLocale } from '#web/messages/language.ts'

/** `date` as 2026-01-31, a UTC day. */
export type DayValue = { date: string; value: number }

/** SVG path with one bar per day, one unit wide; the maximum is `height` high. */
export function barsOf(days: readonly DayValue[], height: number): string {
  const most = largestOf(days)?.value ?? 0
  if (most === 0) return ''
  // No gap between bars of one pixel.
  const gap = days.length > 100 ? 0 : 0.2
  return days
    .map(({ value }, index) => {
      if (value === 0) return ''
      // A non-zero day is always visible.
      const tall = Math.max((value / most) * height, 1.5)
      return `M${index + gap / 2} ${height}v${-round(tall)}h${1 - gap}v${round(tall)}z`
    })
    .join('')
}

/** The first day with the maximum. */
export function largestOf(days: readonly DayValue[]): DayValue | undefined {
  return days.reduce<DayValue | undefined>(
    (largest, day) => (largest && largest.value >= day.value ? largest : day),
    undefined,
  )
}

export const sumOf = (days: readonly DayValue[]) => days.reduce((sum, { value }) => sum + value, 0)

/** "31 Jan 2026" in the current language; the day is UTC. */
export function shortDate(date: string, locale = currentLocale()): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString(locale, { dateStyle: 'medium', timeZone: 'UTC' })
}

const round = (number: number) => Math.round(number * 100) / 100
