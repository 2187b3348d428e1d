/** How often, and after how long, a page that could not be read is tried again. */

/** The first try and up to three more (SPEC section 4, scrape retry). */
export const MAX_RETRIES = 3
/** What a site may ask for with Retry-After before we stop believing it. */
const RETRY_AFTER_MAX_MS = 10 * 60_000

/** Milliseconds until the next try after `attempts` failed ones before: longer each time, or as long as the site asked. */
export function retryDelayMs({ retryBackoffMs }: { retryBackoffMs: number }, attempts: number, retryAfterMs = 0): number {
  return Math.max(retryBackoffMs * (attempts + 1), Math.min(retryAfterMs, RETRY_AFTER_MAX_MS))
}
