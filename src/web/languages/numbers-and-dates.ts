/** Numbers and dates as the language on the screen writes them. */
import { currentLocale } from './language.ts'

/** "1,204" */
export const digits = (number: number) => number.toLocaleString(currentLocale())

/** A time (ISO, or ms) by the reader's clock; in full unless `style` says how. */
export const dateAndTime = (time: string | number, style?: Intl.DateTimeFormatOptions) =>
  new Date(time).toLocaleString(currentLocale(), style)

/** A day by the reader's clock, unless `style` names another time zone. */
export const day = (time: string | number, style: Intl.DateTimeFormatOptions) =>
  new Date(time).toLocaleDateString(currentLocale(), style)
