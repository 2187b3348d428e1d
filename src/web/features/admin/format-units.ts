import { currentLocale } from '#web/messages/language.ts'

/** "12.3 MB" in the current language. */
export function formatBytes(bytes: number, locale = currentLocale()): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  const options = {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  } as const
  return new Intl.NumberFormat(locale, options).format(bytes / 1000 ** step)
}

/** "2 min", "3 hr": rounds down to the largest unit. */
export function formatDuration(seconds: number, locale = currentLocale()): string {
  const [size, unit] =
    seconds < 60 ? [1, 'second'] : seconds < 3600 ? [60, 'minute'] : seconds < 86_400 ? [3600, 'hour'] : [86_400, 'day']
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(Math.floor(seconds / size))
}
