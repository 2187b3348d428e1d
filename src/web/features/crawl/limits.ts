/** What a number field of the crawl form makes of what is typed (SPEC section 5). */
import { clampCount } from '#shared/plans.ts'

type Typed = { shown: string; exceeded: boolean }

/** While typing: too much becomes the limit at once; an empty field may stay empty until it is left. */
export function whileTyping(typed: string, limit: number): Typed {
  if (typed.trim() === '') return { shown: '', exceeded: false }
  return whenLeft(typed, limit)
}

/** When the field is left or the form sent: a whole number from 1 to the limit. */
export function whenLeft(typed: string, limit: number): Typed {
  return { shown: String(clampCount(typed, limit)), exceeded: Number.parseInt(typed, 10) > limit }
}
