import { type Detail, messageText } from '#shared/errors.ts'

/** A result with its detail as English text, for assertions on the wording. */
export const withDetailText = <Result extends object>(result: Result) =>
  'detail' in result ? { ...result, detail: messageText(result.detail as Detail) } : result
