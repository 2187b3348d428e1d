import { useRef } from 'react'

/**
 * Returns a function that gives each request its key: the same one for the same request, as long as the form is shown,
 * so that a second click starts no second crawl.
 */
export function useIdempotencyKey() {
  const last = useRef({ request: '', key: '' })
  return (request: unknown): string => {
    const text = JSON.stringify(request)
    if (text !== last.current.request) last.current = { request: text, key: randomKey() }
    return last.current.key
  }
}

/** Unlike crypto.randomUUID, also on a page without HTTPS. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
