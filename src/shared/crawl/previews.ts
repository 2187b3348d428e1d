/** "Preview site": what a crawl would read, free of charge. */
import { z } from 'zod'
import { CrawlSettings } from './crawl-settings.ts'
import { SkippedAddress } from './crawls.ts'
import { invalid } from '#shared/errors.ts'

/** POST /api/previews */
export const PreviewSite = z.object({
  url: z.string().max(2048, invalid('crawl.url-too-long')).nullish(),
  settings: CrawlSettings.partial().optional(),
})
export type PreviewSite = z.infer<typeof PreviewSite>

export const PreviewedAddress = z.object({
  url: z.string(),
  /** Link text or page title, '' if unknown. */
  title: z.string(),
  /** Source of the address. */
  from: z.enum(['start', 'link', 'sitemap', 'llms.txt']),
})
export type PreviewedAddress = z.infer<typeof PreviewedAddress>

export const Preview = z.object({
  /** The start address after its redirects. */
  url: z.string(),
  title: z.string(),
  /** Addresses a crawl would read, start page first; at most 10,000. */
  addresses: z.array(PreviewedAddress),
  /** Number of such addresses. */
  total: z.number().int(),
  /** Addresses a crawl would skip; at most 1,000. */
  skipped: z.array(SkippedAddress),
  /** Sitemap files that were read. */
  sitemaps: z.array(z.string()),
  /** Average delay between two pages: the server's delay or the site's Crawl-delay. */
  pauseMs: z.number().int(),
})
export type Preview = z.infer<typeof Preview>
