/** The first attempt and up to three retries (specification, section 4, scrape retry). */
export const MAX_RETRIES = 3

/**
 * Milliseconds until the next attempt after `attempts` earlier ones: linear backoff, or the site's Retry-After if
 * longer.
 */
export function retryDelayMs(
  { retryBackoffMs }: { retryBackoffMs: number },
  attempts: number,
  retryAfterMs = 0,
): number {
  return Math.max(retryBackoffMs * (attempts + 1), retryAfterMs)
}
