/** Numbers and dates in the current language. */
import { currentLocale } from './language.ts'

/** "1,204" */
export const digits = (number: number) => number.toLocaleString(currentLocale())

/** A time (ISO or ms) in the local time zone; in full unless `style` is given. */
export const dateAndTime = (time: string | number, style?: Intl.DateTimeFormatOptions) =>
  new Date(time).toLocaleString(currentLocale(), style)

/** A day in the local time zone, unless `style` names another. */
export const day = (time: string | number, style: Intl.DateTimeFormatOptions) =>
  new Date(time).toLocaleDateString(currentLocale(), style)
