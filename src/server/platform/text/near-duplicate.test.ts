import { describe, expect, it } from 'vitest'
import { isNearDuplicate, resemblance } from './near-duplicate.ts'

const text = Array.from(
  { length: 60 },
  (_, index) => `Sentence ${index} describes step ${index * 7} and of nothing else.`,
).join(' ')

describe('two texts are near duplicates', () => {
  it.each([
    ['when they are equal', text, text, true],
    ['when they are equal and short', 'One.', 'One.', true],
    ['when a line was added', text, `${text}\n\nLast changed yesterday.`, true],
    ['when only case and punctuation differ', text, text.toUpperCase().replaceAll('.', '!'), true],
    ['in scripts without spaces', '東京は日本の首都です。'.repeat(1), '東京は日本の首都です', true],
    [
      'not when a tenth of the text differs',
      text,
      text.slice(0, -400) + 'This text is not on the other page. '.repeat(8),
      false,
    ],
    [
      'not when it is a translation',
      'The quick brown fox jumps over the lazy dog.',
      'Der schnelle braune Fuchs springt über den faulen Hund.',
      false,
    ],
    ['not when they are too short to compare', 'One two.', 'One two three.', false],
  ])('%s', (_, one, other, same) => {
    expect(isNearDuplicate(one, other)).toBe(same)
  })

  it('by the share of five-word runs in common', () => {
    expect(resemblance('a b c d e f', 'a b c d e g')).toBeCloseTo(1 / 3)
  })
})
