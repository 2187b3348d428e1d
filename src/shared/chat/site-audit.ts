/** The audit of the sites of a notebook: what their last crawls say about links, titles and texts. */
import { z } from 'zod'
import { SkippedAddress } from '#shared/crawl/crawls.ts'

export const AuditKind = z.enum([
  'broken-link',
  'redirect-chain',
  'orphan',
  'duplicate-title',
  'no-text',
  'near-duplicate',
  'missing-heading',
  'thin',
])
export type AuditKind = z.infer<typeof AuditKind>

const AuditedPage = z.object({ page_id: z.string(), url: z.string(), title: z.string() })
export type AuditedPage = z.infer<typeof AuditedPage>

export const AuditFinding = z.object({
  kind: AuditKind,
  url: z.string(),
  /** Null for an address that is not stored as a page. */
  page: AuditedPage.nullable(),
  /** Why the address is not stored, such as a status or what it redirects to. */
  skipped: SkippedAddress.nullable(),
  /** Of a thin page. */
  words: z.number().int().nullable(),
  /** The pages that link to the address, or that have the same title or nearly the same text; at most 20. */
  related: z.array(AuditedPage),
  related_count: z.number().int(),
})
export type AuditFinding = z.infer<typeof AuditFinding>

export const AuditPart = z.object({
  kind: AuditKind,
  /** At most 200 are listed. */
  findings: z.number().int(),
  /** Pages that have or link to one of them. */
  affected: z.number().int(),
  /** What the score loses when every page is affected. */
  weight: z.number().int(),
  /** What the score loses: weight × affected ÷ pages. */
  lost: z.number(),
})
export type AuditPart = z.infer<typeof AuditPart>

/** GET /api/notebooks/{id}/audit */
export const SiteAudit = z.object({
  /** Pages of the last crawl of each site. */
  pages_audited: z.number().int(),
  /** Beyond the limit of the plan. */
  pages_left_out: z.number().int(),
  /** Pages whose links are unknown, because they were crawled before links were stored: orphans are not listed then. */
  pages_without_links: z.number().int(),
  /** 100 minus what the parts lose, rounded down; null without pages. */
  score: z.number().int().nullable(),
  parts: z.array(AuditPart),
  findings: z.array(AuditFinding),
})
export type SiteAudit = z.infer<typeof SiteAudit>
