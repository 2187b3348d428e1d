/**
 * Bench: crawl throughput on both databases, compared with other crawlers.
 *   node bench/crawl.ts              rounds on a generated site (--rounds 5, --pages 1000)
 *   node bench/crawl.ts URL PAGES    a single crawl of that site with the product's code and no delay
 */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Halves the start time.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))
const first = process.argv[2] ?? ''
if (URL.canParse(first)) await (await import('./crawl-site.ts')).crawlSite(first, Number(process.argv[3] ?? 1000))
else await (await import('./crawl-rounds.ts')).crawlRounds(process.argv.slice(2))
