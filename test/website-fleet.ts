/** Many small websites on loopback, each on its own port, so that crawls of different hosts run in parallel. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'

export type WebsiteFleet = {
  /** `http://127.0.0.1:PORT`, one for each site. */
  origins: string[]
  /** For the setting ALLOW_PRIVATE_HOSTS. */
  hosts: string
  /** The number of requests for pages, without robots.txt and sitemaps, by origin. */
  asked: Map<string, number>
  /** The highest number of concurrent requests to any one site. */
  maxConcurrent(): number
  close(): Promise<void>
}

/** Each page has unique text and takes `pageMs` to respond. The start page links to all others. */
export async function openWebsiteFleet(sites: number, pages: number, pageMs: number): Promise<WebsiteFleet> {
  const asked = new Map<string, number>()
  let highest = 0
  const opened = await Promise.all(Array.from({ length: sites }, () => open()))

  async function open() {
    let origin = ''
    let concurrent = 0
    const server = createServer((request, response) => {
      const number = numberOf(request.url ?? '/')
      if (number === null || number >= pages) return response.writeHead(404).end()
      asked.set(origin, (asked.get(origin) ?? 0) + 1)
      highest = Math.max(highest, ++concurrent)
      setTimeout(() => {
        concurrent -= 1
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageHtml(number, pages))
      }, pageMs)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    return { server, origin }
  }

  const origins = opened.map(({ origin }) => origin)
  return {
    origins,
    hosts: origins.map((origin) => new URL(origin).host).join(','),
    asked,
    maxConcurrent: () => highest,
    close: async () => void (await Promise.all(opened.map(({ server }) => close(server)))),
  }
}

function numberOf(path: string): number | null {
  if (path === '/') return 0
  const number = /^\/page-(\d+)$/.exec(path)?.[1]
  return number === undefined ? null : Number(number)
}

function pageHtml(number: number, pages: number): string {
  const links =
    number > 0
      ? []
      : Array.from({ length: pages - 1 }, (_, index) => `<a href="/page-${index + 1}">Page ${index + 1}</a>`)
  // Unique words, because near-duplicate pages are stored only once.
  const words = Array.from({ length: 12 }, (_, index) => `word${number}x${index}`).join(' ')
  return `<!doctype html><html lang="en"><title>Page ${number}</title><main><h1>Page ${number}</h1><p>This page is about ${words}.</p>${links.join(' ')}</main></html>`
}

async function close(server: Server) {
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
}
