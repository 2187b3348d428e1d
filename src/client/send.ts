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
    const result = await fetch(url, init).catch((error: unknown) => {
      init.signal?.throwIfAborted()
      return new ReadbackError(`${url.origin} was not reached.`, { status: 0, code: 'network', cause: error })
    })
    if (!(result instanceof ReadbackError) && result.ok) return result
    const error = result instanceof ReadbackError ? result : await errorOf(result)
    const isTemporary = REFUSED.includes(error.status) || (repeatable && [0, ...UNKNOWN].includes(error.status))
    const pauseMs = (error.retryAfterSeconds ?? 0) * 1000 || FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random())
    if (!isTemporary || attempt >= attempts || pauseMs > MAX_PAUSE_MS) throw error
    await pause(pauseMs, init.signal)
  }
}

function pause(ms: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
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
