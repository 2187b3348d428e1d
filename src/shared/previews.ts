/** "Preview site": what a crawl would read, before it costs anything. */
import { z } from 'zod'
import { CrawlSettings } from './crawl-settings.ts'
import { SkippedAddress } from './crawls.ts'

/** POST /api/previews */
export const AskPreview = z.object({
  url: z.string().max(2048, 'An address has at most 2,048 characters.').nullish(),
  settings: CrawlSettings.partial().optional(),
})
export type AskPreview = z.infer<typeof AskPreview>

export const PreviewedAddress = z.object({
  url: z.string(),
  /** The link's words or the page's title where it is known, else ''. */
  title: z.string(),
  /** Where it was found. */
  from: z.enum(['start', 'link', 'sitemap', 'llms.txt']),
})
export type PreviewedAddress = z.infer<typeof PreviewedAddress>

export const Preview = z.object({
  /** The start address after its redirects. */
  url: z.string(),
  title: z.string(),
  /** What would be read, the start page first; at most 10,000. */
  addresses: z.array(PreviewedAddress),
  /** How many were found in all. */
  total: z.number().int(),
  /** What would not be read, with the reason; at most 1,000. */
  skipped: z.array(SkippedAddress),
  /** Sitemap files that were read. */
  sitemaps: z.array(z.string()),
  /** Milliseconds between two pages of this site, on average: the polite pause and the site's own wish. */
  pauseMs: z.number().int(),
})
export type Preview = z.infer<typeof Preview>
