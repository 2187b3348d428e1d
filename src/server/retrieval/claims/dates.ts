/** Dates as day, month and year: "2024-03-01", "01.03.2024" and "March 1st, 2024" as "1 March 2024". */
import type { Token } from './claim-tokens.ts'

const MONTHS: Readonly<Record<string, readonly string[]>> = {
  en: 'january february march april may june july august september october november december'.split(' '),
  de: 'januar februar märz april mai juni juli august september oktober november dezember'.split(' '),
}
const ISO = /^(\d{4})-(\d{2})-(\d{2})$/
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/
const DAY = /^[no]:([1-9]|[12]\d|3[01])$/
const YEAR = /^n:\d{4}$/
/** Letters that name a month: "Jan", "Sept". */
const SHORTEST_MONTH = 3

/**
 * The keys of a date in digits: 'n:1', 'march', 'n:2024'; null for anything else, and in languages without month names.
 */
export function dateKeys(digits: string, language: string): string[] | null {
  const [, isoYear, isoMonth, isoDay] = ISO.exec(digits) ?? []
  const [, dottedDay, dottedMonth, dottedYear] = DOTTED.exec(digits) ?? []
  const day = Number(isoDay ?? dottedDay)
  const month = MONTHS[language]?.[Number(isoMonth ?? dottedMonth) - 1]
  if (month === undefined || !DAY.test(`n:${day}`)) return null
  return [`n:${day}`, month, `n:${isoYear ?? dottedYear}`]
}

/** The same tokens, with the day before the month in "March 1st, 2024", and as a cardinal in "1st March 2024". */
export function orderDates(tokens: readonly Token[], language: string): Token[] {
  const ordered = [...tokens]
  for (const [n, year] of tokens.entries()) {
    const [first, second] = tokens.slice(Math.max(0, n - 2), n)
    if (!first || !second || !YEAR.test(year.key)) continue
    const [day, month] = DAY.test(first.key) ? [first, second] : [second, first]
    const [, number] = DAY.exec(day.key) ?? []
    if (number === undefined || !isMonth(month, language)) continue
    const isMonthFirst = month === first
    const key = `n:${number}`
    // Two orders are the same date, but not the same words.
    const place = { start: first.start, end: second.end, isInParentheses: first.isInParentheses }
    const exact = isMonthFirst ? `${key} after its month` : key
    ordered[n - 2] = { ...day, ...place, key, exact, stem: key, afterBreak: first.afterBreak, isNumberWord: false }
    ordered[n - 1] = { ...month, ...place, afterBreak: false, afterSemicolon: false }
    if (isMonthFirst) ordered[n] = { ...year, afterBreak: false }
  }
  return ordered
}

function isMonth({ key }: Token, language: string): boolean {
  return MONTHS[language]?.some((month) => key.length >= SHORTEST_MONTH && month.startsWith(key)) ?? false
}
