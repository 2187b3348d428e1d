type ErrorDetails = { status: number; code: string; field?: string; retryAfterSeconds?: number; cause?: unknown }

/** A request that failed. `message` is the server's sentence, in English. */
export class ReadbackError extends Error {
  /** The HTTP status; 0 when there was no response. */
  readonly status: number
  /** Such as `chat.not-found`; `network` when there was no response. */
  readonly code: string
  /** The field of the request that it concerns, as a path. */
  readonly field: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, { status, code, field, retryAfterSeconds, cause }: ErrorDetails) {
    super(message, { cause })
    this.name = 'ReadbackError'
    this.status = status
    this.code = code
    this.field = field
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Every failure of the API is `{ "error": { "code", "message", "field"? } }`. */
export async function errorOf(response: Response): Promise<ReadbackError> {
  const body: unknown = await response.json().catch(() => null)
  const retryAfter = response.headers.get('Retry-After')
  return bodyError(body, response.status, retryAfter === null ? undefined : Number(retryAfter))
}

export function bodyError(body: unknown, status: number, retryAfterSeconds?: number): ReadbackError {
  const error = property(body, 'error')
  const field = property(error, 'field')
  const message = property(error, 'message')
  const code = property(error, 'code')
  return new ReadbackError(typeof message === 'string' ? message : `The server answered ${status}.`, {
    status,
    code: typeof code === 'string' ? code : 'unknown',
    ...(typeof field === 'string' && { field }),
    ...(retryAfterSeconds !== undefined && Number.isFinite(retryAfterSeconds) && { retryAfterSeconds }),
  })
}

const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
