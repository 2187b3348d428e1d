/** Numbers and dates in the current language. */
import { currentLocale } from './language.ts'

/** "1,204" */
export const formatNumber = (number: number) => number.toLocaleString(currentLocale())

/** "$4.27", "$0.0021": US dollars; two significant digits below ten cents, because an answer costs less than a cent. */
export const formatDollars = (amount: number) =>
  amount.toLocaleString(currentLocale(), {
    style: 'currency',
    currency: 'USD',
    ...(amount > 0 && amount < 0.1 && { minimumFractionDigits: 2, maximumSignificantDigits: 2 }),
  })

/** A time (ISO or ms) in the local time zone; in full unless `style` is given. */
export const dateAndTime = (time: string | number, style?: Intl.DateTimeFormatOptions) =>
  new Date(time).toLocaleString(currentLocale(), style)

/** A day in the local time zone, unless `style` names another. */
export const day = (time: string | number, style: Intl.DateTimeFormatOptions) =>
  new Date(time).toLocaleDateString(currentLocale(), style)
