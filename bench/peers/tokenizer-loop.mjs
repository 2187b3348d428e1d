// The same loop with htmlparser2 events instead of a DOM, which is about the minimum cost of reading a page.
import { Parser } from 'htmlparser2'
import { crawl } from './loop.mjs'

const IGNORED = new Set(['script', 'style', 'nav', 'footer', 'header'])

await crawl((html, url) => {
  let title = ''
  let text = ''
  let inTitle = false
  let ignoredDepth = 0
  const links = []
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'a' && attributes.href) links.push(URL.parse(attributes.href, url)?.href)
      if (name === 'title') inTitle = true
      if (IGNORED.has(name)) ignoredDepth++
    },
    ontext(piece) {
      if (inTitle) title += piece
      else if (ignoredDepth === 0) text += piece
    },
    onclosetag(name) {
      if (name === 'title') inTitle = false
      if (IGNORED.has(name)) ignoredDepth--
    },
  })
  parser.end(html)
  return { title, text: text.replace(/\s+/g, ' ').trim(), links: links.filter(Boolean) }
})
