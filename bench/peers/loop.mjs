// A sequential breadth-first crawl of one host: node SCRIPT.mjs URL PAGES.
import { request } from 'undici'

/** `read` returns the title, text and absolute links of a page, given its HTML and URL. */
export async function crawl(read) {
  const [start, limit] = [process.argv[2], Number(process.argv[3])]
  const { host } = new URL(start)
  const queue = [start]
  const known = new Set(queue)
  const pages = []
  const startedAt = performance.now()
  while (queue.length > 0 && pages.length < limit) {
    const url = queue.shift()
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
      queue.push(target.href)
    }
  }
  console.log(JSON.stringify({ pages: pages.length, seconds: (performance.now() - startedAt) / 1000 }))
  process.exit(0)
}
