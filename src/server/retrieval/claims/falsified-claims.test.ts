import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as falsify from '#test/claims/falsify.ts'
import { ownSentences } from '#test/claims/own-sentences.ts'
import * as restate from '#test/claims/restate.ts'
import { splitPassages } from '#server/retrieval/split-passages.ts'
import { checkClaim } from './check-claim.ts'

const UNSUPPORTED: unknown = expect.stringMatching(/^(?:differs|not-found)$/)
const SENTENCE_RUNS = 50
/** Each falsifies every sentence. */
const PAGE_RUNS = 2

describe.each(['en', 'de'] as const)('checkClaim with claims made from sentences of the page (%s)', (language) => {
  const sentences: readonly string[] = ownSentences[language]
  const text = sentences.join(' ')
  const passages = splitPassages(text).map(({ startOffset, endOffset }) => ({
    text: text.slice(startOffset, endOffset),
    startOffset,
  }))
  const sentence = fc.constantFrom(...sentences)
  const seed = fc.nat()
  const judge = async (claim: string, quote: string | null = null) =>
    (await checkClaim(claim, passages, { quote, language })).state

  const falsifications: [string, (sentence: string, other: string, options: Options) => string[]][] = [
    ['another name', (claim, _, options) => falsify.replaceName(claim, text, options)],
    ['two names swapped', (claim, _, options) => falsify.swapNames(claim, options)],
    ['another number or unit', (claim, _, options) => falsify.changeNumber(claim, options)],
    ['a negation put in or left out', (claim, _, options) => falsify.changeNegation(claim, options)],
    ['an opposite', (claim, _, options) => falsify.changeToOpposite(claim, options)],
    ['another quantifier', (claim, _, options) => falsify.changeQuantifier(claim, options)],
    ['the halves of two sentences', (claim, other) => falsify.joinHalves(claim, other)],
  ]

  it.each(falsifications)(
    'never supports %s, with or without a true quote [falsified-claims-1]',
    async (_kind, change) => {
      let tried = 0
      await fc.assert(
        fc.asyncProperty(sentence, seed, async (other, number) => {
          const random = falsify.seededRandom(number)
          for (const claim of sentences) {
            for (const falsified of change(claim, other, { language, random })) {
              tried++
              expect({ falsified, state: await judge(falsified) }).toEqual({ falsified, state: UNSUPPORTED })
              expect({ falsified, state: await judge(falsified, claim) }).toEqual({ falsified, state: UNSUPPORTED })
            }
          }
        }),
        { numRuns: PAGE_RUNS },
      )
      expect(tried).toBeGreaterThan(6)
    },
  )

  it('calls every sentence quoted, whatever its typography [falsified-claims-2]', async () => {
    await fc.assert(
      fc.asyncProperty(sentence, fc.array(fc.nat(20), { maxLength: 4 }), async (written, changes) => {
        let claim = written
        for (const n of changes) {
          const variants = restate.changeTypography(claim)
          claim = variants[n % variants.length] ?? claim
        }
        expect({ claim, state: await judge(claim) }).toEqual({ claim, state: 'quoted' })
      }),
      { numRuns: SENTENCE_RUNS },
    )
  })

  it('calls every sentence with 3 for three, or three for 3, quoted [falsified-claims-3]', async () => {
    const claims = sentences.flatMap((written) => restate.changeNumberForm(written, language))
    expect(claims.length).toBeGreaterThan(4)
    for (const claim of claims) expect({ claim, state: await judge(claim) }).toEqual({ claim, state: 'quoted' })
  })

  it('supports at least four of five light paraphrases', async () => {
    const claims = sentences.flatMap((written) => restate.paraphrase(written, language))
    const states = await Promise.all(claims.map(({ claim }) => judge(claim)))
    const unsupported = claims.filter((_, n) => states[n] === 'differs' || states[n] === 'not-found')
    expect(claims.length).toBeGreaterThan(5)
    expect(unsupported.length / claims.length).toBeLessThanOrEqual(0.2)
  })
})

type Options = Parameters<typeof falsify.swapNames>[1]
