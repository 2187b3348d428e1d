/**
 * A stand-in of the scraping service ScrapingBee: a small real HTTP server that keeps its wire format (GET with the
 * fields in the query, the page's HTML or `{"message"}` out) and can be told to misbehave.
 */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { SiteAnswer } from './website.ts'

export type ScrapingServiceStandIn = {
  /** What SCRAPINGBEE_BASE_URL is set to. */
  baseUrl: string
  /** The fields of every request so far, in order, and what it accepts. */
  requests: { path: string; fields: Record<string, string>; accept: string; headers: Record<string, unknown> }[]
  /** The answers of the next requests, one each; after them pages are fetched and answered honestly again. */
  answerNext(...answers: SiteAnswer[]): void
  /** How a page is rendered, by address; others are fetched as they are. */
  render(url: string, html: string): void
  close(): Promise<void>
}

/** Serves on a free port; another key than `apiKey` is answered with 401, as the service does. */
export async function openScrapingServiceStandIn(apiKey: string, port = 0): Promise<ScrapingServiceStandIn> {
  const requests: ScrapingServiceStandIn['requests'] = []
  const rendered = new Map<string, string>()
  const scripted: SiteAnswer[] = []

  const server = createServer((request, response) => {
    response.on('error', () => {})
    const address = new URL(request.url ?? '/', 'http://service')
    const fields = Object.fromEntries(address.searchParams)
    requests.push({ path: address.pathname, fields, accept: String(request.headers.accept ?? ''), headers: request.headers })
    const next = scripted.shift()
    if (typeof next === 'function') return next(request, response)
    if (typeof next === 'string') return give(response, 200, next)
    if (next) return give(response, next.status ?? 200, next.body ?? '', next.headers)
    if (fields['api_key'] !== apiKey) return give(response, 401, '{"message":"Invalid api key: "}', JSON_TYPE)
    void scrape(fields['url'] ?? '', response)
  })

  async function scrape(url: string, response: ServerResponse) {
    const html = rendered.get(url)
    if (html !== undefined) return give(response, 200, html, { 'spb-resolved-url': url, 'spb-initial-status-code': '200' })
    try {
      const page = await fetch(url)
      const body = await page.text()
      const headers = { 'spb-resolved-url': page.url, 'spb-initial-status-code': String(page.status), 'spb-cost': '5' }
      if (page.ok) return give(response, 200, body, headers)
      // A page that fails is the service's failure, except one that is not there.
      return give(response, page.status === 404 ? 404 : 500, '{"message":"Server responded with an error"}', { ...JSON_TYPE, ...headers })
    } catch {
      give(response, 500, '{"message":"Error with your request, please try again"}', JSON_TYPE)
    }
  }

  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The stand-in has no port')
  return {
    baseUrl: `http://127.0.0.1:${address.port}/api/v1`,
    requests,
    answerNext: (...answers) => void scripted.push(...answers),
    render: (url, html) => void rendered.set(url, html),
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

const JSON_TYPE = { 'content-type': 'application/json' }

function give(response: ServerResponse, status: number, body: string | Uint8Array, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers })
  response.end(body)
}
