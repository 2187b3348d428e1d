import { decodeBody } from '#server/fetching/decode-body.ts'
import { discardBody, followRedirects, type FetchOptions } from '#server/fetching/follow-redirects.ts'
import type { ReadFailure, RequestBudget } from '#server/fetching/reader.ts'

/** `status` is null when there was no response. */
export type FetchedText = { ok: true; text: string } | { ok: false; status: number | null; failure: ReadFailure }

export type FetchText = (
  url: string,
  limits: { maxBytes: number; totalMs: number },
  requests?: RequestBudget,
) => Promise<FetchedText>

/** Fetches small text files such as robots.txt, of any content type; a longer file is truncated at `maxBytes`. */
export function createTextFetcher(options: Omit<FetchOptions, 'limits'>): FetchText {
  return async (url, limits, requests) => {
    const result = await followRedirects<FetchedText>(url, { ...options, limits, requests }, async ({ response }) => {
      const { statusCode: status } = response
      if (status < 200 || status > 299) {
        discardBody(response)
        return {
          ok: false,
          status,
          failure: { ok: false, reason: 'http-status', detail: String(status), retry: status >= 500 },
        }
      }
      const encoding = String(response.headers['content-encoding'] ?? '')
      const decoded = await decodeBody(response.body, encoding, limits.maxBytes, { truncate: true })
      if (decoded.ok) return { ok: true, text: new TextDecoder().decode(decoded.body) }
      return { ok: false, status: null, failure: { ...decoded, retry: true } }
    })
    if (result.ok || 'failure' in result) return result
    // Too many redirects count as an absent file (RFC 9309, 2.3.1.2), which any 3xx status means here.
    return {
      ok: false,
      status: result.reason === 'redirect' || result.reason === 'redirect-loop' ? 310 : null,
      failure: result,
    }
  }
}
