import { expect, it } from 'vitest'
import { parseHtml } from '#server/extraction/html/parse-html.ts'
import { elementsWithin, smallestContainer } from './container.ts'
import { listBlocks } from './page-blocks.ts'

/** The id of the smallest container when each block weighs as much as it has words. */
function containerOf(html: string, share: number): string | undefined {
  const { blocks, measures } = listBlocks(parseHtml(html).body)
  const weights = blocks.map(({ words }) => words)
  return smallestContainer(blocks, [...measures.keys()], { weights, share })?.attributes['id']
}

const html =
  '<div id="page"><div id="side"><p>one two</p></div><div id="story"><p>one two three</p><p id="long">one two three four five</p></div></div>'

it('finds the smallest element with the share of the weight', () => {
  expect(containerOf(html, 0.51)).toBe('story')
  expect(containerOf(html, 0.8)).toBe('story')
  expect(containerOf(html, 0.81)).toBe('page')
  expect(containerOf('<p id="long">one two three four five</p><p id="short">one</p>', 0.8)).toBe('long')
})

it('finds no container without weight', () => {
  const { blocks, measures } = listBlocks(parseHtml(html).body)
  const weights = blocks.map(() => 0)
  expect(smallestContainer(blocks, [...measures.keys()], { weights, share: 0.8 })).toBeUndefined()
})

it('lists an element and its descendants', () => {
  const elements = [...listBlocks(parseHtml(html).body).measures.keys()]
  const story = elements.find(({ attributes }) => attributes['id'] === 'story')
  if (!story) throw new Error('the story has text, so it has a measure')
  expect([...elementsWithin(story, elements)].map(({ tag }) => tag)).toEqual(['div', 'p', 'p'])
})
