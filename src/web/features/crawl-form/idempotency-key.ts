/**
 * Returns a function that gives each request its key: the same one while the request stays the same, so that a second
 * click starts no second crawl.
 */
export function createIdempotencyKeys() {
  let last = { request: '', key: '' }
  return (request: unknown): string => {
    const text = JSON.stringify(request)
    if (text !== last.request) last = { request: text, key: randomKey() }
    return last.key
  }
}

/** Unlike crypto.randomUUID, also on a page without HTTPS. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
