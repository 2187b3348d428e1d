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

it.each([
  ['You can list stashes with the list command.', 'List stashes with the list command.'],
  ['Calling it without arguments lists the files.', 'Calling it without any arguments lists the files.'],
  ['If the file exists, the command replaces it.', 'If the file exists, it will be replaced.'],
  ["Lorries aren't allowed to use the tunnel at night.", 'Lorries may not use the tunnel at night.'],
  ['The Personal plan has 200 GB of storage.', '| Personal | 200 GB of storage |'],
  [
    'With a Team subscription, a folder can be shared with 50 people.',
    'If you have a Team subscription, you can share a folder with 50 people.',
  ],
  [
    "It doesn't remove anything and only shows what would be done.",
    "Don't remove anything, just show what would be done.",
  ],
  ['Es gibt noch keine Ladestation für Autos.', 'Eine Ladestation für Autos gibt es noch nicht.'],
  [
    'The limit of the second queue is 20 files.',
    'The limit is 10 files.\n\n## Second queue\n\nThe limit of it is 20 files.',
  ],
])('is not said to differ in scope: "%s" [faithful-paraphrases-3]', async (claim, text) => {
  expect(await judgeOnPages(claim, [text], '')).not.toBe('differs')
})

it.each([
  ['You must list stashes with the list command.', 'List stashes with the list command.'],
  ['Lorries must use the tunnel at night.', 'Lorries may use the tunnel at night.'],
  ['All lorries use the tunnel at night.', 'Some lorries use the tunnel at night.'],
  ['Eine Ladestation für Autos gibt es noch nicht.', 'Eine Ladestation für Autos gibt es.'],
])('is said to differ in scope: "%s"', async (claim, text) => {
  expect(await judgeOnPages(claim, [text], '')).toBe('differs')
})
