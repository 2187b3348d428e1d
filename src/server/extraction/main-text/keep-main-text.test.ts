import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parseHtml } from '#server/extraction/html/parse-html.ts'
import { readHtml } from '#server/extraction/read-html.ts'
import { keepHeadings } from './keep-main-text.ts'
import { listBlocks } from './page-blocks.ts'

const sentence = 'Select the disk then press enter and wait until it asks for the next one.'

it('keeps a long chapter whole', () => {
  const structure = readFileSync(new URL('../../../../test/long-chapter.html', import.meta.url), 'utf8')
  const filler = sentence.slice(0, -1).split(' ')
  const textOf = (words: number) => Array.from({ length: words }, (_, index) => filler[index % filler.length]).join(' ')
  const html = structure.replace(/>(\d+)</g, (_, words) => `>${textOf(Number(words))}${words > 8 ? '.' : ''}<`)
  const { content } = readHtml(`<title>Components</title>${html}`, { url: 'https://docs.example.org/components' })
  expect(content.match(/^#+ /gm)).toHaveLength(39)
  expect(content.split(/\s+/).length).toBeGreaterThan(11_700)
})

/** Whether each heading is kept when all text is, except what contains "dropped". */
function keptHeadings(html: string): string[] {
  const { blocks } = listBlocks(parseHtml(html).body)
  const kept = blocks.map(({ owner, text }) => !owner.tag.startsWith('h') && !text.includes('dropped'))
  keepHeadings(blocks, kept)
  return blocks.filter(({ owner }, index) => owner.tag.startsWith('h') && kept[index]).map(({ text }) => text)
}

it('keeps the headings of kept sections, but not a title above the first text', () => {
  const html = `<h1>Disks</h1><h2>A subtitle</h2><p>${sentence}</p><h2>Steps</h2><h3>Select</h3><p>${sentence}</p>`
  expect(keptHeadings(html)).toEqual(['Steps', 'Select'])
})

it.each([
  ['whose text is dropped', `<h2>More</h2><p>dropped: ${sentence}</p>`],
  ['with hardly any text', '<h2>More</h2><p>Read on.</p>'],
  ['that is a link', `<h2><a href="/more">More</a></h2><p>${sentence}</p>`],
  ['without a section below it', `<h3>More</h3><h2>Steps</h2>`],
])('does not keep a heading %s', (_, section) => {
  expect(keptHeadings(`<p>${sentence}</p>${section}`)).toEqual([])
})
