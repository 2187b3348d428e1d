/** Sends a request again when it failed for a while only. */
import { errorOf, ReadbackError } from './readback-error.ts'

export type Sending = {
  fetch: typeof fetch
  attempts: number
  /** Whether the request may be repeated although it may have been carried out. */
  repeatable: boolean
}

const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 60_000
/** Refused before it was carried out. */
const REFUSED = [429, 503]
/** From a proxy, which does not know whether the server received it. */
const UNKNOWN = [502, 504]

/** Returns a response with a status from 200 to 299. Throws ReadbackError, and what `init.signal` was aborted with. */
export async function send(url: URL, init: RequestInit, { fetch, attempts, repeatable }: Sending): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const result = await sendOnce(url, init, fetch)
    if (result.ok) return result.response
    const { error } = result
    const pauseMs = pauseBefore(attempt, error)
    const isWorthRepeating = isTemporary(error, repeatable) && pauseMs <= MAX_PAUSE_MS
    if (!isWorthRepeating || attempt >= attempts) throw error
    await pause(pauseMs, init.signal)
  }
}

type Result = { ok: true; response: Response } | { ok: false; error: ReadbackError }

async function sendOnce(url: URL, init: RequestInit, fetch: Sending['fetch']): Promise<Result> {
  try {
    const response = await fetch(url, init)
    if (response.ok) return { ok: true, response }
    return { ok: false, error: await errorOf(response) }
  } catch (error) {
    init.signal?.throwIfAborted()
    const message = `${url.origin} was not reached.`
    return { ok: false, error: new ReadbackError(message, { status: 0, code: 'network', cause: error }) }
  }
}

function isTemporary({ status }: ReadbackError, repeatable: boolean): boolean {
  if (REFUSED.includes(status)) return true
  const isUnknown = status === 0 || UNKNOWN.includes(status)
  return repeatable && isUnknown
}

/** Milliseconds: what the server asked for, or a random time that doubles with each attempt. */
function pauseBefore(attempt: number, { retryAfterSeconds }: ReadbackError): number {
  if (retryAfterSeconds) return retryAfterSeconds * 1000
  return FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random())
}

/** Rejects with the reason of `signal` when it is aborted, also before. */
export function pause(ms: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
