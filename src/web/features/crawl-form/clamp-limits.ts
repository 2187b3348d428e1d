/** Clamping of the crawl form's number fields (specification, section 5). */
import { clampCount } from '#shared/plans.ts'

type Clamped = { text: string; exceeded: boolean }

/** While typing, values above the limit become the limit; an empty field stays empty. */
export function clampWhileTyping(typed: string, limit: number): Clamped {
  if (typed.trim() === '') return { text: '', exceeded: false }
  return clampOnBlur(typed, limit)
}

/** On blur and submit: an integer from 1 to the limit. */
export function clampOnBlur(typed: string, limit: number): Clamped {
  return { text: String(clampCount(typed, limit)), exceeded: Number.parseInt(typed, 10) > limit }
}
