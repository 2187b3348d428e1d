/** Texts of the server in the current language, by their codes and values. The server's English is the fallback. */
import type { ErrorBody } from '#shared/error-body.ts'
import type { SkippedAddress } from '#shared/crawl/crawls.ts'
import { issueValues } from '#shared/errors.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { isTextKey, t } from './t.ts'
import type { Values } from './t.ts'
import type { TextKey } from './text.ts'

/** The text of an error that the screen itself knows. */
export const errorText = (code: ErrorCode, values?: Values) => t(`errors.${code}`, values)

/** The text of a failure of the API. */
export const failureMessage = ({ code, message, values }: Pick<ErrorBody, 'code' | 'message' | 'values'>) =>
  textByCode(code, values) ?? message

/** The detail of a skipped address or of a checked page; '' when absent. */
export const detailText = ({ detail, detailCode, values }: Pick<SkippedAddress, 'detail' | 'detailCode' | 'values'>) =>
  (detailCode === undefined ? null : textByCode(detailCode, values)) ?? detail

type Issue = { message: string } & Parameters<typeof issueValues>[0]

/** Why a schema rejects a field; '' without an issue. */
export function issueText(issue: Issue | undefined): string {
  return issue ? (textByCode(issue.message, issueValues(issue)) ?? issue.message) : ''
}

/** Why a schema rejects each field, by the field's name: the first issue of each. */
export function issuesByField(
  error: { issues: readonly (Issue & { path: readonly PropertyKey[] })[] } | undefined,
): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const issue of error?.issues ?? []) texts[String(issue.path[0])] ??= issueText(issue)
  return texts
}

type MessageValues = NonNullable<ErrorBody['values']>

/** Null for a code that this build does not know, or when a value is missing. */
function textByCode(code: string, values: MessageValues = {}): string | null {
  const key = keyOf(code)
  if (!key) return null
  try {
    return t(key, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueText(value)])))
  } catch {
    return null
  }
}

const keyOf = (code: string): TextKey | null =>
  [`errors.${code}`, `details.${code}`, `skipReasons.${code}`].find(isTextKey) ?? null

const valueText = (value: MessageValues[string]) => (typeof value === 'object' ? nestedText(value) : value)

/** The text of a value that is itself one of our texts. */
export const nestedText = ({ code, values }: Extract<MessageValues[string], object>): string =>
  // Deeper values are declared unknown; they have the same shape.
  textByCode(code, values as MessageValues | undefined) ?? code
