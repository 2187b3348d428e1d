// A typical hand-written crawler: undici fetches pages, cheerio extracts title, text and links, and everything stays in
// memory.
import { load } from 'cheerio'
import { crawl } from './loop.mjs'

await crawl((html, url) => {
  const $ = load(html)
  const links = $('a[href]')
    .map((_, link) => URL.parse($(link).attr('href'), url)?.href)
    .get()
  $('script, style, nav, footer, header').remove()
  return { title: $('title').text(), text: $('body').text().replace(/\s+/g, ' ').trim(), links }
})
