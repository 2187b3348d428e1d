/** Decides what of a page is not what the page is about: menus, notices, sidebars, advertisements, hidden text. */
import type { HtmlElement } from './html-tree.ts'

/** The elements to pass over when `body` is written. Main text is never among them as far as can be told. */
export function findBoilerplate(body: HtmlElement): Set<HtmlElement> {
  const leftOut = new Set<HtmlElement>()
  const root = mainElement(body) ?? body
  if (root !== body) leaveOutAllBut(root, leftOut)
  visit(root, leftOut)
  return leftOut
}

const ROLES = new Set(
  'navigation banner contentinfo search dialog alertdialog menu menubar toolbar tablist complementary'.split(' '),
)
const HINTS =
  /(?:^|[\s_-])(?:nav|navbar|navigation|menu|breadcrumbs?|sidebar|side-bar|cookies?|consent|gdpr|newsletter|subscribe|social|share|sharing|related|recommended|advert|advertisement|ads?|promo|banner|popup|modal|footer|header|masthead|skip-link|pagination|pager|comment-form|respond|toc|tags|widget|sponsor(?:ed)?|login|signup)(?:$|[\s_-])/i

function visit(element: HtmlElement, leftOut: Set<HtmlElement>) {
  for (const child of element.children) {
    if (typeof child === 'string') continue
    if (isHidden(child) || isFurniture(child)) leftOut.add(child)
    else visit(child, leftOut)
  }
}

function isHidden({ attributes }: HtmlElement): boolean {
  if (attributes['hidden'] !== undefined && attributes['hidden'] !== 'until-found') return true
  const style = attributes['style']
  return style !== undefined && /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style)
}

function isFurniture(element: HtmlElement): boolean {
  const { attributes, tag } = element
  if (ROLES.has((attributes['role'] ?? '').toLowerCase())) return true
  if (tag === 'button' || tag === 'label' || tag === 'aside') return true
  const hints = `${attributes['class'] ?? ''} ${attributes['id'] ?? ''}`
  if (!HINTS.test(hints)) return false
  const { text, links } = measure(element)
  return text < 200 || links / text > 0.4
}

function mainElement(body: HtmlElement): HtmlElement | null {
  const all = measure(body).text
  let best: { element: HtmlElement; text: number } | null = null
  const search = (element: HtmlElement) => {
    for (const child of element.children) {
      if (typeof child === 'string') continue
      if (child.tag === 'main' || child.attributes['role'] === 'main') {
        const { text } = measure(child)
        if (!best || text > best.text) best = { element: child, text }
      } else search(child)
    }
  }
  search(body)
  const found = best as { element: HtmlElement; text: number } | null // assigned in the closure, unseen by the checker
  return found && found.text > 200 && found.text > all * 0.2 ? found.element : null
}

function leaveOutAllBut(kept: HtmlElement, leftOut: Set<HtmlElement>) {
  for (let at = kept; at.parent; at = at.parent) {
    for (const sibling of at.parent.children) {
      if (typeof sibling === 'object' && sibling !== at) leftOut.add(sibling)
    }
  }
}

function measure(element: HtmlElement): { text: number; links: number } {
  let text = 0
  let links = 0
  for (const child of element.children) {
    if (typeof child === 'string') text += child.trim().length
    else {
      const inner = measure(child)
      text += inner.text
      links += child.tag === 'a' ? inner.text : inner.links
    }
  }
  return { text, links }
}
