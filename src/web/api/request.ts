/** Requests to the server: JSON in, JSON out, every failure a `Failure` with its code and text. */
import type { ClientResponse } from 'hono/client'
import type { ErrorBody } from '#shared/error-body.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { errorText, failureMessage, nestedText } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'

export class Failure extends Error {
  readonly status: number
  readonly code: string
  readonly values: ErrorBody['values']
  /** The field of the request that it concerns, as a path. */
  readonly field: string | undefined

  constructor(status: number, code: string, message: string, { values, field }: Partial<ErrorBody> = {}) {
    super(message)
    this.name = 'Failure'
    this.status = status
    this.code = code
    this.values = values
    this.field = field
  }

  /** The text in the current language; `message` is the server's English. */
  get words() {
    return failureMessage(this)
  }
}

/** Retrying does not help: what was asked for does not exist, belongs to someone else, or has a malformed id. */
export function isNotFound(error: unknown): boolean {
  if (!(error instanceof Failure)) return false
  return error.status === 404 || (error.status === 400 && error.field === 'id')
}

/** More credits are needed than the user has. */
export function needsCredits(error: unknown): boolean {
  return error instanceof Failure && error.status === 402
}

/** The server is down, or its proxy answers for it. */
export function isServerDown(error: unknown): boolean {
  if (!(error instanceof Failure)) return error instanceof TypeError
  return error.status >= 502 && error.status <= 504 && error.code === ''
}

/** A failure that the browser found itself, without a response. */
export const localFailure = (code: ErrorCode) => new Failure(0, code, errorText(code))

/** Set by the sign-in gate: asks the user to sign in again; resolves to whether they did. */
let signInAgain: () => Promise<boolean> = async () => false
export const onSessionEnded = (ask: typeof signInAgain) => void (signInAgain = ask)

/** Pending while the sign-in dialog is open. */
let asking: Promise<boolean> | null = null

/**
 * Sends a request. When the session has expired, a mutation waits for the user to sign in again and is then repeated;
 * so do reads sent in the meantime, whose failure would clear the screen.
 */
export async function send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init)
  if (response.status !== 401 || String(input).startsWith('/api/auth/')) return response
  if (!asking && (init?.method ?? 'GET') === 'GET') return response
  asking ??= signInAgain().finally(() => (asking = null))
  return (await asking) ? fetch(input, init) : response
}

/**
 * The error text to show: the server's if there is one; without a connection, that; else that of `otherwise`, unless
 * that is less specific than an unreachable server.
 */
export function failureText(error: unknown, otherwise: ErrorCode): string {
  if (error instanceof Failure && error.message) return error.words
  if (isOffline()) return t('common.offlineHint')
  return errorText(otherwise === 'server.unexpected' && isServerDown(error) ? 'server.unreachable' : otherwise)
}

/** False where there is no browser. */
export const isOffline = () => globalThis.navigator?.onLine === false

/** What caused a failure, which the server tells administrators; '' without it. */
export function causeText(error: unknown): string {
  const cause = error instanceof Failure ? error.values?.['cause'] : undefined
  return typeof cause === 'object' ? nestedText(cause) : ''
}

/** The success body of a response, as its route declares it. */
type SuccessBody<Typed> =
  Typed extends ClientResponse<infer Body, infer Status, string> ? (Status extends 200 | 201 ? Body : never) : never

/** Parses the JSON body; throws `Failure` on any non-2xx status. */
export async function readResponse<Typed extends ClientResponse<unknown, number, string>>(pending: Promise<Typed>) {
  const response = await pending
  if (!response.ok) throw await failureOf(response)
  // Client and server share the schemas; 204 has no body.
  return (response.status === 204 ? undefined : await response.json()) as SuccessBody<Typed>
}

/** Sends JSON and returns the response; throws `Failure` on a non-2xx status. */
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

/** Returns the response; throws `Failure` on a non-2xx status. */
export async function get(path: string, signal?: AbortSignal): Promise<Response> {
  const response = await send(path, { signal })
  if (!response.ok) throw await failureOf(response)
  return response
}

/** Our failures are `{error: {code, message, values?, field?}}`, the auth library's `{code, message}`. */
async function failureOf(response: Pick<Response, 'status' | 'json'>): Promise<Failure> {
  const body: unknown = await response.json().catch(() => null)
  const error = property(body, 'error') ?? body
  // Client and server share the schema.
  const values = property(error, 'values') as ErrorBody['values']
  const field = text(property(error, 'field')) || undefined
  return new Failure(response.status, text(property(error, 'code')), text(property(error, 'message')), {
    values,
    field,
  })
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
