/** "12.3 MB" in the reader's language. */
import { currentLocale } from '#web/languages/language.ts'

export function inBytes(bytes: number, locale = currentLocale()): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  const shown = { style: 'unit', unit: units[step] ?? 'byte', unitDisplay: 'short', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(locale, shown).format(bytes / 1000 ** step)
}

/** "2 min", "3 hr": the largest whole unit of a time in seconds. */
export function inTime(seconds: number, locale = currentLocale()): string {
  const [size, unit] = seconds < 60 ? [1, 'second'] : seconds < 3600 ? [60, 'minute'] : seconds < 86_400 ? [3600, 'hour'] : [86_400, 'day']
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(Math.floor(seconds / size))
}
