import { describe, expect, it } from 'vitest'
import { readHtml } from './read-html.ts'

const needs = (html: string) => readHtml(html, { url: 'https://example.org/' }).needsScript
const script = '<script src="/app.js"></script>'
const text = (characters: number) => 'A sentence of words. '.repeat(Math.ceil(characters / 21)).slice(0, characters)
const links = (count: number) =>
  Array.from({ length: count }, (_, at) => `<li><a href="/${at}">Page ${at}</a>`).join('')

describe('needsScript', () => {
  it.each([
    ['an empty root', `<div id="root"></div>${script}`],
    ['a root that only says it is loading', `<div id="app"><p>Loading…</p></div>${script}`],
    ['an empty root beside other elements', `<header>Shop</header><main><div id="__next"></div></main>${script}`],
    ['an empty application element', `<app-root></app-root>${script}`],
    [
      'a request to enable JavaScript',
      `<noscript>You need to enable JavaScript to run this app.</noscript><p>Hook</p>${script}`,
    ],
    ['no text and no links', `<title>Hook</title>${script}`],
    ['an empty root and a module script', '<div id="root"></div><script type="module">draw()</script>'],
  ])('is certain for a page with %s', (_sign, html) => expect(needs(html)).toBe('certainly'))

  it('is uncertain for a page with little text', () => {
    expect(needs(`<p>${text(100)}</p><a href="/x">More</a>${script}`)).toBe('perhaps')
  })

  it.each([
    ['it has no scripts', '<div id="root"></div>'],
    [
      'its scripts are data',
      '<div id="root"></div><script type="application/ld+json">{}</script><script type="text/template">x</script>',
    ],
    ['it has enough text', `<div id="root"><p>${text(400)}</p></div>${script}`],
    ['it is an index of other pages', `<p>Contents</p><ul>${links(12)}</ul>${script}`],
    [
      'it has its text in structured data',
      `<div id="root"></div>${script}<script type="application/ld+json">${JSON.stringify({ '@type': 'Article', articleBody: text(2000) })}</script>`,
    ],
    ['it is plain text without markup', 'Nothing but words'],
  ])('is not the case for a page when %s', (_why, html) => expect(needs(html)).toBe('no'))
})
