import { describe, expect, it } from 'vitest'
import { auditDetails, auditTarget } from './audit-text.ts'

const entry = (target_type: string, metadata: Record<string, unknown>) => ({
  id: '1',
  created_at: '2026-11-30T12:00:00.000Z',
  admin_id: 'ada',
  admin_email: 'ada@example.org',
  action: 'stop_crawl',
  target_type,
  target_id: 'x',
  target_email: 'cy@example.org',
  metadata,
})

describe('auditDetails', () => {
  it('shows a plan and a balance before and after', () => {
    const plan = entry('user', { before: 'free', tier: 'pro', credits: 300 })
    expect(auditDetails(plan)).toEqual({
      facts: [
        ['credits.plan', 'Free → Pro'],
        ['common.credits', '300'],
      ],
      rest: {},
    })
    expect(auditDetails(entry('user', { before: 30, credits: 0 })).facts).toEqual([['common.credits', '30 → 0']])
  })

  it('shows a plan of an entry that has no plan before', () => {
    expect(auditDetails(entry('user', { tier: 'pro', credits: 300 })).facts[0]).toEqual(['credits.plan', 'Pro'])
  })

  it('names settings, counts sessions and keeps what has no label', () => {
    expect(auditDetails(entry('user', { sessions: 2, filled: ['zoho_client_id'], removed: [], ok: true }))).toEqual({
      facts: [
        ['admin.endedSessions', '2'],
        ['admin.savedSettings', 'Zoho client ID'],
      ],
      rest: { ok: true },
    })
  })
})

describe('auditTarget', () => {
  it('shows the host and the owner of a crawl', () => {
    const stopped = entry('crawl', { host: 'docs.example.org', owner: 'r6Vsxw2x' })
    expect(auditTarget(stopped)).toBe('Crawl · docs.example.org · cy@example.org')
    expect(auditDetails(stopped)).toEqual({ facts: [], rest: {} })
  })
})
