import { request } from 'undici'
import { messageText } from '#shared/errors.ts'
import { classifyFetchError } from './classify-fetch-error.ts'
import type { Egress } from './egress.ts'

export type PostResult = {
  /** Null without an HTTP response. */
  status: number | null
  /** In English; null when the status is 2xx. */
  error: string | null
}

const TOTAL_MS = 10_000

/**
 * Sends JSON to an address that a person set. The address guard applies as for a crawled page, redirects are not
 * followed, and the response is not read.
 */
export async function postJson(
  { egress, userAgent }: { egress: Pick<Egress, 'checkUrl' | 'isOwnManual' | 'dispatcher'>; userAgent: string },
  { url, body, headers }: { url: string; body: string; headers: Record<string, string> },
): Promise<PostResult> {
  const verdict = egress.checkUrl(url)
  if (!verdict.ok) return { status: null, error: messageText(verdict.detail) }
  if (egress.isOwnManual(url)) return { status: null, error: 'The address belongs to this server' }
  try {
    const { statusCode, body: response } = await request(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json; charset=utf-8', 'user-agent': userAgent },
      body,
      dispatcher: egress.dispatcher,
      signal: AbortSignal.timeout(TOTAL_MS),
    })
    // Closes the connection when the rest is longer.
    await response.dump({ limit: 64 * 1024 }).catch(() => undefined)
    const isAccepted = statusCode >= 200 && statusCode < 300
    return { status: statusCode, error: isAccepted ? null : `HTTP ${statusCode}` }
  } catch (error) {
    const failure = classifyFetchError(error, { url, stopped: false, limits: { totalMs: TOTAL_MS } })
    return { status: null, error: messageText(failure.detail) }
  }
}
