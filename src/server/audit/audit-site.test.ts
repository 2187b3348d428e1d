import { describe, expect, it } from 'vitest'
import { type AuditAddress, type AuditPage, createSiteAuditor } from './audit-site.ts'

const SITE = 'https://docs.example'
const words = (count: number, from = 0) => Array.from({ length: count }, (_, n) => `word${from + n}`).join(' ')

/** A sound page that every other page links to, unless `page` says otherwise. */
function sound(path: string, page: Partial<AuditPage> = {}): AuditPage {
  const content = `# ${path}\n\n${words(60, path.length * 1000 + path.charCodeAt(path.length - 1) * 100)}`
  return {
    id: path,
    url: SITE + path,
    title: `Page ${path}`,
    content,
    links: `${SITE}/a\n${SITE}/b`,
    depth: 1,
    ...page,
  }
}

function audit(pages: AuditPage[], addresses: AuditAddress[] = []) {
  const auditor = createSiteAuditor()
  for (const address of addresses) auditor.addAddress(address)
  for (const page of pages) auditor.addPage(page)
  return auditor.audit()
}
/** The paths of the findings of each kind, with those of the related pages. */
const found = (...request: Parameters<typeof audit>) =>
  audit(...request).findings.map(({ kind, url, related }) => [
    kind,
    url.replace(SITE, ''),
    ...related.map((page) => page.url.replace(SITE, '')),
  ])
const skipped = (path: string, address: Partial<AuditAddress>): AuditAddress => ({
  url: SITE + path,
  reason: 'http-status',
  detail: '',
  ...address,
})

describe('the audit of a site', () => {
  it('finds nothing on a sound site, which scores 100', () => {
    const sounds = audit([sound('/a', { depth: 0 }), sound('/b')])
    expect(sounds).toMatchObject({ score: 100, findings: [], pages_audited: 2 })
    expect(sounds.parts.reduce((sum, { weight }) => sum + weight, 0)).toBe(100)
  })

  it('lists broken links with the pages that have them, but no refused or excluded address', () => {
    const addresses = [
      skipped('/gone', { detail: '404 Not Found' }),
      skipped('/members', { detail: '403 Forbidden' }),
      skipped('/file.zip', { reason: 'excluded-type' }),
    ]
    const linking = sound('/a', { depth: 0, links: `${SITE}/b\n${SITE}/gone\n${SITE}/members\n${SITE}/file.zip` })
    expect(found([linking, sound('/b')], addresses)).toEqual([['broken-link', '/gone', '/a']])
  })

  it('lists redirects in a chain, and counts a redirect as a link to its target', () => {
    const chain = skipped('/old', {
      reason: 'duplicate',
      detailCode: 'same-page',
      values: { url: `${SITE}/b`, redirects: 2 },
    })
    const single = { ...chain, url: `${SITE}/older`, values: { url: `${SITE}/c` } }
    const start = sound('/a', { depth: 0, links: `${SITE}/old\n${SITE}/older` })
    const pages = [start, sound('/b', { links: '' }), sound('/c', { links: '' })]
    expect(found(pages, [chain, single])).toEqual([['redirect-chain', '/old', '/a']])
  })

  it('lists pages that no other page links to, except the start page', () => {
    expect(
      found([sound('/a', { depth: 0, links: `${SITE}/b` }), sound('/b'), sound('/lone', { links: `${SITE}/lone` })]),
    ).toEqual([['orphan', '/lone']])
    const unknown = audit([sound('/a', { depth: 0 }), sound('/lone', { links: null })])
    expect(unknown).toMatchObject({ findings: [], pages_without_links: 1 })
  })

  it.each([
    ['duplicate-title', [sound('/a', { title: 'Setup' }), sound('/b', { title: ' setup' })], ['/a', '/b']],
    [
      'near-duplicate',
      [sound('/a', { content: `# One\n\n${words(200)}` }), sound('/b', { content: `# Two\n\n${words(200)} more` })],
      ['/a', '/b'],
    ],
    ['missing-heading', [sound('/a', { content: words(120) }), sound('/b')], ['/a']],
    ['thin', [sound('/a', { content: '# Soon\n\nTo be written.' }), sound('/b')], ['/a']],
  ] as const)('lists a %s', (kind, pages, paths) => {
    expect(found([...pages])).toEqual([[kind, ...paths]])
  })

  it('lists addresses without text, and those with the text of another page', () => {
    const addresses = [
      skipped('/empty', { reason: 'empty' }),
      skipped('/copy', { reason: 'duplicate', detailCode: 'same-text', values: { url: `${SITE}/b` } }),
    ]
    expect(found([sound('/a', { depth: 0 }), sound('/b')], addresses)).toEqual([
      ['no-text', '/empty'],
      ['near-duplicate', '/copy', '/b'],
    ])
  })

  it('subtracts for each kind its weight times the share of the affected pages', () => {
    const pages = [sound('/a', { depth: 0, links: `${SITE}/b\n${SITE}/gone` }), sound('/b', { content: 'Soon.' })]
    const { score, parts } = audit(pages, [skipped('/gone', { detail: '404 Not Found' })])
    expect(parts.filter(({ lost }) => lost > 0)).toEqual([
      { kind: 'broken-link', findings: 1, affected: 1, weight: 30, lost: 15 },
      { kind: 'thin', findings: 1, affected: 1, weight: 10, lost: 5 },
    ])
    expect(score).toBe(80)
  })

  it('finds each copy among a thousand pages with a common frame', () => {
    const frame = words(300)
    const pages = Array.from({ length: 1000 }, (_, n) => {
      // Every tenth page copies the one before.
      const own = n % 10 === 9 ? n - 1 : n
      return sound(`/${n}`, { links: '', content: `# Page\n\n${frame} ${words(400, 10_000 + own * 1000)} ${n}` })
    })
    const copies = found(pages).filter(([kind]) => kind === 'near-duplicate')
    expect(copies).toHaveLength(100)
    expect(copies[0]).toEqual(['near-duplicate', '/8', '/9'])
  })
})
