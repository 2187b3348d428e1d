/** How the browser speaks to the server: JSON in, JSON out, every failure a `Failure` with its code and words. */
import type { ClientResponse } from 'hono/client'
import type { ErrorCode } from '#shared/errors.ts'
import { errorWords, saidWords } from '#web/languages/said-words.ts'

export class Failure extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.name = 'Failure'
    this.status = status
    this.code = code
  }

  /** For a person, in the language on the screen; `message` stays as the server wrote it. */
  get words() {
    return saidWords(this.code, this.message)
  }
}

/** Set by the screens: asks the person to sign in again and answers whether they did. */
let signInAgain: () => Promise<boolean> = async () => false
export const onSessionEnded = (ask: typeof signInAgain) => void (signInAgain = ask)

/** While somebody is being asked. */
let asking: Promise<boolean> | null = null

/**
 * Sends a request. What somebody wanted to do (not merely see) when their session had ended waits until they have
 * signed in again, and then goes on; so does whatever is asked meanwhile, or its failure would clear the screen.
 */
export async function send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const answer = await fetch(input, init)
  if (answer.status !== 401 || String(input).startsWith('/api/auth/')) return answer
  if (!asking && (init?.method ?? 'GET') === 'GET') return answer
  asking ??= signInAgain().finally(() => (asking = null))
  return (await asking) ? fetch(input, init) : answer
}

/** The words a person reads: the server's own when it spoke, otherwise those of `otherwise`. */
export function failureWords(error: unknown, otherwise: ErrorCode): string {
  return error instanceof Failure && error.message ? error.words : errorWords(otherwise)
}

/** What the server answers when all went well, as its routes declare it. */
type Good<Answer> =
  Answer extends ClientResponse<infer Body, infer Status, string> ? (Status extends 200 | 201 ? Body : never) : never

/** Reads the JSON of an answer; throws `Failure` on any status that is not a success. */
export async function readAnswer<Answer extends ClientResponse<unknown, number, string>>(asked: Promise<Answer>) {
  const response = await asked
  if (!response.ok) throw await failureOf(response)
  // Both sides are built together from the same schemas; 204 has no body.
  return (response.status === 204 ? undefined : await response.json()) as Good<Answer>
}

/** Sends JSON and gives the bare response; throws `Failure` when it is not a success. */
export async function post(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  const response = await send(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  })
  if (!response.ok) throw await failureOf(response)
  return response
}

/** Gives the bare response; throws `Failure` when it is not a success. */
export async function get(path: string, signal?: AbortSignal): Promise<Response> {
  const response = await send(path, { signal })
  if (!response.ok) throw await failureOf(response)
  return response
}

/** Our failures are `{error: {code, message}}`, the auth library's `{code, message}`. */
async function failureOf(response: Pick<Response, 'status' | 'json'>): Promise<Failure> {
  const body: unknown = await response.json().catch(() => null)
  const spoken = field(body, 'error') ?? body
  return new Failure(response.status, text(field(spoken, 'code')), text(field(spoken, 'message')))
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
