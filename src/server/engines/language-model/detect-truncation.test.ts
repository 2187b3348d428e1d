import { describe, expect, it } from 'vitest'
import { createTruncationDetector } from './detect-truncation.ts'

/** Pairs of our estimate and the reported size, oldest first; the result for the last one. */
function resultFor(...prompts: [estimated: number, reported: number][]) {
  const findTruncation = createTruncationDetector()
  return prompts.map(([estimated, reported]) => findTruncation('a-model', { estimated, reported })).at(-1)
}

describe('a service that cuts prompts is noticed', () => {
  it.each<[string, number, [number, number][]]>([
    ['by a usual window that is far shorter than the prompt', 4_096, [[8_000, 4_096]]],
    [
      'by two prompts of different length that are reported as the same usual window',
      4_096,
      [
        [5_400, 4_096],
        [6_000, 4_096],
      ],
    ],
    [
      'by a prompt of twice the length that is reported as shorter, at any window',
      3_000,
      [
        [4_100, 3_050],
        [8_300, 3_000],
      ],
    ],
  ])('%s [detect-truncation-1]', (_name, cut, prompts) => {
    expect(resultFor(...prompts)).toBe(cut)
  })
})

describe('a service that reads everything is not accused', () => {
  it.each<[string, [number, number][]]>([
    ['because a prompt happens to have the size of a window', [[5_400, 4_096]]],
    [
      'because two prompts of about the same length do',
      [
        [5_400, 4_096],
        [5_500, 4_096],
      ],
    ],
    [
      'when it has read a longer prompt before',
      [
        [4_600, 2_500],
        [4_500, 2_048],
      ],
    ],
    [
      'when a short prompt in a dense script had more tokens than a long one in English',
      [
        [2_400, 4_200],
        [5_000, 3_750],
      ],
    ],
    ['when a short prompt has few tokens', [[1_800, 1_024]]],
  ])('%s [detect-truncation-2]', (_name, prompts) => {
    expect(resultFor(...prompts)).toBeNull()
  })
})
