import { describe, expect, it } from 'vitest'
import { parseRobotsTag } from './parse-robots-tag.ts'

describe('parseRobotsTag', () => {
  it('joins the directives of several headers without a robot’s name', () => {
    expect(parseRobotsTag('NoIndex, nofollow')).toBe('noindex,nofollow')
    expect(parseRobotsTag(['noarchive', 'noindex'], undefined, 'nofollow')).toBe('noarchive,noindex,nofollow')
    expect(parseRobotsTag(undefined)).toBe('')
  })

  it('keeps only directives for all robots or for this one', () => {
    expect(parseRobotsTag('googlebot: noindex, nofollow')).toBe('')
    expect(parseRobotsTag(['otherbot: noindex', 'Readback: nofollow'])).toBe('nofollow')
    expect(parseRobotsTag('noindex, otherbot: nofollow')).toBe('noindex')
  })

  it('does not mistake a directive with a value for a robot’s name', () => {
    expect(parseRobotsTag('max-snippet: 20, noindex')).toBe('max-snippet: 20,noindex')
    expect(parseRobotsTag('unavailable_after: 25 Jun 2010 15:00:00 PST, nofollow')).toContain('nofollow')
  })
})
