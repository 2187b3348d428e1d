/** Reads a small text file of a site (robots.txt), whatever its content type, and no more of it than asked for. */
import { decodeBody } from './decode-body.ts'
import { discardBody, followRedirects, type FetchOptions } from './follow-redirects.ts'
import type { NotRead } from './reader.ts'

export type FetchedText = { ok: true; text: string } | { ok: false; status: number | null; failure: NotRead }

export type FetchText = (url: string, limits: { maxBytes: number; totalMs: number }) => Promise<FetchedText>

/** Reads through `options.egress`; a longer file is cut at `maxBytes`. `status` is null when nothing answered. */
export function textFetcher(options: Omit<FetchOptions, 'limits'>): FetchText {
  return async (url, limits) => {
    const result = await followRedirects<FetchedText>(url, { ...options, limits }, async ({ response }) => {
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
      const body = await decodeBody(response.body, encoding, limits.maxBytes, { cut: true })
      if (body.ok) return { ok: true, text: new TextDecoder().decode(body.body) }
      return { ok: false, status: null, failure: { ok: false, reason: body.reason, detail: body.detail, retry: true } }
    })
    if (result.ok || 'failure' in result) return result
    // Too many redirects count as a file that is not there (RFC 9309, 2.3.1.2).
    return { ok: false, status: result.reason === 'redirect' ? 310 : null, failure: result }
  }
}
