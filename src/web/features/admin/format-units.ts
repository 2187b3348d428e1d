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
  return onOneLine(new Intl.NumberFormat(locale, options).format(bytes / 1000 ** step))
}

/** "2 min", "3 hr": rounds down to the largest unit. */
export function formatDuration(seconds: number, locale = currentLocale()): string {
  const { unit, size } = DURATION_UNITS.find((each) => seconds >= each.size) ?? SECOND
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' })
  return onOneLine(format.format(Math.floor(seconds / size)))
}

/** Some languages have an ordinary space between number and unit. */
const onOneLine = (text: string) => text.replaceAll(' ', '\u00a0')

const SECOND = { unit: 'second', size: 1 }
/** Largest first, in seconds. */
const DURATION_UNITS = [
  { unit: 'day', size: 86_400 },
  { unit: 'hour', size: 3600 },
  { unit: 'minute', size: 60 },
]
