import { expect, it } from 'vitest'
import { findUncited } from './find-uncited.ts'

it('finds a quotation in its page when parts of it are bold or in italics [find-uncited-1]', async () => {
  const page = 'Tea is made of leaves. It is poured slowly. It is drunk warm.'
  const text = '**Tea** [1]\n\n> *Tea is made of leaves.* **It is poured slowly.** It is drunk warm.'
  expect(await findUncited({ text, isCut: false }, [async () => [page]])).toEqual([])
  expect(await findUncited({ text, isCut: false }, [async () => ['Coffee is ground.']])).not.toEqual([])
})

it('finds the headings of an outlined section with their first sentences, in the order of the page', async () => {
  const page = '## Brewing\n\n### Leaves\n\nNote\n\nGreen leaves need less heat.\n\n### Water\n\nSoft water is best.'
  const outline = (...lines: string[]) => `**Brewing** [1]\n\n${lines.map((line) => `> - ${line}`).join('\n')}`
  const findIn = (text: string) => findUncited({ text, isCut: false }, [async () => [page]])
  const right = outline('**Leaves**: Green leaves need less heat.', '**Water**: Soft water is best.')
  expect(await findIn(right)).toEqual([])
  expect(await findIn(outline('**Water**: Green leaves need less heat.'))).toHaveLength(1)
  expect(await findIn(outline('**Leaves**: Green leaves need more heat.'))).toHaveLength(1)
})

it('requires no citation for a title that is two sentences, above what is quoted from its page', async () => {
  const pages = [async () => ['Power cut at 14 hours in. Button is grey | Fenwright\nPress it for four seconds.']]
  const answerBelow = (title: string) => `**${title} › jonah\\_fw, June 17** [1]\n\n> Press it for four seconds.`
  const title = { text: answerBelow('Power cut at 14 hours in. Button is grey'), isCut: false }
  expect(await findUncited(title, pages)).toEqual([])
  const invented = { text: answerBelow('The button never worked at all. Button is grey'), isCut: false }
  expect(await findUncited(invented, pages)).toMatchObject([{ start: 0 }])
})
