// defuddle on linkedom over the labelled pages: npm ci --prefix bench/peers && node bench/peers/main-text.mjs
import { Defuddle } from 'defuddle/node'
import { parseHTML } from 'linkedom'
import { compareWords, printScores, readLabelledPages, wordsOf } from '../main-text-pages.ts'

const NEW_LINE_AROUND = /^(?:p|div|li|td|th|h\d|pre|br|tr|blockquote|dd|dt|section|article|ul|ol|figure|figcaption)$/i

const scores = []
for (const { html, url, kind, main } of readLabelledPages()) {
  const started = process.cpuUsage()
  const text = await extract(html, url || 'https://example.org/')
  const spent = process.cpuUsage(started)
  scores.push({ kind, ...compareWords(wordsOf(text), wordsOf(main)), extra: (spent.user + spent.system) / 1000 })
}
printScores(scores, 'CPU ms per page')

/** '' when defuddle fails. */
async function extract(html, url) {
  try {
    const { content } = await Defuddle(parseHTML(html).document, url)
    return textOf(parseHTML(`<html><body>${content}</body></html>`).document.body)
  } catch {
    return ''
  }
}

function textOf(node) {
  if (node.nodeType === node.TEXT_NODE) return node.textContent
  const text = [...node.childNodes].map(textOf).join('')
  return NEW_LINE_AROUND.test(node.nodeName) ? `\n${text}\n` : text
}
