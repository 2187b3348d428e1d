import { describe, expect, it } from 'vitest'
import { readHtml } from './read-html.ts'

const needs = (html: string) => readHtml(html, { url: 'https://example.org/' }).needsScript
const script = '<script src="/app.js"></script>'
const text = (characters: number) => 'A sentence of words. '.repeat(Math.ceil(characters / 21)).slice(0, characters)
const links = (count: number) => Array.from({ length: count }, (_, at) => `<li><a href="/${at}">Page ${at}</a>`).join('')

describe('a page that its scripts have yet to draw', () => {
  it.each([
    ['an empty root', `<div id="root"></div>${script}`],
    ['a root that says that it loads', `<div id="app"><p>Loading…</p></div>${script}`],
    ['a root among other things', `<header>Shop</header><main><div id="__next"></div></main>${script}`],
    ['an element of an application', `<app-root></app-root>${script}`],
    ['an appeal to turn JavaScript on', `<noscript>You need to enable JavaScript to run this app.</noscript><p>Hook</p>${script}`],
    ['nothing at all', `<title>Hook</title>${script}`],
    ['a module', '<div id="root"></div><script type="module">draw()</script>'],
  ])('certainly needs them: %s', (_sign, html) => expect(needs(html)).toBe('certainly'))

  it('may need them when it says little', () => {
    expect(needs(`<p>${text(100)}</p><a href="/x">More</a>${script}`)).toBe('perhaps')
  })
})

describe('a page that is read as it is', () => {
  it.each([
    ['it runs no scripts', '<div id="root"></div>'],
    ['its scripts are data', '<div id="root"></div><script type="application/ld+json">{}</script><script type="text/template">x</script>'],
    ['it says enough', `<div id="root"><p>${text(400)}</p></div>${script}`],
    ['it leads on to many others', `<p>Contents</p><ul>${links(12)}</ul>${script}`],
    ['it carries its text for machines', `<div id="root"></div>${script}<script type="application/ld+json">${JSON.stringify({ '@type': 'Article', articleBody: text(2000) })}</script>`],
    ['it is plain text', 'Nothing but words'],
  ])('because %s', (_why, html) => expect(needs(html)).toBe('no'))
})
