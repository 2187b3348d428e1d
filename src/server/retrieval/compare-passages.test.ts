import { expect, it } from 'vitest'
import { buildPassageIndex } from './build-passage-index.ts'
import { comparePassages } from './compare-passages.ts'

const passage = (id: string, heading: string, text: string) => ({
  id,
  pageId: 'lamps',
  pageUrl: '',
  pageTitle: 'Lamps',
  headingPath: ['Lamps', heading],
  text,
  startOffset: 0,
  language: 'en',
})

const wick = passage('wick', 'Wick', 'The wick carries the oil to the flame and is trimmed every morning by a keeper.')
const mantle = passage(
  'mantle',
  'Mantle',
  'The mantle glows above the flame and is replaced when it breaks in the wind.',
)

it.each([
  ['with a side before and after "whereas"', 'A wick burns slowly in oil, whereas the mantle of the lamp only glows.'],
  [
    'by the difference "between them"',
    'Both a wick and a mantle shine. The main difference between them is the flame.',
  ],
])('a passage that contrasts both sides %s comes before those about each [compare-passages-1]', async (_, text) => {
  const passages = [wick, mantle, passage('both', 'Light', text)]
  const index = await buildPassageIndex(passages)
  const byId = new Map(passages.map((each) => [each.id, each]))
  const ranking = index.search('difference between wick and mantle', 10)
  const compared = comparePassages(['wick', 'mantle'], ranking, index, byId)
  expect(compared.map(({ id }) => id)).toEqual(['both', 'wick', 'mantle'])
})

it.each([
  ['an entry of a table of contents', '- Lamps\n- Wick vs mantle\n- Winds'],
  ['what changed in a version', 'Changed in version 2: Bound to the wick instead of the mantle.'],
  ['a sentence before one about a different thing', 'Clean the wick or mantle first. Some lamps need a different oil.'],
])('%s contrasts nothing [compare-passages-2]', async (_, text) => {
  const passages = [wick, mantle, passage('contents', 'Contents', text)]
  const index = await buildPassageIndex(passages)
  const byId = new Map(passages.map((each) => [each.id, each]))
  const ranking = index.search('difference between wick and mantle', 10)
  const compared = comparePassages(['wick', 'mantle'], ranking, index, byId)
  expect(compared.map(({ id }) => id)).toEqual(['wick', 'mantle'])
})

it('a section whose heading is the choice comes before one that only names both sides [compare-passages-3]', async () => {
  const migration = passage(
    'migration',
    'Migrating from wick to mantle',
    'A wick is replaced by a mantle while the lamp is cold. The mantle is brighter than the wick.',
  )
  const choice = passage('choice', 'Wick or mantle?', 'In most towers a wick is a good choice, and a mantle is not.')
  const passages = [wick, mantle, migration, choice]
  const index = await buildPassageIndex(passages)
  const byId = new Map(passages.map((each) => [each.id, each]))
  const ranking = index.search('migrating from wick to mantle', 10)
  expect(comparePassages(['wick', 'mantle'], ranking, index, byId)[0]?.id).toBe('choice')
})
