/** Custom crawler settings (pro and enterprise), and the branches selected in a preview. */
import { z } from 'zod'
import { invalid } from '#shared/errors.ts'

/** Which reader fetches the pages. 'auto' renders a page in a browser only if it is empty without JavaScript. */
export const ReaderName = z.enum(['auto', 'http', 'browser', 'scrapingbee'])
export type ReaderName = z.infer<typeof ReaderName>

/** Countries of the scraping service; by default it rotates through the first four (specification, section 4). */
export const Country = z.enum(['us', 'gb', 'ca', 'au', 'de', 'fr', 'es', 'it', 'nl', 'jp', 'br', 'in'])
export type Country = z.infer<typeof Country>

/** Matches a whole path, such as "/blog/*"; `*` matches any characters. */
const PathPattern = z
  .string()
  .trim()
  .min(1)
  .max(300, invalid('crawl.pattern-too-long'))
  .startsWith('/', invalid('crawl.pattern-slash'))

const HeaderName = z.string().regex(/^[\w!#$%&'*+.^`|~-]{1,100}$/, invalid('crawl.header-name'))
const HeaderValue = z.string().regex(/^[\t\x20-\x7e\x80-\xff]{1,4000}$/, invalid('crawl.header-value'))

/** An additional request header for the site, such as Cookie; write-only. */
export const ExtraHeader = z.object({ name: HeaderName, value: HeaderValue })
export type ExtraHeader = z.infer<typeof ExtraHeader>

/** The settings of a crawl as the API returns them: without headers. */
export const ShownCrawlSettings = z.object({
  /** If not empty, only pages whose path matches one are crawled; the start page always is. */
  include: z.array(PathPattern).max(50).default([]),
  exclude: z.array(PathPattern).max(50).default([]),
  /** Minimum delay between two pages, in addition to the server's setting and robots.txt. */
  delayMs: z.int().min(0).max(600_000).default(0),
  reader: ReaderName.default('auto'),
  /** For the scraping service; null rotates. */
  country: Country.nullable().default(null),
  /** Add addresses from sitemaps and llms.txt to the frontier at the start. */
  sitemap: z.boolean().default(false),
  /** Treat addresses that differ only in their query as different pages. */
  keepQuery: z.boolean().default(false),
})
export type ShownCrawlSettings = z.infer<typeof ShownCrawlSettings>

/** The settings in a request. `headers` are sent to the crawl's host only, never through the scraping service. */
export const CrawlSettings = ShownCrawlSettings.extend({ headers: z.array(ExtraHeader).max(20).default([]) })
export type CrawlSettings = z.infer<typeof CrawlSettings>

export const plainSettings: ShownCrawlSettings = ShownCrawlSettings.parse({})

/** Whether settings differ from the defaults, which needs a plan with custom settings. */
export function isCustom(requested: Partial<CrawlSettings>): boolean {
  const settings = CrawlSettings.parse(requested)
  return (
    settings.headers.length > 0 || JSON.stringify(ShownCrawlSettings.parse(settings)) !== JSON.stringify(plainSettings)
  )
}

/** A part of a site: the page at `path` and, unless `exact`, all pages below it by whole segments. */
export const Branch = z.object({ path: z.string().max(2000).startsWith('/'), exact: z.boolean() })
export type Branch = z.infer<typeof Branch>
