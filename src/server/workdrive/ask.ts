/** One request to the provider, with all that came of it. */

/** What was asked and answered, in full: secrets too. Nobody writes it down as it is. */
export type Exchange = {
  url: string
  method: 'POST'
  requestHeaders: Record<string, string>
  fields: Record<string, string>
  /** Null when no answer came. */
  status: number | null
  responseHeaders: Record<string, string>
  /** The answer's JSON object; null when it is none. */
  data: Record<string, unknown> | null
  /** Why no answer came; '' when one did. */
  error: string
}

/** Of a request for tokens, and of an upload (SPEC section 9). */
export const TIMEOUT_MS = 30_000

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' }

/** Posts a form. Never rejects. */
export async function ask(url: string, { fields }: { fields: Record<string, string> }): Promise<Exchange> {
  const asked = { url, method: 'POST' as const, requestHeaders: FORM, fields }
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: FORM,
      body: new URLSearchParams(fields).toString(),
      // The secret goes nowhere else.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const data = jsonObject(await response.text())
    return { ...asked, status: response.status, responseHeaders: Object.fromEntries(response.headers), data, error: '' }
  } catch (error) {
    return { ...asked, status: null, responseHeaders: {}, data: null, error: whyNoAnswer(error) }
  }
}

/** Null when the text is no JSON object. */
export function jsonObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

/** A word for what happened, such as ECONNREFUSED: the text of an error may hold the address with all that is in it. */
export function whyNoAnswer(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  if (error.name === 'TimeoutError') return `no answer within ${TIMEOUT_MS / 1000} s`
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? `no answer: ${String(cause.code)}` : 'no answer'
}
