const FIRST_PAUSE_MS = 25
/** Each poll costs the server a request with its queries, in which it does nothing of what is waited for. */
const PAUSE_GROWTH = 1.6
const MAX_PAUSE_MS = 400

/** Polls `probe` until it returns a truthy value and returns that value. Throws after `withinMs`. */
export async function waitFor<T>(
  what: string,
  probe: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  withinMs = 60_000,
): Promise<T> {
  const deadline = Date.now() + withinMs
  let lastError: unknown
  let pauseMs = FIRST_PAUSE_MS
  while (Date.now() < deadline) {
    try {
      const found = await probe()
      if (found) return found
    } catch (error) {
      lastError = error
    }
    const pause = pauseMs
    await new Promise((resolve) => setTimeout(resolve, pause))
    pauseMs = Math.min(pauseMs * PAUSE_GROWTH, MAX_PAUSE_MS)
  }
  throw new Error(`Timed out after ${withinMs} ms waiting for ${what}`, { cause: lastError })
}
