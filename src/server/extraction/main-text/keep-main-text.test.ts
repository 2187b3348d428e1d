import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseHtml } from '#server/extraction/html/parse-html.ts'
import { readHtml } from '#server/extraction/read-html.ts'
import { dropLinkLists } from './drop-link-lists.ts'
import { keepFacts } from './keep-facts.ts'
import { completeChoice, demote } from './keep-main-text.ts'
import { listBlocks } from './page-blocks.ts'
import { pageKind, type PageKind } from './page-kind.ts'

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

const document: PageKind = { article: false, product: false, forum: false, listing: false, business: false, text: '' }
const article = { ...document, article: true }

it('takes "/t/42" for a thread of a forum, and "/t.create.html" for a document [keep-main-text-1]', () => {
  const { head } = parseHtml('<p>Text')
  expect(pageKind(head, 'https://example.org/t/42').forum).toBe(true)
  expect(pageKind(head, 'https://example.org/t.create.html').forum).toBe(false)
})

/** What is kept of a page when headings and what contains "short" or "dropped" are not chosen. */
function completed(html: string, kind: PageKind, score: number): string[] {
  const page = listBlocks(parseHtml(html).body)
  const kept = page.blocks.map(({ owner, text }) => !/^[hd][\dt]$/.test(owner.tag) && !/short|dropped/.test(text))
  const scores = page.blocks.map(() => score)
  completeChoice(page, scores, kept, kind)
  dropLinkLists(page.blocks, kept, (href) => href === '' || href.startsWith('#') || href.startsWith('/own'))
  return page.blocks.filter((_, index) => kept[index]).map(({ text }) => text)
}

it('keeps the headings of kept sections, but not a title above the first text', () => {
  const html = `<h1>Disks</h1><h2>A subtitle</h2><p>${sentence}</p><h2>Steps</h2><h3>Select</h3><p>${sentence}</p>`
  expect(completed(html, article, 0)).toEqual([sentence, 'Steps', 'Select', sentence])
  expect(completed(html, document, 0)).toEqual(['A subtitle', sentence, 'Steps', 'Select', sentence])
})

it('keeps a heading that links back to the table of contents, and one whose subsection is kept', () => {
  const html = `<p>${sentence}</p><h2><a href="#toc">Sites</a></h2><p>Of sites.</p><h3>SITE_ID</h3><p>${sentence}</p>`
  expect(completed(html, article, 0)).toEqual([sentence, 'Sites', 'Of sites.', 'SITE_ID', sentence])
})

it('keeps the heading of a card although a link above the next card is dropped', () => {
  const above = '<p><a href="/events">dropped: all events of this spring</a></p>'
  const html = `<p>${sentence}</p><h3>Roof</h3><p>${sentence}</p>${above}<h3>Boat</h3><p>${sentence}</p>`
  expect(completed(html, article, 0)).toEqual([sentence, 'Roof', sentence, 'Boat', sentence])
  expect(completed(html.replace(/<a .*?>(.*?)<\/a>/, '$1'), article, 0)).toEqual([sentence, sentence, 'Boat', sentence])
})

describe('lists of links', () => {
  const links = (hrefs: readonly string[]) =>
    hrefs.map((href, n) => `<li><a href="${href}">Link ${n + 1}</a></li>`).join('')
  const menu = `<ul>${links(Array.from({ length: 8 }, (_, n) => `/page-${n}`))}</ul>`
  const contents =
    '<details><summary>Table of contents</summary><ul><li><a href="#oil">1. Oil</a></li></ul></details><p><a href="#top">Up</a></p>'

  it('are dropped as a menu above the first heading and as the table of contents', () => {
    const html = `${menu}${contents}<h1>Lamps</h1><p>${sentence}</p><h2>Oil</h2><p>${sentence}</p>`
    expect(completed(html, document, 0)).toEqual(['Up', sentence, 'Oil', sentence])
    const titled = html.replace(/<summary>(.*?)<\/summary>/, '<p>Read on.</p><h2>$1</h2>')
    expect(completed(titled, document, 0)).not.toContain('Table of contents')
  })

  it('are dropped with their label, which may stand without them', () => {
    const page = (label: string) => `<div>${label}</div><h1>Lamps</h1><p>${sentence}</p>`
    expect(completed(page('On this page'), document, 0)).toEqual([sentence])
    expect(completed(page('Contents'), document, 0)).toEqual(['Contents', sentence])
  })

  it('are dropped with the sentence that introduces them, which stays with what is left of its list [link-lists-1]', () => {
    const page = (more: string) =>
      `<h1>Lamps</h1><p>This page covers these topics:</p><ul><li><a href="#oil">Oil</a></li>${more}</ul><h2>Oil</h2><p>${sentence}</p>`
    expect(completed(page(''), document, 0)).toEqual(['Oil', sentence])
    const left = completed(page('<li><a href="#wick">Wicks of cotton</a></li>'), document, 0)
    const beside = page('').replace(/<ul>.*<\/ul>/, '<div>$&</div>')
    expect(completed(beside, document, 0)).toEqual(['This page covers these topics:', 'Oil', sentence])
    expect(left).toEqual(['This page covers these topics:', 'Wicks of cotton', 'Oil', sentence])
  })

  it('are dropped where they are the place of the page in its site or lead to its translations [link-lists-2]', () => {
    const place = '<p>Lamps 2.4</p><div><a href="/">Home</a> &gt; <a href="/lamps">Lamps</a> &gt; Oil</div>'
    const languages = '<p>Languages: <a href="/de" hreflang="de">de</a> | <a href="/own">en</a></p>'
    const html = `<h1>Oil</h1>${languages}<p>${sentence}</p>`
    expect(completed(`${place}${html}`, document, 0)).toEqual([sentence])
    const related = languages.replaceAll(/href="[^"]*"( hreflang="de")?/g, 'href="/x" hreflang="en"')
    expect(completed(`<h1>Oil</h1>${related}<p>${sentence}</p>`, document, 0)).toContain('Languages: de | en')
  })

  it('are dropped below a heading if one of them leads to the page itself', () => {
    const own = menu.replace('/page-3', '/own')
    expect(completed(`<h1>Lamps</h1><p>${sentence}</p>${own}<p>${sentence}</p>`, document, 0)).not.toContain('Link 8')
  })

  it('are no menu if their anchors have no address', () => {
    const anchors = menu.replaceAll(/href="[^"]*"/g, 'id="x"')
    expect(completed(`${anchors}<h1>Lamps</h1><p>${sentence}</p>`, document, 0)).toContain('Link 8')
  })

  it('stay below a heading, and if they are most of the page', () => {
    const below = completed(`<p>${sentence}</p><h2>Oil</h2><p>${sentence}</p>${menu}`, document, 0)
    expect(below).toContain('Link 8')
    expect(completed(`${menu}<h2>Oil</h2><p>${sentence.slice(0, 60)}</p>`, document, 0)).toContain('Link 8')
  })
})

it('keeps a list of definitions whole if something of it is kept [definitions-1]', () => {
  const link = '<dd><a href="/drives">dropped drives</a></dd>'
  const html = `<p>${sentence}</p><dl><dt>--disk</dt><dd>${sentence}</dd>${link}<dt>--all</dt><dd>short</dd></dl>`
  expect(completed(html, article, 0)).toEqual([sentence, '--disk', sentence, '--all', 'short'])
  expect(completed(html.replace(`<dd>${sentence}`, '<dd>dropped'), article, 0)).toEqual([sentence])
  const source = (text: string) => `<a href="/source">${text}</a>`
  const function_ = `<h1>clean</h1><dl><dt>clean(disk)${source('')}</dt><dd>${sentence}</dd></dl>`
  expect(completed(function_, document, 0.2)).toEqual(['clean(disk)', sentence])
})

it('keeps a term that is a link to another page above its explanation, not the heading of a card [definitions-5]', () => {
  const linked = (tag: string, text: string) =>
    `<h1>Lookups</h1><p>${sentence}</p><${tag}><a href="/lookups#iexact">iexact</a></${tag}>${text}`
  const term = `<dl>${linked('dt', `<dd>${sentence} Twice.</dd>`)}</dl>`
  expect(completed(term, document, 0.2)).toContain('iexact')
  expect(completed(linked('h3', `<p>${sentence} Twice.</p>`), document, 0.2)).not.toContain('iexact')
})

it('keeps a list of links below a line that announces it [link-lists-3]', () => {
  const link =
    '<ul><li><p><a href="https://files.example.org/firmware/">https://files.example.org/firmware/</a></p></li></ul>'
  const html = `<h1>Firmware</h1>${`<p>${sentence}</p>`.repeat(6)}<p>The archives are available at:</p>${link}<p>${sentence}</p>`
  const { content } = readHtml(`<title>Firmware</title>${html}`, { url: 'https://docs.example.org/firmware' })
  expect(content).toContain('available at:\n\n- https://files.example.org/firmware/')
})

it('keeps the terms of kept definitions, which may be short links [definitions-6]', () => {
  const term = (name: string) => `<dt><a href="/${name}">${name}</a></dt>`
  const html = `<p>${sentence}</p><dl>${term('ab')}${term('abs')}<dd>A tool</dd>${term('ex')}<dd><a href="/x">dropped</a></dd></dl>`
  expect(completed(html, article, 0)).toEqual([sentence, 'ab', 'abs', 'A tool'])
  const chapter = `<dl>${term('intro')}<dd><dl><dd>Its parts</dd></dl></dd></dl>`
  expect(completed(chapter, document, 0)).toEqual(['intro', 'Its parts'])
})

it('keeps the price of a product and the prices below kept names [prices-1]', () => {
  const card = (name: string, price: string) => `<div><h3>${name}</h3><div>${price}</div></div>`
  const page = (price: string) =>
    `<h1>Drive</h1><div>${price} short</div><p>${sentence}</p><p>${sentence}</p><div>$9 for a short cable</div>`
  const product = { ...document, product: true }
  expect(completed(page('54,40 €'), product, 0.3)).toContain('54,40 € short')
  expect(completed(page('54,40 €'), product, 0.1)).not.toContain('54,40 € short')
  expect(completed(page('1.4 kg'), product, 0.3)).not.toContain('1.4 kg short')
  // What a style strikes out is no price any more.
  const reduced = page('<div><span class="regular-price">64 € short</span></div><div>54 € short</div>')
  expect(completed(reduced, product, 0.3).slice(0, 2)).toEqual(['54 € short', sentence])
  const { blocks } = listBlocks(parseHtml(`${card('Disk', 'CHF 12')}${card('Tape', '9 €')}${card('Key', '2 kg')}`).body)
  const kept = blocks.map(({ text }) => text === 'Disk' || text === 'Key')
  keepFacts(blocks, [], kept, document)
  expect(blocks.filter((_, index) => kept[index]).map(({ text }) => text)).toEqual(['Disk', 'CHF 12', 'Key'])
})

it('keeps what a document says about parameters of the same name, which is a copy elsewhere', () => {
  const entry = (name: string) => `<dt>${name}</dt><dd>Parameters:</dd><dd>${sentence}</dd>`
  const html = `<dl>${entry('read()')}${entry('write()')}</dl>`
  expect(completed(html, document, 1).filter((text) => text === sentence)).toHaveLength(2)
  expect(completed(html, article, 1).filter((text) => text === sentence)).toHaveLength(1)
})

it('keeps what several sections of a document say, and drops copies of a section and of parts of it [copies-1]', () => {
  const warning = `<h4>Warning</h4><p>${sentence}</p>`
  const other = sentence.replace('disk', 'tape')
  const count = (html: string, kind: PageKind, text: string) =>
    completed(html, kind, 1).filter((each) => each === text).length
  const sections = (text: string) => `<h2>Read</h2>${text}<p>Some.</p><h2>Write</h2>${text}<p>All.</p>`
  expect(count(sections(warning), document, sentence)).toBe(2)
  expect(count(sections(`<p>${sentence}</p><p>${other}</p>`), document, sentence)).toBe(2)
  expect(count(sections(warning), article, sentence)).toBe(1)
  expect(count(`<h2>Read</h2>${`<p>${sentence}</p><p>More.</p>`.repeat(2)}`, document, sentence)).toBe(1)
  const panel = `<h4>Disks</h4><p>${sentence}</p><p>${other}</p><p>More.</p>`
  expect(count(sections(panel), document, sentence)).toBe(1)
})

it('keeps what technical documentation repeats for several functions, their versions and their parameters [copies-2]', () => {
  const count = (html: string) => completed(html, document, 1).filter((text) => text === sentence).length
  const list = `<ul><li>One.</li><li>${sentence}</li><li>Two.</li></ul>`
  const history = '<details><summary>History</summary><p>Added in 2.</p></details>'
  const functions = (below: string) =>
    `<pre>ls</pre><h2>Files</h2><h3>read()</h3>${below}<p>It reads.</p><h3>write()</h3>${below}<p>It writes.</p>`
  expect(count(functions(`${history}${list}`))).toBe(2)
  // The same event of two classes.
  const event = `<h4>close</h4><p>Some.</p>${list}`
  expect(count(functions(event))).toBe(2)
  expect(count(functions(event).replace('<pre>ls</pre>', ''))).toBe(1)
  const method = (name: string) =>
    `<dt>${name}</dt><dd><p>${name} is slow.</p><dl><dt>Parameters:</dt><dd>${list}</dd></dl></dd>`
  expect(count(`<h2>Files</h2><dl>${method('read()')}${method('write()')}</dl>`)).toBe(2)
})

it.each([
  ['whose text is dropped', `<h2>More</h2><p>dropped: ${sentence}</p>`],
  ['with hardly any text', '<h2>More</h2><p>Read on.</p>'],
  ['that is a link', `<h2><a href="/more">More</a></h2><p>${sentence}</p>`],
  ['without a section below it', `<h3>More</h3><h2>Steps</h2>`],
])('does not keep a heading %s', (_, section) => {
  expect(completed(`<p>${sentence}</p>${section}`, article, 0)).not.toContain('More')
})

it('keeps the rest of a document of which most is kept, but nothing outside its container', () => {
  const other = sentence.replace('disk', 'keyboard')
  const html = `<div><p>${sentence}</p><p>A short note.</p><ul><li><a href="/x">A short link</a></ul><p>${other}</p></div><p>A short end.</p>`
  expect(completed(html, document, 0.2)).toEqual([sentence, 'A short note.', other])
  expect(completed(html, document, 0.1)).toEqual([sentence, other])
  expect(completed(html, article, 0.2)).toEqual([sentence, other])
  const teasers = `<p>short: ${sentence}</p>`.repeat(2)
  expect(completed(`<div><p>${sentence}</p>${teasers}<p>Select</p></div>`, document, 0.2)).toEqual([sentence, 'Select'])
})

it('keeps tables and introductions in a document, and the sections beside its text, although their scores are low [keep-main-text-2]', () => {
  const table = '<table><tr><th>Key</th><th>short</th></tr><tr><td>a</td><td><a href="/all">all</a></td></tr></table>'
  const html = `<div><p>${sentence}</p><p>A short list:</p><pre>ls</pre><p>A short end.</p>${table}<p>Select</p></div>`
  expect(completed(html, document, 0.12)).toEqual([sentence, 'A short list:', 'ls', 'Key short a all', 'Select'])
  expect(completed(html, article, 0.12)).toEqual([sentence, 'ls', 'Select'])
  const section = (text: string) => `<section>${text}<p>A short section.</p></section>`
  const links = '<h3>Topics</h3><ul><li><a href="#disk">A short link</a></li></ul>'
  const main = `<main><p>${sentence}</p><p>Select. ${sentence}</p></main>`
  const page = `${section('<h1>All</h1>')}${main}${section(`${links}<h2>Disk</h2>`)}${section('')}`
  const whole = ['All', 'A short section.', sentence, `Select. ${sentence}`, 'Disk', 'A short section.']
  expect(completed(page, document, 0.2)).toEqual(whole)
})

it('keeps a long last paragraph of a document although its score is low [keep-main-text-4]', () => {
  const last = `A short end. ${sentence} ${sentence} ${sentence}`
  const page = (end: string) => `<div><p>${sentence}</p>${`<p>Select. ${sentence}</p>`.repeat(6)}${end}</div>`
  expect(completed(page(`<p>${last}</p>`), document, 0.12)).toContain(last)
  expect(completed(page(`<p>${last}</p>`), document, 0.08)).not.toContain(last)
  expect(completed(page(`<p>A short end. ${sentence}</p>`), document, 0.12)).not.toContain(`A short end. ${sentence}`)
  expect(completed(page(`<div><p>${last}</p></div>`), document, 0.12)).not.toContain(last)
})

it('keeps the links of a list in a document that has text in it too [keep-main-text-3]', () => {
  const link = '<li><a href="/disks">A short link</a></li>'
  const list = `<ul><li>A short text with one <a href="/all">link</a></li>${link}</ul>`
  const html = `<div><p>${sentence}</p>${list}<ul>${link}</ul><p>Select</p></div>`
  expect(completed(html, document, 0.2)).toEqual([sentence, 'A short text with one link', 'A short link', 'Select'])
  expect(completed(html, article, 0.2)).toEqual([sentence, 'Select'])
  const steps = html.replace(/with one <a.*?<\/a>/, 'alone')
  expect(completed(steps, document, 0.2)).toEqual([sentence, 'A short text alone', 'Select'])
})

it('takes a long section for text although its id has the word "share" or "related"', () => {
  const scoresIn = (id: string, paragraphs: number) => {
    const section = `<div id="${id}">${`<p>${sentence}</p>`.repeat(paragraphs)}</div>`
    const page = listBlocks(parseHtml(`${`<p>${sentence}</p>`.repeat(10)}${section}`).body)
    const scores = page.blocks.map(() => 0.6)
    demote(page, scores, document)
    return scores.at(-1)
  }
  expect(scoresIn('sql-for-update-share', 20)).toBe(0.6)
  expect(scoresIn('related-objects', 20)).toBe(0.6)
  expect(scoresIn('social-share', 2)).toBeCloseTo(0.12)
  expect(scoresIn('related-posts', 2)).toBeCloseTo(0.18)
})
