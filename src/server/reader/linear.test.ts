import { describe, expect, it } from 'vitest'
import { describeBlocks } from './block-features.ts'
import type { HtmlElement } from './html-element.ts'
import { lowerAnnexes } from './annexes.ts'
import { removeHidden } from './hidden.ts'
import { parseHtml } from './html-tree.ts'
import { toMarkdown } from './markdown.ts'
import { listBlocks } from './page-blocks.ts'

/**
 * How much work reading `html` takes, counted rather than timed: elements built, looks at open elements, and looks at
 * an element's children or parent in every later step.
 */
function workOf(html: string): number {
  const { body, work } = parseHtml(html)
  let looks = 0
  const watched = new Map<HtmlElement, HtmlElement>()
  const watch = (element: HtmlElement) => {
    const { children, parent } = element
    watched.set(element, element)
    for (const child of children) if (typeof child !== 'string') watch(child)
    Object.defineProperties(element, {
      children: { get: () => (looks++, children) },
      parent: { get: () => (looks++, parent) },
    })
  }
  watch(body)
  const kind = { article: false, product: false, forum: false, listing: false, place: false, text: '' }
  removeHidden(body)
  const page = listBlocks(body)
  describeBlocks(page, body, '', kind)
  lowerAnnexes(page.blocks, page.blocks.map(() => 1), kind)
  toMarkdown(body)
  return work.nodes + work.steps + looks
}

const tags = 'p div b a table tr td ul li dl dd form h1 blockquote span'.split(' ')
const repeated: [string, string][] = [
  ...tags.flatMap((a) => tags.map((b): [string, string] => [`<${a}><${b}>`, `<${a}><${b}>x `])),
  ...tags.map((a): [string, string] => [`<${a}>…</${a}>`, `<${a}>x</${a}>`]),
  ...tags.map((a): [string, string] => [`<b><${a}></b>`, `<b><${a}>x</b>`]),
]
const within: [string, string, number][] = [
  ['divs', '<div>', 500],
  ['definitions', '<dl><dd>', 250],
  ['lists', '<ul><li>', 250],
  ['quotations', '<blockquote>', 500],
  ['tables', '<table><tr><td>', 160],
  ['tables without rows', '<table>', 500],
  ['menus', '<div class="nav">', 500],
  ['hidden panels', '<div hidden class="tab">', 500],
  ['repeats', '<section class="card">', 500],
  ['comments', '<div class="comment-body">', 500],
]

describe('the work of reading a page', { timeout: 60_000 }, () => {
  it('grows with its length and no faster, whatever tags it repeats', () => {
    const worse = repeated.filter(([, unit]) => workOf(unit.repeat(900)) > 4 * workOf(unit.repeat(300)))
    expect(worse.map(([name]) => name)).toEqual([])
  })

  it.each(within)('does not grow with the depth of %s around it', (_, around, depth) => {
    const text = '<p>Some words. '.repeat(4000)
    expect(workOf(around.repeat(depth) + text)).toBeLessThan(2 * workOf(around.repeat(4) + text) + 100_000)
  })

  it.each([
    ['end tags that reach across', '<dl><dd><table>' + '<span>'.repeat(500), '</dd>'],
    ['links that reach across', '<a href="x">' + '<span>'.repeat(500), '</b></i><a href="y">'],
  ])('is bounded for %s', (_, before, unit) => {
    // Each looks at all 500 open elements until the allowance is used up.
    expect(workOf(before + unit.repeat(60_000))).toBeLessThan(30_000_000)
  })
})
