import { describe, expect, it } from 'vitest'
import { isNearSame, resemblance } from './near-same.ts'

const text = Array.from({ length: 60 }, (_, index) => `Sentence ${index} tells of step ${index * 7} and of nothing else.`).join(' ')

describe('two texts are nearly the same', () => {
  it.each([
    ['when they are equal', text, text, true],
    ['when they are equal, however short', 'One.', 'One.', true],
    ['when a line was added', text, `${text}\n\nLast changed yesterday.`, true],
    ['when only capitals and signs differ', text, text.toUpperCase().replaceAll('.', '!'), true],
    ['in scripts without spaces', '東京は日本の首都です。'.repeat(1), '東京は日本の首都です', true],
    ['not when a tenth is another text', text, text.slice(0, -400) + 'Here stands what the other page does not say at all. '.repeat(8), false],
    ['not when it is a translation', 'The quick brown fox jumps over the lazy dog.', 'Der schnelle braune Fuchs springt über den faulen Hund.', false],
    ['not when they are too short to say', 'One two.', 'One two three.', false],
  ])('%s', (_, one, other, same) => {
    expect(isNearSame(one, other)).toBe(same)
  })

  it('by the share of five-word runs that they have in common', () => {
    expect(resemblance('a b c d e f', 'a b c d e g')).toBeCloseTo(1 / 3)
  })
})
