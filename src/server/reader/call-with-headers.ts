/**
 * Makes the calls of a rendered page that carry a person's own headers. The browser never learns these headers: it
 * would take them along where a redirect leads.
 */
import type { Request, Route } from 'playwright-core'
import { request } from 'undici'
import type { Egress } from './address.ts'
import { decodeBody } from './decode-body.ts'
import { headersForHost } from './headers-for-host.ts'
import type { PageRequest } from './page-source.ts'

const SILENCE_MS = 20_000

/** The answer to give to the browser; null when the call is to another site than the headers are for. */
export function createCallWithHeaders({ egress, maxBytes }: { egress: Pick<Egress, 'dispatcher'>; maxBytes: number }) {
  return async (call: Request, asked: PageRequest): Promise<Parameters<Route['fulfill']>[0] | null> => {
    const extra = headersForHost(asked, call.url())
    if (Object.keys(extra).length === 0) return null
    try {
      const response = await request(call.url(), {
        dispatcher: egress.dispatcher,
        // What a browser writes here is one of HTTP's own methods; the library refuses others.
        method: call.method() as 'GET',
        headers: { ...withoutConnection(call.headers()), ...extra },
        body: call.postDataBuffer(),
        headersTimeout: SILENCE_MS,
        bodyTimeout: SILENCE_MS,
        ...(asked.signal && { signal: asked.signal }),
      })
      const header = (name: string) => [response.headers[name] ?? ''].flat().join(', ')
      const decoded = await decodeBody(response.body, header('content-encoding'), maxBytes)
      if (!decoded.ok) return { status: 502, body: '' }
      const kept = ['content-type', 'location', 'set-cookie', 'cache-control'].filter((name) => header(name) !== '')
      const headers = Object.fromEntries(kept.map((name) => [name, header(name)]))
      return { status: response.statusCode, headers, body: Buffer.from(decoded.body) }
    } catch {
      return { status: 502, body: '' }
    }
  }
}

function withoutConnection(headers: Record<string, string>): Record<string, string> {
  const left = ['host', 'connection', 'content-length']
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !left.includes(name)))
}
