import { expect, it } from 'vitest'
import { isVisible } from './visible-text.ts'

it.each([
  '',
  ' \t\n',
  '\u200B',
  '\u200B\u200C\u200D\u2060\uFEFF',
  '\u00AD',
  '\u3164',
  '\u2800',
  '\u202E\u0007',
  '\uFE0F',
])('takes %j for blank', (text) => expect(isVisible(text)).toBe(false))

it.each(['a', '0', '.', '👩‍👩‍👧', 'é', '字', '\u200Ba\u200B', '한', '‎א'])('takes %j for visible', (text) =>
  expect(isVisible(text)).toBe(true),
)
