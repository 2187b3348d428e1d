/** The short form of `npm run bench -- conflicts`: the same statements on small pages instead of manuals. */
import { expect, it } from 'vitest'
import { germanPage, isOf, plantPairs } from '#test/conflicts/plant-pairs.ts'
import { decoys, made } from '#test/conflicts/statements.ts'
import { createConflictFinder } from './find-conflicts.ts'

/** Measured: 1 and .925; the goals over real manuals are .9 and .7. */
const MIN_PRECISION = 0.98
const MIN_RECALL = 0.9
const CONFLICTS = 80
const DECOYS = 300
const HOSTS = Array.from({ length: 97 }, (_, n) => ({ id: `page-${n}` }))

it('of 80 planted conflicts at least 90 % are found, and at least 98 % of what is found among 300 decoys is right [conflicts-5]', () => {
  const planted = [
    ...plantPairs(made, HOSTS, { count: CONFLICTS, isConflict: true }),
    ...plantPairs(decoys, HOSTS, { count: DECOYS, isConflict: false, firstName: CONFLICTS }),
  ]
  const finder = createConflictFinder()
  const sentencesOf = (id: string) =>
    planted.flatMap(({ sentences, pages }) => sentences.filter((_, n) => pages[n] === id))
  for (const { id } of HOSTS) {
    const content = `# Guide\n\nThis page belongs to the guide.\n\n${sentencesOf(id).join('\n\n')}`
    finder.add({ id, url: `https://guide.test/${id}`, title: 'Guide', content, language: 'en' })
  }
  for (const { sentences, pages, kind } of planted)
    if (kind === 'German') for (const [n, id] of pages.entries()) finder.add(germanPage(id, sentences[n] ?? ''))

  const right = new Set<unknown>()
  let wrong = 0
  for (const conflict of finder.conflicts()) {
    const pair = planted.find((each) => isOf(each, conflict))
    if (pair?.isConflict) right.add(pair)
    else wrong += 1
  }
  expect(right.size / (right.size + wrong)).toBeGreaterThanOrEqual(MIN_PRECISION)
  expect(right.size / CONFLICTS).toBeGreaterThanOrEqual(MIN_RECALL)
})
