import type { Request, Route } from 'playwright-core'
import { request } from 'undici'
import { decodeBody } from '#server/fetching/decode-body.ts'
import type { Egress } from '#server/fetching/egress.ts'
import { headersForHost } from '#server/fetching/headers-for-host.ts'
import type { PageRequest } from '#server/fetching/page-source.ts'

const IDLE_MS = 20_000
const PASSED_HEADERS = ['content-type', 'location', 'set-cookie', 'cache-control']
const CONNECTION_HEADERS = ['host', 'connection', 'content-length']

export type RequestWithHeaders = (
  browserRequest: Request,
  pageRequest: PageRequest,
) => Promise<Parameters<Route['fulfill']>[0] | null>

/**
 * Sends a rendered page's requests to the host that the user's headers are for, with these headers. The browser must
 * not have them: it would send them along with a redirect to another host. Returns null for requests to other hosts.
 */
export function createRequestWithHeaders({
  egress,
  maxBytes,
}: {
  egress: Pick<Egress, 'dispatcher'>
  maxBytes: number
}): RequestWithHeaders {
  return async (browserRequest, pageRequest) => {
    const siteHeaders = headersForHost(pageRequest, browserRequest.url())
    if (Object.keys(siteHeaders).length === 0) return null
    try {
      const response = await request(browserRequest.url(), {
        dispatcher: egress.dispatcher,
        // A browser only sends valid HTTP methods; undici rejects others.
        method: browserRequest.method() as 'GET',
        headers: { ...withoutConnectionHeaders(browserRequest.headers()), ...siteHeaders },
        body: browserRequest.postDataBuffer(),
        headersTimeout: IDLE_MS,
        bodyTimeout: IDLE_MS,
        ...(pageRequest.signal && { signal: pageRequest.signal }),
      })
      const header = (name: string) => [response.headers[name] ?? ''].flat().join(', ')
      const decoded = await decodeBody(response.body, header('content-encoding'), maxBytes)
      if (!decoded.ok) return { status: 502, body: '' }
      const passed = PASSED_HEADERS.filter((name) => header(name) !== '')
      const headers = Object.fromEntries(passed.map((name) => [name, header(name)]))
      return { status: response.statusCode, headers, body: Buffer.from(decoded.body) }
    } catch {
      return { status: 502, body: '' }
    }
  }
}

function withoutConnectionHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !CONNECTION_HEADERS.includes(name)))
}
