/**
 * Turns elements with the roles of a list and its items (ARIA) into lists, and removes their signs, such as "1." and
 * "•". What a plan does not include, which a style strikes out or grays, gets a sign.
 */
import { NO_ATTRIBUTES, type HtmlElement, type HtmlNode } from '#server/extraction/html/html-element.ts'

const NUMBER = /^\d{1,3}[.)]$/
const SIGN = /^[•▪◦‣·–—-]$/

/** "et_pb_not_available", "feature--excluded"; not "unavailable-dates". */
const NOT_INCLUDED = /(?:^|[\s_-])(?:not[_-](?:available|included)|unavailable|excluded)(?:\s|$)/i
const NOT_INCLUDED_SIGN = '✗ '

/** Changes the tree below `body`. */
export function markLists(body: HtmlElement) {
  const pending = [body]
  for (let element = pending.pop(); element; element = pending.pop()) {
    const items = elementsIn(element)
    if (element.tag === 'li' && NOT_INCLUDED.test(element.attributes['class'] ?? ''))
      element.children.unshift(NOT_INCLUDED_SIGN)
    if (isList(element, items)) {
      element.tag = items.every(({ children }) => NUMBER.test(signOf(children[0]))) ? 'ol' : 'ul'
      element.attributes = NO_ATTRIBUTES
      for (const item of items) {
        item.tag = 'li'
        const sign = signOf(item.children[0])
        if (NUMBER.test(sign) || SIGN.test(sign)) item.children.shift()
      }
    }
    pending.push(...items)
  }
}

function isList({ tag, attributes }: HtmlElement, items: readonly HtmlElement[]): boolean {
  if (tag !== 'div' || attributes['role'] !== 'list' || items.length === 0) return false
  return items.every((item) => item.tag === 'div' && item.attributes['role'] === 'listitem')
}

const MAX_SIGN_DEPTH = 3

/** The text of a first child that may be a sign; '' for any other. */
function signOf(first: HtmlNode | undefined): string {
  let node = typeof first === 'object' ? first : undefined
  for (let depth = 0; depth < MAX_SIGN_DEPTH && node; depth++) {
    const [only, ...others]: HtmlNode[] = node.children
    if (others.length > 0) return ''
    if (typeof only === 'string') return only.trim()
    node = only
  }
  return ''
}

const elementsIn = ({ children }: HtmlElement) => children.filter((child) => typeof child === 'object')
