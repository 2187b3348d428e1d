/** Many small websites on loopback, each on a port of its own: one host gets one page at a time, many get many. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'

export type ManySites = {
  /** `http://127.0.0.1:PORT`, one for each site. */
  origins: string[]
  /** As ALLOW_PRIVATE_HOSTS wants them. */
  hosts: string
  /** Pages asked for so far, robots.txt and the like left out, by origin. */
  asked: Map<string, number>
  /** The most requests that any one site had at once. */
  mostAtOnce(): number
  close(): Promise<void>
}

/** Each page takes `pageMs` and says something of its own; the start page links to all. */
export async function openManySites(sites: number, pages: number, pageMs: number): Promise<ManySites> {
  const asked = new Map<string, number>()
  let most = 0
  const opened = await Promise.all(Array.from({ length: sites }, () => open()))

  async function open() {
    let origin = ''
    let atOnce = 0
    const server = createServer((request, response) => {
      const number = numberOf(request.url ?? '/')
      if (number === null || number >= pages) return response.writeHead(404).end()
      asked.set(origin, (asked.get(origin) ?? 0) + 1)
      most = Math.max(most, ++atOnce)
      setTimeout(() => {
        atOnce -= 1
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
    mostAtOnce: () => most,
    close: async () => void (await Promise.all(opened.map(({ server }) => close(server)))),
  }
}

function numberOf(path: string): number | null {
  if (path === '/') return 0
  const number = /^\/page-(\d+)$/.exec(path)?.[1]
  return number === undefined ? null : Number(number)
}

function pageHtml(number: number, pages: number): string {
  const links = number > 0 ? [] : Array.from({ length: pages - 1 }, (_, index) => `<a href="/page-${index + 1}">Page ${index + 1}</a>`)
  // Pages that say nearly the same are kept once.
  const own = Array.from({ length: 12 }, (_, index) => `word${number}x${index}`).join(' ')
  return `<!doctype html><html lang="en"><title>Page ${number}</title><main><h1>Page ${number}</h1><p>This page is about ${own}.</p>${links.join(' ')}</main></html>`
}

async function close(server: Server) {
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
}
