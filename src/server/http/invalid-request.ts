import type { z } from '@hono/zod-openapi'
import { AppError, type ErrorCode, errorTemplates, isErrorCode, issueValues } from '#shared/errors.ts'

/** Messages that zod writes itself. Any other message comes from our schemas. */
const ZOD_DEFAULT_MESSAGE =
  /^(Invalid (input|option|UUID|URL|string|email|ISO|key|element|date)|Too (small|big)|Invalid number)\b/

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
}

/**
 * The failure for a request that does not match its schema: the schema's own error code if it has one, otherwise
 * 'request.invalid' with an English reason for the client's developer. `field` is the path of the field.
 */
export function invalidRequest(issue: z.core.$ZodIssue | undefined): AppError {
  if (!issue) return new AppError('request.invalid-shape')
  const path = issue.path.join('.')
  const field = issue.code === 'unrecognized_keys' ? [path, issue.keys[0]].filter(Boolean).join('.') : path
  const options = field ? { field } : {}
  if (isErrorCode(issue.message)) return new AppError(issue.message, valuesOf(issue, issue.message), options)
  return new AppError('request.invalid', { reason: describe(issue, path) }, options)
}

const valuesOf = (issue: z.core.$ZodIssue, code: ErrorCode) =>
  errorTemplates[code].includes('{n}') ? issueValues(issue) : {}

function describe(issue: z.core.$ZodIssue, path: string): string {
  const isDefault = ZOD_DEFAULT_MESSAGE.test(issue.message)
  switch (issue.code) {
    case 'invalid_type':
      if (!isDefault) return issue.message
      if (path && issue.message.endsWith('received undefined')) return `${path} is missing.`
      return `${path || 'The request'} must be ${typeNames[issue.expected] ?? issue.expected}.`
    case 'invalid_value':
      return isDefault && path ? `${path} must be ${issue.values.join(' or ')}.` : issue.message
    case 'unrecognized_keys':
      return `Unknown field: ${issue.keys.join(', ')}.`
    case 'invalid_union':
      return isDefault && path ? `${path} has the wrong type.` : issue.message
    case 'invalid_format':
      return isDefault && path ? `${path} is not a valid ${issue.format === 'uuid' ? 'id' : 'value'}.` : issue.message
    case 'too_small':
      return isDefault ? `${path || 'The request'} must ${boundOf(issue, issue.minimum, 'at least')}.` : issue.message
    case 'too_big':
      return isDefault ? `${path || 'The request'} must ${boundOf(issue, issue.maximum, 'at most')}.` : issue.message
    case 'not_multiple_of':
      return `${path} must be a multiple of ${issue.divisor}.`
    default:
      return path ? `${path}: ${issue.message}` : issue.message
  }
}

type Bound = { origin: string; inclusive?: boolean | undefined; exact?: boolean | undefined }

/** "be at least 1", "have at most 200 characters", "have exactly 7 items", "be more than 0". */
function boundOf({ origin, inclusive = true, exact = false }: Bound, limit: number | bigint, words: string): string {
  const unit = { string: 'character', array: 'item', set: 'item', object: 'field' }[origin]
  const size = exact ? 'exactly' : words
  if (unit) return `have ${size} ${limit} ${unit}${Number(limit) === 1 ? '' : 's'}`
  if (inclusive) return `be ${size} ${limit}`
  return `be ${words === 'at least' ? 'more' : 'less'} than ${limit}`
}
