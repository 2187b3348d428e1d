import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { manyLinks, nestedDeep } from '#test/faulty-responses.ts'
import { MAX_LINKS, readHtml } from '#server/extraction/read-html.ts'

const url = 'https://example.org/docs/page'
const read = (html: string) => readHtml(html, { url })
const content = (html: string) => read(html).content
const sentence = 'The lighthouse of Hook Head was built in the thirteenth century by William Marshal.'

describe('readHtml with hostile HTML', { timeout: 120_000 }, () => {
  it('extracts text that is nested 100,000 levels deep', () => {
    expect(content(nestedDeep(100_000))).toBe('At the bottom there is a sentence.')
  })

  it.each(['div', 'span', 'b', 'a', 'p', 'li', 'dl', 'dd', 'table', 'td', 'blockquote', 'h1', 'form', 'section'])(
    'extracts the sentence at the bottom of 20,000 nested %s elements',
    (tag) => {
      expect(content(`<${tag}>`.repeat(20_000) + sentence)).toContain(sentence)
      expect(content(`<${tag}>`.repeat(20_000) + `<p>${sentence}</p>` + `</${tag}>`.repeat(20_000))).toContain(sentence)
    },
  )

  it('keeps what a definition list has beside its terms and definitions', () => {
    const list = `<dl><p>${sentence}</p><dt>Lamp<dd>A light.</dd><div><dt>Fog<dd>Low cloud.</dd></div>Loose <i>words</i>.</dl>`
    expect(content(list)).toBe(`${sentence}\n\nLamp\nA light.\n\nFog\nLow cloud.\n\nLoose words.`)
  })

  it('keeps all of 20,000 links', () => {
    const page = read(manyLinks(20_000))
    expect(page.links).toHaveLength(20_000)
    expect(page.content).toContain('A page with many links.')
    expect(page.leftOut).toEqual({ links: 0, text: false })
  })

  it('reports the number of links beyond the limit', () => {
    const page = read(manyLinks(MAX_LINKS + 50))
    expect(page.links).toHaveLength(MAX_LINKS)
    expect(page.leftOut.links).toBe(50)
  })

  it('finds the links and reports missing text when a page has too many elements', () => {
    const page = read(`<p>${sentence}</p>${'<p>x'.repeat(120_001)}<p>Beyond.</p><a href="/last">Last</a>`)
    expect(page.links.map((link) => link.url)).toEqual(['https://example.org/last'])
    expect(page.content).not.toContain('Beyond')
    expect(page.leftOut).toEqual({ links: 0, text: true })
  })

  it('accepts a megabyte of attribute but drops an address that was cut', () => {
    const long = 'x '.repeat(500_000)
    expect(content(`<p class="${long}" title="${long}">${sentence}</p>`)).toBe(sentence)
    const page = read(`<a href="/${'x'.repeat(1_000_000)}">A</a><a href="/b">B</a>`)
    expect(page.links.map((link) => link.url)).toEqual(['https://example.org/b'])
    expect(page.leftOut.links).toBe(1)
  })

  it('extracts 130,000 paragraphs in a quotation and 90,000 rows in a table', () => {
    expect(content(`<blockquote>${'<p>A separate sentence.'.repeat(130_000)}`)).toContain('> A separate sentence.')
    expect(content(`<table><tr><th>a<th>b${'<tr><td>x<td>y'.repeat(90_000)}`)).toContain('| x | y |')
  })

  it('ends an open cell at the next row', () => {
    const table = '<table><tr><th>a<th>b<tr><td>x<td><p>y<tr><td>1<td>2</table>'
    expect(content(`<p>${sentence}</p>${table}`)).toContain('| a | b |\n| --- | --- |\n| x | y |\n| 1 | 2 |')
  })

  it('does not multiply a page by cells that claim to span thousands of rows', () => {
    const row = `<tr><td>x${`<td rowspan=65534>${'word '.repeat(200)}`.repeat(20)}`
    const html = `<table><tr><th>a<th>b${row.repeat(50)}`
    expect(content(html).length).toBeLessThan(html.length * 1.2)
  })

  it('keeps text in a table outside its rows', () => {
    const table = `<table>Loose words.<tr><th>a<th>b<tr><td>x<td>y</table>`
    expect(content(`<p>${sentence}</p>${table}`)).toBe(
      `${sentence}\n\nLoose words.\n\n| a | b |\n| --- | --- |\n| x | y |`,
    )
  })

  it('accepts an element with 100,000 attributes', () => {
    const attributes = Array.from({ length: 100_000 }, (_, at) => `a${at}="${at}"`).join(' ')
    expect(content(`<p ${attributes}>${sentence}</p>`)).toBe(sentence)
  })

  it.each([
    ['<p>a<p>b</div></p></table>c', 'a\n\nb\n\nc'],
    ['<a href="/x"><div>one</a> two</div> three', 'one two\n\nthree'],
    ['<![CDATA[ x > y', 'y'],
    ['<p>unfinished <b', 'unfinished'],
    ['<!-- never closed <p>x</p>', ''],
    ['before <script>never closed <p>x</p>', 'before'],
    ['before <style>never closed <p>x</p>', 'before'],
    ['before <title>never closed <p>x</p>', 'before'],
    ['before <textarea>never closed <p>x</p>', 'before'],
    ['<p>&amp;lt;b&gt; &#0; &#x110000; &notanentity;', '&lt;b> \ufffd \ufffd ¬anentity;'],
    ['', ''],
  ])('extracts the text of %j', (html, expected) => {
    expect(content(html)).toBe(expected)
  })

  it.each([
    ['outer', (n: number) => n],
    ['inner', (n: number) => 300 - n],
  ])('extracts a page whose streamed contents are nested in each other, the %s ones first', (_, idOf) => {
    const nest = '<div>'.repeat(100)
    const contents = Array.from({ length: 300 }, (_each, n) => {
      return `<div hidden id="S:${idOf(n).toString(16)}"><p>Part</p>${nest}<template id="B:${(idOf(n) + 1).toString(16)}"></template>${'</div>'.repeat(100)}</div>`
    })
    const html = `<meta property="og:type" content="article"><p>${sentence}</p><template id="B:0"></template>${contents.join('')}`
    expect(content(html)).toContain(sentence)
  })

  it('never throws and never returns NUL for arbitrary input', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<div',
        '>',
        '<p>',
        '</p>',
        '<table>',
        '<td>',
        '</table>',
        '<a href=x>',
        '</a>',
        '<li>',
        '<ul>',
        '<pre>',
        '<!--',
        '<nav>',
        '</div>',
        '"',
        '<dl><dd>',
        '<form>',
        '</form>',
        '<h1>',
      ),
      fc.string({ unit: 'binary', maxLength: 12 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const page = read(pieces.join(''))
        expect(page.content).not.toContain('\u0000')
        expect(page.content.isWellFormed()).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})
