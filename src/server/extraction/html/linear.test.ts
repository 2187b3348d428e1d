import { describe, expect, it } from 'vitest'
import { describeBlocks } from '#server/extraction/main-text/block-features.ts'
import { removeConsentNotices } from '#server/extraction/main-text/consent-notices.ts'
import type { HtmlElement } from './html-element.ts'
import { demote } from '#server/extraction/main-text/keep-main-text.ts'
import { markAccordions } from './mark-accordions.ts'
import { removeHidden } from './remove-hidden.ts'
import { parseHtml } from './parse-html.ts'
import { unwrapNotes } from './unwrap-notes.ts'
import { keepFacts } from '#server/extraction/main-text/keep-facts.ts'
import { joinRows } from '#server/extraction/markdown/join-rows.ts'
import { markCards } from '#server/extraction/markdown/mark-cards.ts'
import { markHeadings } from '#server/extraction/markdown/mark-headings.ts'
import { markLists } from '#server/extraction/markdown/mark-lists.ts'
import { markTables } from '#server/extraction/markdown/mark-tables.ts'
import { findPosts } from '#server/extraction/markdown/name-posts.ts'
import { placeKickers } from '#server/extraction/markdown/place-kickers.ts'
import { findTabLabels } from '#server/extraction/markdown/place-tab-labels.ts'
import { toMarkdown } from '#server/extraction/markdown/to-markdown.ts'
import { listBlocks } from '#server/extraction/main-text/page-blocks.ts'

/**
 * Operations for extracting `html`: elements built, open elements visited, and accesses to children or parent later.
 */
function workOf(html: string): number {
  const { body, icons, work } = parseHtml(html)
  let accesses = 0
  const watch = (element: HtmlElement) => {
    let { children, parent } = element
    for (const child of children) if (typeof child !== 'string') watch(child)
    Object.defineProperties(element, {
      children: {
        get: () => (accesses++, children),
        set(value) {
          children = value
        },
      },
      parent: {
        get: () => (accesses++, parent),
        set(value) {
          parent = value
        },
      },
    })
  }
  watch(body)
  const kind = { article: true, product: false, forum: false, listing: false, business: false, text: '' }
  unwrapNotes(body)
  const placeTabLabels = findTabLabels(body)
  const namePosts = findPosts(body)
  removeHidden(body)
  markAccordions(body)
  removeConsentNotices(body)
  const page = listBlocks(body)
  describeBlocks(page, body, '', kind)
  demote(
    page,
    page.blocks.map(() => 1),
    kind,
  )
  keepFacts(
    page.blocks,
    page.blocks.map(() => 1),
    page.blocks.map((_, index) => index % 3 === 2),
    kind,
  )
  placeTabLabels()
  namePosts()
  markLists(body)
  markTables(body, icons)
  placeKickers(body)
  joinRows(body)
  markCards(body)
  markHeadings(body)
  toMarkdown(body)
  return work.nodes + work.steps + accesses
}

const tags = 'p div b a table tr td ul li dl dd form h1 blockquote span'.split(' ')
const repeated: [string, string][] = [
  ...tags.flatMap((a) => tags.map((b): [string, string] => [`<${a}><${b}>`, `<${a}><${b}>x `])),
  ...tags.map((a): [string, string] => [`<${a}>…</${a}>`, `<${a}>x</${a}>`]),
  ...tags.map((a): [string, string] => [`<b><${a}></b>`, `<b><${a}>x</b>`]),
]
repeated.push(
  ['notices', '<div><p>We use cookies.</p><a>OK</a></div>'],
  ['nested notices', '<div>cookies<span>OK</span>'],
  ['rows', '<div class="flex"><div>a</div><div>b</div></div><p>It is one sentence.</p>'],
  ['nested rows', '<div class="flex"><div>a</div>'],
  ['rows in boxes', '<div><div class="flex"><div>a</div><div>b</div></div><p>It is one sentence.</p></div>'],
  ['nested boxes of rows', '<div><div class="flex"><div>a</div></div>'],
  ['posts', '<div><i itemprop="author">a</i><i itemprop="dateCreated">2025</i><p itemprop="text">It is so.</p></div>'],
  ['nested posts', '<div><i itemprop="author">a</i><p itemprop="text">It is so.'],
  ['posts by class', '<div><i class="author">a</i><i class="date">2025</i><p class="cooked">It is so.</p></div>'],
  ['nested posts by class', '<div class="post-body"><i class="author">a</i>'],
  ['authors of one post', '<i itemprop="author">a</i><i itemprop="dateCreated">2025</i>'],
  ['tabs', '<div role="tablist"><i>a</i><i>b</i></div>'],
  ['nested tabs', '<div role="tablist"><i>a</i>'],
  ['price lists', '<div><div><i>a</i><i>1</i></div><div><i>b</i><i>2</i></div><div><i>c</i><i>3</i></div></div>'],
  ['nested price lists', '<div><div><i>a</i><i>1</i></div>'],
  ['accordions', '<a aria-expanded="true">a</a><p>It is one sentence of several words.</p>'],
  ['nested accordions', '<div><a aria-expanded="true">a</a><p>'],
  ['Webflow panels', '<nav class="w-dropdown-list">It is one sentence of several words.</nav>'],
  ['nested Webflow panels', '<nav class="w-dropdown-list"><b>'],
  ['headers', '<article><header><h2>a</h2></header>x</article>'],
  ['nested headers', '<article><header>'],
  ['cards', '<div><i>May</i><h3>a</h3>x</div>'],
  ['nested cards', '<div><i>May</i><div><h3>a</h3>'],
  ['cards without headings', '<div><p class="title">a b</p><p>It is one sentence of several words.</p></div>'],
  ['nested cards without headings', '<div><p class="title">a b</p><div>It is one sentence of several words.'],
  ['strong lines', '<p><b>a b</b></p><p>x</p>'],
  ['nested headings by role', '<div role="heading">a b<p>x'],
  ['lists by role', '<div role="list"><div role="listitem"><i>1.</i>x</div></div>'],
  ['nested lists by role', '<div role="list"><div role="listitem"><i>'],
  ['icons', '<div><i class="check"></i></div>'],
  ['nested icons', '<div>x<i></i><div><i class="check"></i>'],
  [
    'rows between texts',
    '<div><div><i>a</i><i>1</i></div><div><i>a</i><i>1</i></div><div><i>a</i><i>1</i></div></div>x',
  ],
  ['notes in cells', '<table><tr><td>a<td><div class="note"><table><tr><th>Note<td>x</table></div></table>'],
  ['nested notes in cells', '<table><tr><td><div class="note">'],
  ['nearly notices', 'cookies<div>We use cookies.'],
)
const surroundings: [string, string, number][] = [
  ['divs', '<div>', 500],
  ['definitions', '<dl><dd>', 250],
  ['lists', '<ul><li>', 250],
  ['quotations', '<blockquote>', 500],
  ['tables', '<table><tr><td>', 160],
  ['tables without rows', '<table>', 500],
  ['menus', '<div class="nav">', 500],
  ['hidden panels', '<div hidden class="tab">', 500],
  ['repeats', '<section class="card">', 500],
  ['cookie notices', '<div>We use cookies. <a>OK</a>', 250],
  ['comments', '<div class="comment-body">', 500],
]

describe('the operations for extracting a page', { timeout: 120_000 }, () => {
  it('grow linearly with its length for any repeated pair of tags [linear-1]', () => {
    const superlinear = repeated.filter(([, unit]) => workOf(unit.repeat(900)) > 4 * workOf(unit.repeat(300)))
    expect(superlinear.map(([name]) => name)).toEqual([])
  })

  it.each(surroundings)('do not grow with the depth of the surrounding %s', (_, around, depth) => {
    const text = '<p>Some words. '.repeat(4000)
    expect(workOf(around.repeat(depth) + text)).toBeLessThan(2 * workOf(around.repeat(4) + text) + 100_000)
  })

  it.each([
    ['end tags that close distant elements', '<dl><dd><table>' + '<span>'.repeat(500), '</dd>'],
    ['links that close distant elements', '<a href="x">' + '<span>'.repeat(500), '</b></i><a href="y">'],
  ])('are bounded for %s', (_, before, unit) => {
    // Each visits all 500 open elements until the limit of steps is reached, in less than a second.
    expect(workOf(before + unit.repeat(60_000))).toBeLessThan(8_000_000)
  })
})
