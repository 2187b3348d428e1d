/** Custom crawler settings (pro and enterprise, SPEC section 9), and the branches that a preview's ticks limit a crawl to. */
import { z } from 'zod'

/** Which reader fetches the pages: 'auto' renders in a browser only what is an empty shell without script. */
export const ReaderName = z.enum(['auto', 'http', 'browser', 'scrapingbee'])
export type ReaderName = z.infer<typeof ReaderName>

/** Countries the scraping service reads from; SPEC section 4 rotates through the first four. */
export const Country = z.enum(['us', 'gb', 'ca', 'au', 'de', 'fr', 'es', 'it', 'nl', 'jp', 'br', 'in'])
export type Country = z.infer<typeof Country>

/** A path such as "/blog/*": `*` stands for any characters, everything else for itself, the whole path is compared. */
const PathPattern = z
  .string()
  .trim()
  .min(1)
  .max(300, 'A pattern has at most 300 characters.')
  .startsWith('/', 'A pattern starts with a slash, such as /blog/*.')

const HeaderName = z.string().regex(/^[\w!#$%&'*+.^`|~-]{1,100}$/, 'This is not the name of a header.')
const HeaderValue = z.string().regex(/^[\t\x20-\x7e\x80-\xff]{1,4000}$/, 'A header is one line of at most 4,000 characters.')

/** What a request to the site carries besides, such as Cookie; write-only. */
export const ExtraHeader = z.object({ name: HeaderName, value: HeaderValue })
export type ExtraHeader = z.infer<typeof ExtraHeader>

/** What is shown again of a crawl's settings: everything but the values of its headers. */
export const ShownCrawlSettings = z.object({
  /** When any are given, only pages whose path matches one are read; the start page always is. */
  include: z.array(PathPattern).max(50).default([]),
  exclude: z.array(PathPattern).max(50).default([]),
  /** Milliseconds between two pages, at least; the server's own and the site's wish still hold. */
  delayMs: z.int().min(0).max(600_000).default(0),
  reader: ReaderName.default('auto'),
  /** For the scraping service; without one its countries rotate. */
  country: Country.nullable().default(null),
  /** Addresses from the site's sitemaps and llms.txt join the frontier at the start. */
  sitemap: z.boolean().default(false),
  /** Addresses that differ only in their query are different pages. */
  keepQuery: z.boolean().default(false),
})
export type ShownCrawlSettings = z.infer<typeof ShownCrawlSettings>

/** What a person may ask for. `headers` go to the crawl's host only and never through the scraping service. */
export const CrawlSettings = ShownCrawlSettings.extend({ headers: z.array(ExtraHeader).max(20).default([]) })
export type CrawlSettings = z.infer<typeof CrawlSettings>

export const plainSettings: ShownCrawlSettings = ShownCrawlSettings.parse({})

/** True when a wish asks for anything that the plain crawler does not do: those need a plan that has it. */
export function isCustom(wish: Partial<CrawlSettings>): boolean {
  const settings = CrawlSettings.parse(wish)
  return settings.headers.length > 0 || JSON.stringify(ShownCrawlSettings.parse(settings)) !== JSON.stringify(plainSettings)
}

/** A part of a site: the page at `path`, and unless `exact` everything below it by whole segments. */
export const Branch = z.object({ path: z.string().max(2000).startsWith('/'), exact: z.boolean() })
export type Branch = z.infer<typeof Branch>
