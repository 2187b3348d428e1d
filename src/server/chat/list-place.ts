/** Where a piece of a list ended, as the `next` that leads to the rest: opaque to whoever sends it back, and checked then. */
import type { z } from 'zod'
import { AppError } from '#shared/errors.ts'

export const writePlace = (place: object): string => Buffer.from(JSON.stringify(place)).toString('base64url')

/** Undefined at the beginning of a list. Throws AppError 'request.invalid' when `after` is none of ours. */
export function readPlace<Place>(shape: z.ZodType<Place>, after: string | undefined): Place | undefined {
  if (after === undefined) return undefined
  try {
    return shape.parse(JSON.parse(Buffer.from(after, 'base64url').toString()))
  } catch {
    throw new AppError('request.invalid', { reason: 'after: not the next of a piece before.' })
  }
}
