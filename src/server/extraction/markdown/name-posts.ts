/** Writes who wrote each post of a forum, and when, as the heading of the post. */
import { NO_ATTRIBUTES, textLength, type HtmlElement } from '#server/extraction/html/html-element.ts'
import { lineOf } from './inline-text.ts'

const MIN_POSTS = 2
const MAX_NAME_CHARACTERS = 60
/** Authors and dates of a post, of which those of comments on it and of changes are the later ones. */
const MAX_PARTS = 4
/** A larger element around the author has more than a byline. */
const MAX_BYLINE_CHARACTERS = 160
/** "March 29, 2025", "2025-03-29"; the time of day is left out. */
const DATE = /^\d{4}-\d\d-\d\d|^.{0,20}?\b\d{4}\b/

/** A post of a page with microdata (schema.org/Comment, Answer, DiscussionForumPosting). */
type Post = { text: HtmlElement; heading: string; byline: HtmlElement[] }

/**
 * Finds the posts below `body` and removes their bylines. Call it before the main text is chosen; call what it returns
 * afterwards, to write the heading of each post that was kept.
 */
export function findPosts(body: HtmlElement): () => void {
  const texts = elementsNamed(body, ['text'])
  if (texts.length < MIN_POSTS) return () => {}
  const counts = new Map<HtmlElement, number>()
  for (const text of texts) {
    for (let up = text.parent; up; up = up.parent) counts.set(up, (counts.get(up) ?? 0) + 1)
  }
  const posts: Post[] = []
  for (const text of texts) {
    let around = text
    while (around.parent && counts.get(around.parent) === 1) around = around.parent
    const authors = elementsNamed(around, ['author']).slice(0, MAX_PARTS)
    const dates = elementsNamed(around, ['datePublished', 'dateCreated']).slice(0, MAX_PARTS)
    const heading = [authors.map(nameOf).find(Boolean), dates.map(dateOf).find(Boolean)].filter(Boolean).join(', ')
    if (authors.length === 0 || heading === '' || heading.length > MAX_NAME_CHARACTERS) continue
    posts.push({ text, heading, byline: [...authors, ...dates] })
  }
  if (posts.length < MIN_POSTS) return () => {}
  for (const { text, byline } of posts) for (const part of byline) removeByline(part, text)
  return () => {
    for (const { text, heading } of posts) if (textLength(text) > 0) addHeading(text, heading)
  }
}

/** The elements below `root` with one of these properties of microdata, in document order; none within a post's text. */
function elementsNamed(root: HtmlElement, names: readonly string[]): HtmlElement[] {
  const found: HtmlElement[] = []
  const visit = ({ children }: HtmlElement) => {
    for (const child of children) {
      if (typeof child === 'string') continue
      const property = child.attributes['itemprop'] ?? ''
      if (names.includes(property)) found.push(child)
      if (property !== 'text') visit(child)
    }
  }
  visit(root)
  return found
}

function nameOf(author: HtmlElement): string {
  const names = elementsNamed(author, ['name', 'url']).map(lineOf)
  return names.find((name) => name !== '') ?? lineOf(author)
}

const dateOf = (date: HtmlElement) => DATE.exec(lineOf(date))?.[0] ?? ''

/** Removes the largest element around `part` that is only a byline. */
function removeByline(part: HtmlElement, text: HtmlElement) {
  let byline = part
  for (let up = part.parent; up && !contains(up, text); up = up.parent) {
    if (textLength(up) > MAX_BYLINE_CHARACTERS) break
    byline = up
  }
  const siblings = byline.parent?.children ?? []
  const position = siblings.indexOf(byline)
  if (position >= 0) siblings.splice(position, 1)
}

function contains(element: HtmlElement, inner: HtmlElement): boolean {
  for (let up = inner.parent; up; up = up.parent) if (up === element) return true
  return false
}

/** The lowest level: the post ends with the next one, or with a heading of its own. */
function addHeading(text: HtmlElement, heading: string) {
  text.children.unshift({ tag: 'h6', attributes: NO_ATTRIBUTES, parent: text, children: [heading], hasBlock: false })
  for (let up: HtmlElement | null = text; up && !up.hasBlock; up = up.parent) up.hasBlock = true
}
