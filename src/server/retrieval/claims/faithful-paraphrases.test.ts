import { describe, expect, it } from 'vitest'
import { faithfulParaphrases } from '#test/claims/faithful-paraphrases.ts'
import * as falsify from '#test/claims/falsify.ts'
import { judgeOnPages } from '#test/claims/judge-on-pages.ts'

/** Of 30 claims. The others are shown as not found: their words are not those of the page. */
const MIN_SUPPORTED = 13
const MAX_DIFFERS = 1
const SEED = 7

describe.each(['en', 'de'] as const)('true claims in free words (%s)', (language) => {
  const { pages, claims } = faithfulParaphrases[language]

  it('are paraphrased or not found, and hardly ever said to differ [faithful-paraphrases-1]', async () => {
    const states = await Promise.all(claims.map(({ claim }) => judgeOnPages(claim, pages, language)))
    expect(claims).toHaveLength(30)
    expect(states.filter((state) => state === 'differs').length).toBeLessThanOrEqual(MAX_DIFFERS)
    expect(states.filter((state) => state === 'paraphrased' || state === 'quoted').length).toBeGreaterThanOrEqual(
      MIN_SUPPORTED,
    )
  })

  it('find no support once they are falsified [faithful-paraphrases-2]', async () => {
    const random = falsify.seededRandom(SEED)
    const options = { language, random }
    const text = pages.join('\n')
    let tried = 0
    for (const { claim } of claims) {
      const falsified = [
        ...falsify.replaceName(claim, text, options),
        ...falsify.swapNames(claim, options),
        ...falsify.changeNumber(claim, options),
        ...falsify.changeNegation(claim, options),
        ...falsify.changeToOpposite(claim, options),
        ...falsify.changeQuantifier(claim, options),
      ]
      for (const each of falsified) {
        tried++
        expect({ each, state: await judgeOnPages(each, pages, language) }).toEqual({
          each,
          state: expect.stringMatching(/^(?:differs|not-found)$/),
        })
      }
    }
    expect(tried).toBeGreaterThan(60)
  })
})
