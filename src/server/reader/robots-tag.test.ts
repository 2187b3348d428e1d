import { describe, expect, it } from 'vitest'
import { robotsTagOf } from './robots-tag.ts'

describe('X-Robots-Tag', () => {
  it('holds for every robot when it names none, in one header or several', () => {
    expect(robotsTagOf('NoIndex, nofollow')).toBe('noindex,nofollow')
    expect(robotsTagOf(['noarchive', 'noindex'], undefined, 'nofollow')).toBe('noarchive,noindex,nofollow')
    expect(robotsTagOf(undefined)).toBe('')
  })

  it('that speaks to another robot is not for us, and one that speaks to us is', () => {
    expect(robotsTagOf('googlebot: noindex, nofollow')).toBe('')
    expect(robotsTagOf(['otherbot: noindex', 'Readback: nofollow'])).toBe('nofollow')
    expect(robotsTagOf('noindex, otherbot: nofollow')).toBe('noindex')
  })

  it('may have directives with a value, which are no names', () => {
    expect(robotsTagOf('max-snippet: 20, noindex')).toBe('max-snippet: 20,noindex')
    expect(robotsTagOf('unavailable_after: 25 Jun 2010 15:00:00 PST, nofollow')).toContain('nofollow')
  })
})
