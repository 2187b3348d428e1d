/** The one shape of a failure in the API: every response, stream and tool sends `{ "error": ErrorBody }`. */
import { z } from 'zod'

const NestedMessage = z.object({ code: z.string(), values: z.record(z.string(), z.unknown()).optional() })

/** The values of a text's placeholders. A value that is itself one of our texts has its own code and values. */
export const MessageValues = z.record(z.string(), z.union([z.string(), z.number(), NestedMessage]))

export const ErrorBody = z.object({
  code: z.string(),
  /** In English. */
  message: z.string(),
  values: MessageValues.optional(),
  /** The field of the request that the failure concerns, as a path: `settings.headers`. */
  field: z.string().optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>
