/**
 * Bench: pages a second of the whole durable crawl, on both databases, beside other crawlers in the same rounds.
 *   node bench/crawl.ts              rounds on a generated site (--rounds 5, --pages 1000)
 *   node bench/crawl.ts URL PAGES    crawls that site with the product's own code, delay 0, and exits when done
 */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Half of a start is compiling what was compiled before.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))
const first = process.argv[2] ?? ''
if (URL.canParse(first)) await (await import('./crawl-site.ts')).crawlSite(first, Number(process.argv[3] ?? 1000))
else await (await import('./crawl-rounds.ts')).crawlRounds(process.argv.slice(2))
