/** Audits the crawls of a notebook: addresses first, then pages. Deterministic. */
import type { AuditFinding, AuditKind, AuditPart, AuditedPage, SiteAudit } from '#shared/chat/site-audit.ts'
import type { SkippedAddress } from '#shared/crawl/crawls.ts'
import { findNearDuplicates } from './find-near-duplicates.ts'
import { forEachWord } from '#server/platform/text/split-words.ts'

/** An address that a crawl skipped. */
export type AuditAddress = SkippedAddress
export type AuditPage = {
  id: string
  url: string
  title: string
  content: string
  /** One a line; null if unknown. */
  links: string | null
  depth: number
}

/** What the score loses when every page is affected; together 100. */
const WEIGHTS: Readonly<Record<AuditKind, number>> = {
  'broken-link': 30,
  'redirect-chain': 5,
  orphan: 10,
  'duplicate-title': 10,
  'no-text': 15,
  'near-duplicate': 10,
  'missing-heading': 10,
  thin: 10,
}

/** A page with fewer words hardly answers a question. */
const MIN_WORDS = 50
/** A page with fewer words needs no heading. */
const MIN_WORDS_FOR_HEADING = 100
const MAX_LISTED = 200
const MAX_RELATED = 20
/** A site may refuse these to a crawler only: they say nothing about the link. */
const REFUSED_STATUS = /^(?:401|403|407|429)\b/
const HEADING = /^#{1,6} \S/m

export type SiteAuditor = {
  addAddress(address: AuditAddress): void
  addPage(page: AuditPage): void
  audit(): Omit<SiteAudit, 'pages_left_out'>
}

/** Addresses must be added before pages. */
export function createSiteAuditor(): SiteAuditor {
  /** By address; the pages that link to it are added later. */
  const broken = new Map<string, SkippedAddress>()
  const chains = new Map<string, SkippedAddress>()
  const sources = new Map<string, AuditedPage[]>()
  const redirects = new Map<string, string>()
  const withoutText: SkippedAddress[] = []
  const sameText: { address: SkippedAddress; of: string }[] = []
  const pages: (AuditedPage & { depth: number; words: number; hasHeading: boolean })[] = []
  const linked = new Set<string>()
  const duplicates = findNearDuplicates()
  let withoutLinks = 0

  return {
    addAddress(address) {
      const { url, reason, detailCode, values } = address
      const target = String(values?.url ?? '')
      if (isBroken(address)) broken.set(url, address)
      if (detailCode === 'same-page') {
        redirects.set(url, target)
        if (Number(values?.redirects ?? 0) > 1) chains.set(url, address)
      }
      if (detailCode === 'same-text') sameText.push({ address, of: target })
      if (reason === 'empty' || reason === 'needs-browser') withoutText.push(address)
      if (broken.has(url) || chains.has(url)) sources.set(url, [])
    },
    addPage({ id, url, title, content, links, depth }) {
      const page = { page_id: id, url, title }
      let words = 0
      forEachWord(content, (_word, _start, _end, kind) => void (words += kind === 'compound' ? 0 : 1))
      duplicates.add(pages.length, content)
      pages.push({ ...page, depth, words, hasHeading: HEADING.test(content) })
      if (links === null) withoutLinks++
      for (const link of links?.split('\n') ?? []) {
        sources.get(link)?.push(page)
        if (link === url) continue
        linked.add(link)
        const target = redirects.get(link)
        if (target && target !== url) linked.add(target)
      }
    },
    audit() {
      const byUrl = new Map(pages.map((page) => [page.url, page]))
      const listed: Record<AuditKind, Found[]> = {
        'broken-link': linksTo(broken, sources),
        'redirect-chain': linksTo(chains, sources),
        orphan: withoutLinks > 0 ? [] : pages.filter(({ url, depth }) => depth > 0 && !linked.has(url)).map(ofPage),
        'duplicate-title': groupsOf(pages, ({ title, url }) => `${hostOf(url)} ${title.trim().toLowerCase()}`),
        'no-text': withoutText.map((skipped) => ({ url: skipped.url, skipped, related: [] })),
        'near-duplicate': [
          ...duplicates.pairs().map(([first, others]) => ofGroup(pages, [first, ...others])),
          ...sameText.map(({ address, of }) => {
            const original = byUrl.get(of)
            return { url: address.url, skipped: address, related: original ? [original] : [] }
          }),
        ],
        'missing-heading': pages
          .filter(({ hasHeading, words }) => !hasHeading && words >= MIN_WORDS_FOR_HEADING)
          .map(ofPage),
        thin: pages.filter(({ words }) => words < MIN_WORDS).map(ofPage),
      }
      const kinds = Object.entries(listed) as [AuditKind, Found[]][]
      const parts = kinds.map(([kind, found]) => partOf(kind, found, pages.length))
      const lost = parts.reduce((sum, part) => sum + part.lost, 0)
      return {
        pages_audited: pages.length,
        pages_without_links: withoutLinks,
        score: pages.length > 0 ? Math.max(0, Math.floor(100 - lost)) : null,
        parts,
        findings: kinds.flatMap(([kind, found]) => found.slice(0, MAX_LISTED).map((each) => present(kind, each))),
      }
    },
  }
}

type Found = {
  url: string
  page?: AuditedPage
  skipped?: SkippedAddress
  words?: number
  related: AuditedPage[]
}

function isBroken({ reason, detail, detailCode }: SkippedAddress): boolean {
  if (reason === 'http-status') return !REFUSED_STATUS.test(detail)
  return reason === 'network' || reason === 'timeout' || detailCode === 'too-many-redirects'
}

/** The links that most pages have come first. */
function linksTo(addresses: ReadonlyMap<string, SkippedAddress>, sources: ReadonlyMap<string, AuditedPage[]>): Found[] {
  return [...addresses]
    .map(([url, skipped]) => ({ url, skipped, related: sources.get(url) ?? [] }))
    .toSorted((one, other) => other.related.length - one.related.length || (one.url < other.url ? -1 : 1))
}

const ofPage = (page: AuditedPage & { words: number }): Found => ({
  url: page.url,
  page,
  words: page.words,
  related: [],
})

function groupsOf<Page extends AuditedPage>(pages: readonly Page[], keyOf: (page: Page) => string): Found[] {
  const groups = Map.groupBy(pages, keyOf)
  return [...groups.values()].flatMap(([page, ...related]) =>
    page && related.length > 0 ? [{ url: page.url, page, related }] : [],
  )
}

function ofGroup(pages: readonly AuditedPage[], indices: readonly number[]): Found {
  const [page, ...related] = indices.flatMap((index) => pages[index] ?? [])
  return { url: page?.url ?? '', ...(page && { page }), related }
}

const hostOf = (url: string) => new URL(url).host

/** An address that is not stored counts as one page when no stored page is affected. */
function partOf(kind: AuditKind, found: readonly Found[], pages: number): AuditPart {
  const affected = new Set<string>()
  for (const { url, page, related } of found) {
    if (page || related.length === 0 || kind === 'near-duplicate') affected.add(url)
    for (const each of related) affected.add(each.url)
  }
  const share = pages > 0 ? Math.min(1, affected.size / pages) : 0
  const weight = WEIGHTS[kind]
  return { kind, findings: found.length, affected: affected.size, weight, lost: Math.round(weight * share * 100) / 100 }
}

const identify = ({ page_id, url, title }: AuditedPage): AuditedPage => ({ page_id, url, title })

function present(kind: AuditKind, { url, page, skipped, words, related }: Found): AuditFinding {
  return {
    kind,
    url,
    page: page ? identify(page) : null,
    skipped: skipped ?? null,
    words: kind === 'thin' ? (words ?? null) : null,
    related: related.slice(0, MAX_RELATED).map(identify),
    related_count: related.length,
  }
}
