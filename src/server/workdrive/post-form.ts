/** A request and its response, including secrets: redact it before storing or logging it. */
export type Exchange = {
  url: string
  method: 'POST'
  requestHeaders: Record<string, string>
  fields: Record<string, string>
  /** Null when no response arrived. */
  status: number | null
  responseHeaders: Record<string, string>
  /** The JSON object in the response; null when absent. */
  data: Record<string, unknown> | null
  /** Why no response arrived; '' when one did. */
  error: string
}

/** For token requests and uploads (specification, section 9). */
export const TIMEOUT_MS = 30_000

const FORM_HEADERS = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' }

/** Never rejects. */
export async function postForm(url: string, { fields }: { fields: Record<string, string> }): Promise<Exchange> {
  const request = { url, method: 'POST' as const, requestHeaders: FORM_HEADERS, fields }
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: FORM_HEADERS,
      body: new URLSearchParams(fields).toString(),
      // A redirect must not send the secret elsewhere.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const data = parseJsonObject(await response.text())
    return {
      ...request,
      status: response.status,
      responseHeaders: Object.fromEntries(response.headers),
      data,
      error: '',
    }
  } catch (error) {
    return { ...request, status: null, responseHeaders: {}, data: null, error: describeFetchError(error) }
  }
}

/** Null when the text is not a JSON object. */
export function parseJsonObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? { ...value } : null
  } catch {
    return null
  }
}

/** A short reason such as ECONNREFUSED. The message of an error may contain the address with its secrets. */
export function describeFetchError(error: unknown): string {
  if (!(error instanceof Error)) return 'no response'
  if (error.name === 'TimeoutError') return `no response within ${TIMEOUT_MS / 1000} s`
  const { cause } = error
  if (cause instanceof Error && 'code' in cause) return `no response: ${String(cause.code)}`
  return 'no response'
}
