/** What of a request for tokens may be written down: known harmless fields, and no secret within them. */
import type { Exchange } from '#server/workdrive/ask.ts'

const REDACTED = '[redacted]'
const FIELDS_SHOWN = new Set(['grant_type', 'client_id', 'redirect_uri'])
const DATA_SHOWN = new Set(['error', 'error_description', 'expires_in', 'token_type', 'scope', 'api_domain', 'status'])
const HEADERS_SHOWN = new Set(['content-type', 'content-length', 'date', 'retry-after', 'accept'])
/** Anything shorter would be found in ordinary words. */
const SECRET_MIN = 4
const TEXT_MAX = 500

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
  const hide = hider([...hiddenIn(exchange.fields, FIELDS_SHOWN), ...hiddenIn(exchange.data ?? {}, DATA_SHOWN)])
  return {
    // Whatever stands behind the path is data.
    requestUrl: hide(exchange.url.replace(/[?#].*$/s, '')),
    requestMethod: exchange.method,
    requestHeaders: headersOf(exchange.requestHeaders, hide),
    requestPayload: redacted(exchange.fields, FIELDS_SHOWN, hide),
    responseStatus: exchange.status,
    responseHeaders: headersOf(exchange.responseHeaders, hide),
    responseData: exchange.data && redacted(exchange.data, DATA_SHOWN, hide),
    error: exchange.error === '' ? null : hide(exchange.error),
  }
}

type Hide = (text: string) => string

function redacted(fields: Record<string, unknown>, shown: Set<string>, hide: Hide) {
  const entry = ([name, value]: [string, unknown]) => [hide(name), shown.has(name) ? plain(value, hide) : REDACTED]
  return Object.fromEntries(Object.entries(fields).map(entry))
}

/** Nothing that holds something else is shown: it could hold anything. */
function plain(value: unknown, hide: Hide) {
  if (typeof value === 'string') return hide(value).slice(0, TEXT_MAX)
  return typeof value === 'number' || typeof value === 'boolean' || value === null ? value : REDACTED
}

function headersOf(headers: Record<string, string>, hide: Hide) {
  const shown = Object.entries(headers).filter(([name]) => HEADERS_SHOWN.has(name.toLowerCase()))
  return Object.fromEntries(shown.map(([name, value]) => [name.toLowerCase(), hide(value).slice(0, TEXT_MAX)]))
}

/** The texts of the fields that are not shown: a service may repeat them elsewhere in its answer. */
function hiddenIn(fields: Record<string, unknown>, shown: Set<string>): string[] {
  return Object.entries(fields).flatMap(([name, value]) => (!shown.has(name) && typeof value === 'string' ? [value] : []))
}

/** Also as they stand in an address or in JSON. The longest first: one may hold another. */
function hider(secrets: string[]): Hide {
  const forms = secrets
    .filter((secret) => secret.length >= SECRET_MIN)
    .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
    .toSorted((a, b) => b.length - a.length)
  return (text) => forms.reduce((left, form) => left.replaceAll(form, REDACTED), text)
}
