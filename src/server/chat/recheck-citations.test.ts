import { expect, it } from 'vitest'
import { recheckCitations } from './recheck-citations.ts'

const pages: Record<string, { content: string }> = {
  tower: { content: 'The tower has three domes.' },
  museum: { content: 'The museum shows old ships.' },
}
const pageOf = (id: string) => pages[id] ?? null
const cite = (marker: number, pageId: string, sentence: string) => ({
  marker,
  pageId,
  url: '',
  title: '',
  passageId: '',
  sentence,
  claim: '',
})

it('judges a claim by all the sentences that are cited for it', async () => {
  const content = 'The tower has three domes, and the museum shows old ships [1][2]. The tower has nine domes [3].'
  const sent = [
    cite(1, 'tower', 'The tower has three domes.'),
    cite(2, 'museum', 'The museum shows old ships.'),
    cite(3, 'tower', 'The tower has three domes.'),
  ]
  const checked = await recheckCitations(sent, content, pageOf)
  expect(checked.map(({ state }) => state)).toEqual(['paraphrased', 'paraphrased', 'differs'])
})

it('finds nothing for a sentence that is not on the page, or on no page of the user', async () => {
  const content = 'The tower has three domes [1]. The museum shows old ships [2].'
  const sent = [cite(1, 'tower', 'The tower has four domes.'), cite(2, 'palace', 'The museum shows old ships.')]
  const checked = await recheckCitations(sent, content, pageOf)
  expect(checked.map(({ state, sentence }) => [state, sentence])).toEqual([
    ['not-found', ''],
    ['not-found', ''],
  ])
})
