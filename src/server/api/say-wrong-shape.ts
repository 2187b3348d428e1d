import type { z } from '@hono/zod-openapi'

/** What the schemas' library says of its own accord. Anything else was written for the person who reads it. */
const LIBRARY_WORDS = /^Invalid (input|option|UUID)\b/

const kindWords: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

/**
 * What is wrong with a request's shape, for its failure: the schema's own words alone where it has some for what was
 * left out, is of another kind, too short or too long; else the field and what is the matter with it.
 */
export function sayWrongShape(issue: z.core.$ZodIssue | undefined): string {
  if (!issue) return 'The request has the wrong shape.'
  const where = issue.path.join('.')
  const library = LIBRARY_WORDS.test(issue.message)
  switch (issue.code) {
    case 'invalid_type':
      if (!library) return issue.message
      if (where && issue.message.endsWith('received undefined')) return `${where} is missing.`
      return `${where || 'The request'} must be ${kindWords[issue.expected] ?? issue.expected}.`
    case 'invalid_value':
      return library && where ? `${where} must be ${issue.values.join(' or ')}.` : issue.message
    case 'unrecognized_keys':
      return `There is no field ${issue.keys.join(', ')} here.`
    case 'invalid_union':
      return library && where ? `${where} is of the wrong kind.` : issue.message
    case 'invalid_format':
      return library && where ? `${where} is not an id.` : issue.message
    case 'too_small':
    case 'too_big':
      return issue.message
    default:
      return where ? `${where}: ${issue.message}` : issue.message
  }
}
