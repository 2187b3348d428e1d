/**
 * Numbers and dates in the current language. The first use of a format of the browser costs 10 to 30 ms, on a phone
 * four times as much, because it loads the data of all languages: screens avoid it while they open.
 */
import { currentLocale } from './language.ts'

/** Languages that write a number below 1,000 with these digits and nothing else. */
const PLAIN_DIGITS = /^(en|de)(-[A-Z]{2})?$/

/** "1,204" */
export const formatNumber = (number: number) =>
  Number.isInteger(number) && number >= 0 && number < 1000 && PLAIN_DIGITS.test(currentLocale())
    ? String(number)
    : number.toLocaleString(currentLocale())

/** "$4.27", "$0.0021": US dollars; two significant digits below ten cents, because an answer costs less than a cent. */
export const formatDollars = (amount: number) =>
  amount.toLocaleString(currentLocale(), {
    style: 'currency',
    currency: 'USD',
    ...(amount > 0 && amount < 0.1 && { minimumFractionDigits: 2, maximumSignificantDigits: 2 }),
  })

const WITH_SECONDS: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'medium' }

/** A time (ISO or ms) in the local time zone; with seconds unless `style` is given. */
export const dateAndTime = (time: string | number, style = WITH_SECONDS) =>
  new Date(time).toLocaleString(currentLocale(), style)

/** A day in the local time zone, unless `style` names another. */
export const day = (time: string | number, style: Intl.DateTimeFormatOptions) =>
  new Date(time).toLocaleDateString(currentLocale(), style)
