import { describe, expect, it } from 'vitest'
import { clampOnBlur, clampWhileTyping } from './clamp-limits.ts'

describe('clamping the limits of the crawl form', () => {
  it.each([
    ['5', '5', false],
    ['10', '10', false],
    ['11', '10', true],
    ['500', '10', true],
    ['0', '1', false],
    ['-3', '1', false],
    ['abc', '1', false],
    ['2.9', '2', false],
  ])('clamps %j to %j with a limit of ten [limits-1]', (typed, text, exceeded) => {
    expect(clampWhileTyping(typed, 10)).toEqual({ text, exceeded })
    expect(clampOnBlur(typed, 10)).toEqual({ text, exceeded })
  })

  it('keeps an empty field while typing and sets it to 1 on blur', () => {
    expect(clampWhileTyping('', 10).text).toBe('')
    expect(clampOnBlur('', 10).text).toBe('1')
  })
})
