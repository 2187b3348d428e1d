import { expect, it } from 'vitest'
import type { SourcePassage } from '#server/engines/engine.ts'
import { createPlace } from './answer-place.ts'
import { continueList } from './continue-list.ts'
import { addWhatFollows, joinNeighbors } from './join-neighbors.ts'
import { renderPlace } from './render-place.ts'

const TEXTS = ['The lamp is lit at dusk.', 'It burns until dawn.', 'Oil is poured in every third night.']

function passageOf(n: number, headingPath = ['Lamp']): SourcePassage {
  const startOffset = TEXTS.slice(0, n).join('\n\n').length + (n > 0 ? 2 : 0)
  const names = { id: String(n), pageId: 'p', pageUrl: '', pageTitle: 'Keeper' }
  return { ...names, headingPath, text: TEXTS[n] ?? '', startOffset, score: 1 }
}

/** What is shown for passages of a page, best first. */
function shown(order: readonly number[], passages = [0, 1, 2].map((n) => passageOf(n))): string[] {
  const places = order.flatMap((n) => passages[n] ?? []).map((passage) => createPlace(passage, [], { wants: null }))
  return joinNeighbors(places, () => passages).map((place) => renderPlace(place, '').replaceAll(/^> ?/gm, ''))
}

it('shows a place together with the passage after it [join-neighbors-1]', () => {
  expect(shown([0, 1])).toEqual([`${TEXTS[0]}\n\n${TEXTS[1]}`])
  expect(shown([0, 2])).toEqual([TEXTS[0], TEXTS[2]])
})

it('shows the passage before only with one that begins in the middle of a thought [join-neighbors-2]', () => {
  expect(shown([1, 0])).toEqual([`${TEXTS[0]}\n\n${TEXTS[1]}`])
  expect(shown([2, 1])).toEqual([TEXTS[2], TEXTS[1]])
})

it('keeps the passages of two sections apart [join-neighbors-3]', () => {
  expect(shown([0, 1], [passageOf(0), passageOf(1, ['Lamp', 'Night'])])).toEqual([TEXTS[0], TEXTS[1]])
})

it('cites the better of two passages [join-neighbors-4]', () => {
  const passages = [0, 1].map((n) => passageOf(n))
  const [joined] = joinNeighbors(
    passages.toReversed().map((passage) => createPlace(passage, [], { wants: null })),
    () => passages,
  )
  expect(joined).toMatchObject({ passage: { id: '1', startOffset: 0 }, claim: TEXTS[1] })
})

it('shows a list that goes on in the passage after it once, with its levels [join-neighbors-5]', () => {
  const page =
    'There are two ways:\n\n- mount, if you:\n  - are not sure\n- extract, if you:\n  - are sure\n  - are fast\n\nDone.'
  const cut = page.indexOf('- are sure')
  const at = (startOffset: number, text: string) => ({ ...passageOf(0), id: String(startOffset), startOffset, text })
  const passages = [at(0, page.slice(0, cut).trimEnd()), at(cut, page.slice(cut))]
  const [first, second] = passages.map((passage) => continueList(passage, passages))
  const places = [first, second].flatMap((passage) => (passage ? createPlace(passage, [], { wants: null }) : []))
  const [place, ...others] = joinNeighbors(places, () => passages)
  expect(others).toEqual([])
  expect(place && renderPlace(place, '').replaceAll(/^> ?/gm, '')).toBe(page)
})

it('shows the first subsections with a short section above them [join-neighbors-6]', () => {
  const long = 'Wipe the glass with a dry cloth before every night. '.repeat(30)
  const sections = [
    [['Lamp'], 'The lamp is put out at dawn.'],
    [['Lamp', 'How'], '## How\n\nPress the red button.'],
    [['Lamp', 'Care'], `## Care\n\n${long}`],
    [['Mirror'], '# Mirror\n\nIt turns.'],
  ] as const
  const page = sections.map(([headingPath, text], n) => {
    const startOffset = sections.slice(0, n).reduce((sum, [, each]) => sum + each.length + 2, 0)
    return { ...passageOf(0), id: String(n), headingPath: [...headingPath], text, startOffset }
  })
  const followed = (passage: SourcePassage, wholeSection: boolean) =>
    addWhatFollows(createPlace(passage, [], { wants: null }), page, { wholeSection })
  const shownFrom = (n: number) => {
    const passage = page[n] ?? passageOf(0)
    return renderPlace(followed(passage, false), '').replaceAll(/^> ?/gm, '')
  }
  expect(shownFrom(0)).toBe('The lamp is put out at dawn.\n\n…\n\nPress the red button.')
  expect(shownFrom(1)).toBe('Press the red button.')
  expect(shownFrom(3)).toBe('It turns.')
})

it('shows the rest of a section that the question asks about [join-neighbors-7]', () => {
  const page = [0, 1, 2].map((n) => passageOf(n, n < 2 ? ['Lamp'] : ['Oil']))
  const followed = (wholeSection: boolean) => {
    const place = createPlace(passageOf(0), [], { wants: null, wholeSection })
    return renderPlace(addWhatFollows(place, page, { wholeSection }), '').replaceAll(/^> ?/gm, '')
  }
  expect(followed(true)).toBe(`${TEXTS[0]}\n\n${TEXTS[1]}`)
  expect(followed(false)).toBe(TEXTS[0])
})
