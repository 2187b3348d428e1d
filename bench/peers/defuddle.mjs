// defuddle on linkedom, for bench/main-text.ts.
import { Defuddle } from 'defuddle/node'
import { parseHTML } from 'linkedom'

const ON_ITS_OWN_LINE = /^(?:p|div|li|td|th|h\d|pre|br|tr|blockquote|dd|dt|section|article|ul|ol|figure|figcaption)$/i

/** The text that defuddle keeps; '' when it fails. */
export async function extract(html, url) {
  try {
    const { content } = await Defuddle(parseHTML(html).document, url || 'https://example.org/')
    return textOf(parseHTML(`<html><body>${content}</body></html>`).document.body)
  } catch {
    return ''
  }
}

function textOf(node) {
  if (node.nodeType === node.TEXT_NODE) return node.textContent
  const text = [...node.childNodes].map(textOf).join('')
  return ON_ITS_OWN_LINE.test(node.nodeName) ? `\n${text}\n` : text
}
