/** Classifies failures of an AI service. Messages never contain the key or text from the request: they are logged. */
import { parseRetryAfter } from '#server/platform/parse-retry-after.ts'
import { APICallError } from 'ai'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { unreachableModelCode } from './unreachable-model.ts'
import type { ProviderSettings } from '#server/engines/providers/provider-settings.ts'

export type FailureKind =
  /** The key is missing, wrong or not permitted. */
  | 'auth'
  /** The quota or the balance is used up. */
  | 'quota'
  /** The provider does not serve this country. */
  | 'region'
  | 'model-not-found'
  /** The request exceeds the context window. */
  | 'too-long'
  /** The model does not support `max_tokens`, `temperature` or a reasoning effort. */
  | 'token-limit-unsupported'
  | 'temperature-unsupported'
  | 'effort-unsupported'
  /** The service does not answer by a schema. */
  | 'format-unsupported'
  /** The service does not support `stream_options`. */
  | 'usage-unsupported'
  /** No connection: worth a retry. */
  | 'unreachable'
  /** Rate limit or overload: worth a retry. */
  | 'unavailable'
  | 'timeout'
  /** The response has no text, or the model refused. */
  | 'empty'
  | 'other'

export class ServiceFailure extends Error {
  readonly kind: FailureKind
  /** If the service named a delay. */
  readonly retryAfterMs: number | undefined
  /** For 'too-long': the context window, if the service named it. */
  readonly windowTokens: number | undefined

  constructor(kind: FailureKind, message: string, details: { retryAfterMs?: number; windowTokens?: number } = {}) {
    super(message)
    this.name = 'ServiceFailure'
    this.kind = kind
    this.retryAfterMs = details.retryAfterMs
    this.windowTokens = details.windowTokens
  }
}

export const isWorthRetry = ({ kind }: ServiceFailure) => kind === 'unavailable' || kind === 'unreachable'

const ADVICE: Partial<Record<FailureKind, ErrorCode>> = {
  auth: 'model.key-refused',
  unavailable: 'model.busy',
  timeout: 'model.too-slow',
  quota: 'model.quota-used',
  region: 'model.region-refused',
  'model-not-found': 'model.unknown',
  empty: 'model.no-text',
}

/** What an administrator can do about a failure, or else the service's reason. */
export function adviseOn(
  failure: ServiceFailure,
  { provider, baseUrl, model }: Pick<ProviderSettings, 'provider' | 'baseUrl'> & { model: string },
): AppError {
  const reason = `${failure.message}.`.replace(/\.{2,}$/, '.')
  const isOllama = provider === 'ollama' || /try pulling/.test(failure.message)
  const { host } = new URL(baseUrl)
  const codes = { ...ADVICE, unreachable: unreachableModelCode(host) }
  const code = failure.kind === 'model-not-found' && isOllama ? 'model.not-pulled' : codes[failure.kind]
  return new AppError(code ?? 'settings.ai-failed', { host, model, reason }, { cause: failure })
}

const MAX_MESSAGE_LENGTH = 300

/** Removes the key and quotes from the request from the service's message: some services repeat them. */
export function toServiceFailure(error: unknown, key: string | undefined): ServiceFailure {
  if (error instanceof ServiceFailure) return error
  if (!APICallError.isInstance(error)) {
    return new ServiceFailure('other', `The AI service sent an invalid response: ${redact(messageOf(error), key)}`)
  }
  const { statusCode: status } = error
  const response = `${error.message} ${error.responseBody ?? ''}`
  const text = redact(withoutEcho(error.message, error.requestBodyValues), key)
  const message = status ? `The AI service answered ${status}: ${text}` : `Could not reach the AI service: ${text}`
  const kind = kindOf(status, response)
  const retryAfterMs = retryAfter(error.responseHeaders)
  const windowTokens = kind === 'too-long' ? parseWindow(response) : undefined
  return new ServiceFailure(kind, message, {
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(windowTokens !== undefined && { windowTokens }),
  })
}

function kindOf(status: number | undefined, response: string): FailureKind {
  // No status: the connection was refused, or it broke before the response started.
  if (status === undefined) return 'unreachable'
  if (status >= 400 && status < 500 && MODEL_NOT_FOUND.test(response)) return 'model-not-found'
  if (status < 500 && REGION_REFUSED.test(response)) return 'region'
  if (status === 402 || (status === 400 && BALANCE_TOO_LOW.test(response))) return 'quota'
  if (status === 401 || status === 403 || (status === 400 && KEY_INVALID.test(response))) return 'auth'
  if (status === 400 || status === 422) return kindOfInvalidRequest(response)
  if (status === 413) return 'too-long'
  // A retry does not help against a used-up quota.
  if (status === 429) return QUOTA_EXCEEDED.test(response) ? 'quota' : 'unavailable'
  return status === 408 || status === 409 || status >= 500 ? 'unavailable' : 'other'
}

const MODEL_NOT_FOUND =
  /model_not_found|model ["'`][^"'`]{1,200}["'`] (not found|does not exist)|\bmodel\b[^.]{0,120}\b(does not exist|not found|not exist|is not available|deprecated)/i
const REGION_REFUSED = /unsupported_country|country, region, or territory|location is not supported/i
const BALANCE_TOO_LOW = /credit balance is too low/i
const KEY_INVALID = /API key not valid/i
const QUOTA_EXCEEDED = /insufficient_quota|exceeded your current quota/i

function kindOfInvalidRequest(response: string): FailureKind {
  const invalid = INVALID_REQUESTS.find(({ patterns }) => patterns.every((pattern) => pattern.test(response)))
  return invalid?.kind ?? 'other'
}

/** In this order, because a message may match several. All patterns of a kind must match. */
const INVALID_REQUESTS: readonly { kind: FailureKind; patterns: readonly RegExp[] }[] = [
  {
    kind: 'token-limit-unsupported',
    patterns: [
      /max_(completion_)?tokens['"`]? .{0,40}(unsupported|not supported|unrecognized|not allowed|unknown)|(unsupported|unrecognized|unknown)[^.]{0,60}max_(completion_)?tokens/i,
    ],
  },
  {
    kind: 'effort-unsupported',
    patterns: [/reasoning[._ ]?effort|\breasoning\b.{0,40}(unsupported|not support)|support thinking|thinking/i],
  },
  {
    kind: 'format-unsupported',
    patterns: [/response_format|json_schema|structured output|invalid format|grammar/i],
  },
  { kind: 'usage-unsupported', patterns: [/stream_options|include_usage/i] },
  {
    kind: 'temperature-unsupported',
    patterns: [/temperature/i, /unsupported|not support|unrecognized|unknown|only the default/i],
  },
  {
    kind: 'too-long',
    patterns: [
      /context.{0,10}(length|size|window)|maximum context|too many tokens|prompt is too long|exceeds? the (available|maximum|limit)/i,
    ],
  },
]

/** "maximum context length is 8192 tokens", "n_ctx": 8192 */
function parseWindow(response: string): number | undefined {
  const tokens = WINDOW.exec(response)?.[1]
  return tokens ? Number(tokens) : undefined
}

const WINDOW = /(?:maximum context length (?:is|of)|context window of|n_ctx\\?"?:|limit of)\s*(\d{3,8})/i

/** Milliseconds, from OpenAI's retry-after-ms or from Retry-After. */
function retryAfter(headers: Record<string, string> | undefined): number | undefined {
  const ms = Number(headers?.['retry-after-ms'] ?? Number.NaN)
  if (ms >= 0) return ms
  return parseRetryAfter(headers?.['retry-after'] ?? '')
}

function redact(text: string, key: string | undefined): string {
  const withoutKey = key ? text.replaceAll(key, '[key]') : text
  // Some services repeat a part of the key: "sk-abcd****wxyz".
  return withoutKey
    .replace(/\b(?:sk|pk|key)-[\w*-]{6,}/gi, '[key]')
    .replace(/Bearer\s+\S+/gi, 'Bearer [key]')
    .slice(0, MAX_MESSAGE_LENGTH)
}

/** Messages of the library that continue with the response, which may contain an answer. */
const BEFORE_RESPONSE = /^(JSON parsing failed|Type validation failed|Invalid response data)[^]*/

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(BEFORE_RESPONSE, '$1') : typeof error
}

/** Characters: a common substring of this length is not a coincidence. */
const ECHO_LENGTH = 24
const ECHO_STEP = 8

/** Withholds a message that quotes the request, which contains questions and pages. */
function withoutEcho(message: string, requestBody: unknown): string {
  const sent = textsIn(requestBody).join('\n')
  for (let start = 0; start + ECHO_LENGTH <= message.length; start += ECHO_STEP) {
    if (sent.includes(message.slice(start, start + ECHO_LENGTH))) return '(message withheld: it quotes the request)'
  }
  return message
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
