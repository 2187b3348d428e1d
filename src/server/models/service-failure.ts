/** Why an AI service did not answer, read from what it sent; never with its key or the text that was sent to it. */
import { APICallError } from 'ai'

export type FailureKind =
  /** The key is missing, wrong or may not do this. */
  | 'key'
  /** There is no such model. */
  | 'no-model'
  /** The request is longer than the model reads. */
  | 'too-long'
  /** It does not take `max_tokens` or `temperature`. */
  | 'refuses-limit'
  | 'refuses-temperature'
  /** Asked too often, or it is overloaded: worth asking again. */
  | 'busy'
  /** Nothing came, or nothing more. */
  | 'silent'
  /** It answered without any text, or refused. */
  | 'empty'
  | 'other'

export class ServiceFailure extends Error {
  readonly kind: FailureKind
  /** When the service said so. */
  readonly retryAfterMs: number | undefined
  /** For 'too-long', the window that the service spoke of. */
  readonly windowTokens: number | undefined

  constructor(kind: FailureKind, message: string, more: { retryAfterMs?: number; windowTokens?: number } = {}) {
    super(message)
    this.name = 'ServiceFailure'
    this.kind = kind
    this.retryAfterMs = more.retryAfterMs
    this.windowTokens = more.windowTokens
  }
}

const WORDS_SHOWN = 300

/** `key` is cut out of what the service says, should it repeat it, and so is what it was asked: both would be logged. */
export function readFailure(error: unknown, key: string | undefined): ServiceFailure {
  if (error instanceof ServiceFailure) return error
  if (!APICallError.isInstance(error)) {
    return new ServiceFailure('other', `The AI service sent what is no answer: ${scrub(messageOf(error), key)}`)
  }
  const { statusCode: status } = error
  const said = `${error.message} ${error.responseBody ?? ''}`
  const words = scrub(withoutEcho(error.message, error.requestBodyValues), key)
  const message = status ? `The AI service answered ${status}: ${words}` : `The AI service could not be reached: ${words}`
  const kind = kindOf(status, said)
  const retryAfterMs = retryAfter(error.responseHeaders)
  const windowTokens = kind === 'too-long' ? windowIn(said) : undefined
  return new ServiceFailure(kind, message, {
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(windowTokens !== undefined && { windowTokens }),
  })
}

function kindOf(status: number | undefined, said: string): FailureKind {
  // Without a status the connection was refused or broke before an answer began.
  if (status === undefined) return 'busy'
  if (/model_not_found|\bmodel\b[^.]{0,120}\b(does not exist|not found|not exist|is not available|deprecated)/i.test(said)) {
    if (status >= 400 && status < 500) return 'no-model'
  }
  if (status === 401 || status === 403) return 'key'
  if (status === 400 || status === 422) {
    if (/max_(completion_)?tokens['"`]? .{0,40}(unsupported|not supported|unrecognized|not allowed|unknown)|(unsupported|unrecognized|unknown)[^.]{0,60}max_(completion_)?tokens/i.test(said)) return 'refuses-limit'
    if (/temperature/i.test(said) && /unsupported|not support|unrecognized|unknown|only the default/i.test(said)) return 'refuses-temperature'
    if (/context.{0,10}(length|size|window)|maximum context|too many tokens|prompt is too long|exceeds? the (available|maximum|limit)/i.test(said)) return 'too-long'
    return 'other'
  }
  if (status === 413) return 'too-long'
  // A spent quota does not come back in a minute.
  if (status === 429) return /insufficient_quota/i.test(said) ? 'key' : 'busy'
  return status === 408 || status === 409 || status >= 500 ? 'busy' : 'other'
}

/** "maximum context length is 8192 tokens", "n_ctx": 8192 */
function windowIn(said: string): number | undefined {
  const found = /(?:maximum context length (?:is|of)|context window of|n_ctx\\?"?:|limit of)\s*(\d{3,8})/i.exec(said)?.[1]
  return found ? Number(found) : undefined
}

/** Retry-After in seconds or as a date (RFC 9110, 10.2.3), or OpenAI's own header in milliseconds. */
function retryAfter(headers: Record<string, string> | undefined): number | undefined {
  const ms = Number(headers?.['retry-after-ms'] ?? Number.NaN)
  if (ms >= 0) return ms
  const header = headers?.['retry-after']
  if (!header) return undefined
  const seconds = Number(header)
  const wait = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}

function scrub(text: string, key: string | undefined): string {
  const without = key ? text.replaceAll(key, '[key]') : text
  // Some services repeat a part of the key: "sk-abcd****wxyz".
  return without.replace(/\b(?:sk|pk|key)-[\w*-]{6,}/gi, '[key]').replace(/Bearer\s+\S+/gi, 'Bearer [key]').slice(0, WORDS_SHOWN)
}

/** What the service sent stands in the library's words behind these, and may be an answer. */
const BEFORE_AN_ANSWER = /^(JSON parsing failed|Type validation failed|Invalid response data)[^]*/

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(BEFORE_AN_ANSWER, '$1') : typeof error
}

/** So many letters in a row are no accident. */
const ECHO_LENGTH = 24
const ECHO_STEP = 8

/** What a service says, unless it repeats a piece of what it was asked: a question, or a page. */
function withoutEcho(words: string, asked: unknown): string {
  const sent = textsIn(asked).join('\n')
  for (let at = 0; at + ECHO_LENGTH <= words.length; at += ECHO_STEP) {
    if (sent.includes(words.slice(at, at + ECHO_LENGTH))) return 'it repeats what it was asked'
  }
  return words
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
