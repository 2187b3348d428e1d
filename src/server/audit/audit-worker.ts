/** The worker thread of one audit: addresses and then pages in, in parts, then the audit out. */
import { serveParts } from '#server/platform/part-thread.ts'
import { type AuditAddress, type AuditPage, createSiteAuditor, type SiteAuditor } from './audit-site.ts'

export type AuditedPart = { addresses: AuditAddress[]; pages: AuditPage[] }

const auditor = createSiteAuditor()

serveParts<AuditedPart, ReturnType<SiteAuditor['audit']>>({
  add({ addresses, pages }) {
    addresses.forEach((address) => auditor.addAddress(address))
    pages.forEach((page) => auditor.addPage(page))
  },
  result: () => auditor.audit(),
})
