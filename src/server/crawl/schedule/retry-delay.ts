/** The first attempt and up to three retries (specification, section 4, scrape retry). */
export const MAX_RETRIES = 3
/** A longer Retry-After is cut to this. */
const MAX_RETRY_AFTER_MS = 10 * 60_000

/** Milliseconds until the next attempt after `attempts` earlier ones: linear backoff, or the site's Retry-After if longer. */
export function retryDelayMs(
  { retryBackoffMs }: { retryBackoffMs: number },
  attempts: number,
  retryAfterMs = 0,
): number {
  return Math.max(retryBackoffMs * (attempts + 1), Math.min(retryAfterMs, MAX_RETRY_AFTER_MS))
}
