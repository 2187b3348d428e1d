// The same loop with events of htmlparser2 instead of a tree: about the least that reading a page can cost.
import { Parser } from 'htmlparser2'
import { crawl } from './loop.mjs'

const LEFT_OUT = new Set(['script', 'style', 'nav', 'footer', 'header'])

await crawl((html, url) => {
  let title = ''
  let text = ''
  let inTitle = false
  let leftOut = 0
  const links = []
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'a' && attributes.href) links.push(URL.parse(attributes.href, url)?.href)
      if (name === 'title') inTitle = true
      if (LEFT_OUT.has(name)) leftOut++
    },
    ontext(piece) {
      if (inTitle) title += piece
      else if (leftOut === 0) text += piece
    },
    onclosetag(name) {
      if (name === 'title') inTitle = false
      if (LEFT_OUT.has(name)) leftOut--
    },
  })
  parser.end(html)
  return { title, text: text.replace(/\s+/g, ' ').trim(), links: links.filter(Boolean) }
})
