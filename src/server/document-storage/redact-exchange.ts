/**
 * Redacts a token request for the authentication log. Only fields on the lists below are shown. The values of all
 * others count as secrets, and are also removed from the fields that are shown.
 */
import type { Exchange } from '#server/workdrive/post-form.ts'

const REDACTED = '[redacted]'
const FIELDS_SHOWN = new Set(['grant_type', 'client_id', 'redirect_uri'])
const DATA_SHOWN = new Set(['error', 'error_description', 'expires_in', 'token_type', 'scope', 'api_domain', 'status'])
const HEADERS_SHOWN = new Set(['content-type', 'content-length', 'date', 'retry-after', 'accept'])
/** In characters. Shorter secrets would match parts of ordinary words. */
const MIN_SECRET_LENGTH = 4
/** In characters. A provider's error page would fill the log. */
const MAX_SHOWN_LENGTH = 500

export type RedactedExchange = {
  requestUrl: string
  requestMethod: string
  requestHeaders: Record<string, string>
  requestPayload: Record<string, unknown>
  responseStatus: number | null
  responseHeaders: Record<string, string>
  responseData: Record<string, unknown> | null
  error: string | null
}

export function redactExchange(exchange: Exchange): RedactedExchange {
  const redact = createRedactor([
    ...hiddenTexts(exchange.fields, FIELDS_SHOWN),
    ...hiddenTexts(exchange.data ?? {}, DATA_SHOWN),
  ])
  return {
    // Query and fragment may contain secrets.
    requestUrl: redact(exchange.url.replace(/[?#].*$/s, '')),
    requestMethod: exchange.method,
    requestHeaders: redactHeaders(exchange.requestHeaders, redact),
    requestPayload: redactFields(exchange.fields, FIELDS_SHOWN, redact),
    responseStatus: exchange.status,
    responseHeaders: redactHeaders(exchange.responseHeaders, redact),
    responseData: exchange.data && redactFields(exchange.data, DATA_SHOWN, redact),
    error: exchange.error === '' ? null : redact(exchange.error),
  }
}

type Redact = (text: string) => string

function redactFields(fields: Record<string, unknown>, shown: Set<string>, redact: Redact) {
  const redacted: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    redacted[redact(name)] = shown.has(name) ? redactValue(value, redact) : REDACTED
  }
  return redacted
}

/** Nested values are redacted as a whole. */
function redactValue(value: unknown, redact: Redact) {
  if (typeof value === 'string') return redact(value).slice(0, MAX_SHOWN_LENGTH)
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
  return REDACTED
}

function redactHeaders(headers: Record<string, string>, redact: Redact) {
  const redacted: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    const key = name.toLowerCase()
    if (HEADERS_SHOWN.has(key)) redacted[key] = redact(value).slice(0, MAX_SHOWN_LENGTH)
  }
  return redacted
}

/** The texts of the fields that are not shown: a service may repeat them elsewhere in its response. */
function hiddenTexts(fields: Record<string, unknown>, shown: Set<string>): string[] {
  return Object.entries(fields)
    .filter(([name]) => !shown.has(name))
    .map(([, value]) => value)
    .filter((value) => typeof value === 'string')
}

/**
 * Also matches the forms in which secrets appear in addresses and JSON. Longest first, because one may contain another.
 */
function createRedactor(secrets: string[]): Redact {
  const forms = secrets
    .filter((secret) => secret.length >= MIN_SECRET_LENGTH)
    .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
    .toSorted((a, b) => b.length - a.length)
  return (text) => {
    let redacted = text
    for (const form of forms) redacted = redacted.replaceAll(form, REDACTED)
    return redacted
  }
}
