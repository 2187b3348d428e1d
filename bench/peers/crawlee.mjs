// Crawlee as in its guide, with in-memory storage: node crawlee.mjs URL PAGES.
import { CheerioCrawler, Configuration, log } from '@crawlee/cheerio'

const [start, limit] = [process.argv[2], Number(process.argv[3])]
log.setLevel(log.LEVELS.ERROR)
const pages = []
const startedAt = performance.now()
const crawler = new CheerioCrawler(
  {
    maxRequestsPerCrawl: limit,
    minConcurrency: 1,
    maxConcurrency: 16,
    // Without throttling by system load, which would depend on other processes: at load 4 it crawled four pages per
    // second.
    autoscaledPoolOptions: { systemStatusOptions: { maxCpuOverloadedRatio: 1, maxEventLoopOverloadedRatio: 1 } },
    async requestHandler({ request, $, enqueueLinks }) {
      await enqueueLinks()
      $('script, style, nav, footer, header').remove()
      pages.push({ url: request.url, title: $('title').text(), text: $('body').text().replace(/\s+/g, ' ').trim() })
    },
  },
  new Configuration({ persistStorage: false }),
)
await crawler.run([start])
console.log(JSON.stringify({ pages: pages.length, seconds: (performance.now() - startedAt) / 1000 }))
process.exit(0)
