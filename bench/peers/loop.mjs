// One page after the other from the address given, breadth first, on its host: node LOOP.mjs URL PAGES.
import { request } from 'undici'

/** `read` takes HTML and its address and answers title, text and absolute links. */
export async function crawl(read) {
  const [start, limit] = [process.argv[2], Number(process.argv[3])]
  const { host } = new URL(start)
  const waiting = [start]
  const known = new Set(waiting)
  const pages = []
  const startedAt = performance.now()
  while (waiting.length > 0 && pages.length < limit) {
    const url = waiting.shift()
    const { statusCode, body } = await request(url)
    const html = await body.text()
    if (statusCode !== 200) continue
    const page = read(html, url)
    pages.push({ url, title: page.title, text: page.text })
    for (const link of page.links) {
      const target = new URL(link)
      target.hash = ''
      if (target.host !== host || known.has(target.href)) continue
      known.add(target.href)
      waiting.push(target.href)
    }
  }
  console.log(JSON.stringify({ pages: pages.length, seconds: (performance.now() - startedAt) / 1000 }))
  process.exit(0)
}
