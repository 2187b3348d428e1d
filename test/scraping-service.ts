/**
 * A stand-in for the scraping service ScrapingBee: an HTTP server with the same wire format (GET with query parameters,
 * responds with the page's HTML or `{"message"}`) that can simulate faults.
 */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { SiteAnswer } from './website.ts'

export type ScrapingServiceStandIn = {
  /** For the setting SCRAPINGBEE_BASE_URL. */
  baseUrl: string
  /** All requests so far, in order. */
  requests: { path: string; fields: Record<string, string>; accept: string; headers: Record<string, unknown> }[]
  /** Sets the responses to the next requests, one each. Later requests fetch the page again. */
  answerNext(...answers: SiteAnswer[]): void
  /** Sets the rendered HTML of a page. Other pages are fetched without rendering. */
  render(url: string, html: string): void
  close(): Promise<void>
}

/** Responds with 401, as the real service does, to any key other than `apiKey`. */
export async function openScrapingServiceStandIn(apiKey: string, port = 0): Promise<ScrapingServiceStandIn> {
  const requests: ScrapingServiceStandIn['requests'] = []
  const rendered = new Map<string, string>()
  const scripted: SiteAnswer[] = []

  const server = createServer((request, response) => {
    response.on('error', () => {})
    const address = new URL(request.url ?? '/', 'http://service')
    const fields = Object.fromEntries(address.searchParams)
    requests.push({
      path: address.pathname,
      fields,
      accept: String(request.headers.accept ?? ''),
      headers: request.headers,
    })
    const next = scripted.shift()
    if (typeof next === 'function') return next(request, response)
    if (typeof next === 'string') return respond(response, 200, next)
    if (next) return respond(response, next.status ?? 200, next.body ?? '', next.headers)
    if (fields['api_key'] !== apiKey) return respond(response, 401, '{"message":"Invalid api key: "}', JSON_TYPE)
    void scrape(fields['url'] ?? '', response)
  })

  async function scrape(url: string, response: ServerResponse) {
    const html = rendered.get(url)
    if (html !== undefined)
      return respond(response, 200, html, { 'spb-resolved-url': url, 'spb-initial-status-code': '200' })
    try {
      const page = await fetch(url)
      const body = await page.text()
      const headers = { 'spb-resolved-url': page.url, 'spb-initial-status-code': String(page.status), 'spb-cost': '5' }
      if (page.ok) return respond(response, 200, body, headers)
      // The service responds with 500 to any failure of the page other than 404.
      return respond(response, page.status === 404 ? 404 : 500, '{"message":"Server responded with an error"}', {
        ...JSON_TYPE,
        ...headers,
      })
    } catch {
      respond(response, 500, '{"message":"Error with your request, please try again"}', JSON_TYPE)
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

function respond(
  response: ServerResponse,
  status: number,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers })
  response.end(body)
}
