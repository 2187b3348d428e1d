/**
 * Writes who wrote each post of a forum, and when, as the heading of the post. Posts are known by microdata
 * (schema.org/Comment, Answer, DiscussionForumPosting) or by the class names of forum software.
 */
import { ACCEPTED_ANSWER } from '#server/platform/text/names.ts'
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

type Property = 'text' | 'author' | 'date'
const PROPERTIES: Readonly<Record<string, Property>> = {
  text: 'text',
  author: 'author',
  datePublished: 'date',
  dateCreated: 'date',
}
/** Discourse, Flarum, phpBB, vBulletin, NodeBB, XenForo, GitHub, WordPress; see also `isContentOfPost`. */
const TEXT_CLASS =
  /(?:^|\s)(?:cooked|post-?body|post_body|post-?content|post_content|post_message|message-?(?:body|content)|comment-?(?:body|content|text))(?:\s|$)/i
const AUTHOR_CLASS = /(?:^|[\s_-])(?:author|user-?name|creator|poster)(?:[\s_-]|$)/i
const DATE_CLASS = /(?:^|[\s_-])(?:date|time|timestamp|posted)(?:[\s_-]|$)/i
const ACCEPTED_CLASS = /(?:^|\s)(?:is-)?accepted(?:-answer)?(?:\s|$)/i
const HEADING = /^h[1-3]$/

type Post = { text: HtmlElement; heading: string; byline: HtmlElement[]; hasTitle: boolean }
/** What the elements of a page are in its posts. */
type Parts = Map<HtmlElement, Property>

/** The answer that the asker accepted, which Discourse repeats in part in the question. */
type Accepted = { number: string; excerpt: HtmlElement }

/**
 * Finds the posts below `body`. Call it before the main text is chosen, which drops bylines; call what it returns
 * afterward, to write the heading of each post that was kept, instead of its byline.
 */
export function findPosts(body: HtmlElement): () => void {
  const elements = descendants(body)
  let found = postsOf(partsByMicrodata(elements), body)
  if (found.length < MIN_POSTS) found = postsOf(partsByClass(elements), body).filter(({ hasTitle }) => !hasTitle)
  if (found.length < MIN_POSTS) return () => {}
  return () => {
    for (const { text, heading, byline } of found) {
      for (const part of byline) removeByline(part, text)
      if (textLength(text) > 0) addHeading(text, heading)
    }
  }
}

function postsOf(parts: Parts, body: HtmlElement): Post[] {
  const texts = elementsWith('text', parts, body)
  if (texts.length < MIN_POSTS) return []
  const counts = new Map<HtmlElement, number>()
  for (const text of texts) {
    for (let up = text.parent; up; up = up.parent) counts.set(up, (counts.get(up) ?? 0) + 1)
  }
  const excerpts = texts.flatMap(excerptsOfAccepted)
  return texts.flatMap((text) => {
    let around = text
    let isAccepted = isAcceptedAnswer(around, excerpts)
    while (around.parent && counts.get(around.parent) === 1) {
      around = around.parent
      isAccepted ||= isAcceptedAnswer(around, excerpts)
    }
    const authors = elementsWith('author', parts, around).slice(0, MAX_PARTS)
    const dates = elementsWith('date', parts, around).slice(0, MAX_PARTS)
    const byline = [authors.map(nameOf), dates.map(dateOf)].flatMap((each) => each.find(Boolean) ?? []).join(', ')
    if (authors.length === 0 || byline === '' || byline.length > MAX_NAME_CHARACTERS) return []
    if (isAccepted) for (const { excerpt } of excerpts) remove(excerpt)
    const heading = isAccepted ? byline + ACCEPTED_ANSWER : byline
    return [{ text, heading, byline: [...authors, ...dates], hasTitle: hasHeading(around, text) }]
  })
}

function partsByMicrodata(elements: readonly HtmlElement[]): Parts {
  const parts: Parts = new Map()
  for (const element of elements) {
    const property = PROPERTIES[element.attributes['itemprop'] ?? '']
    if (property) parts.set(element, property)
  }
  return parts
}

/** A text around another one is the post with its byline. */
function partsByClass(elements: readonly HtmlElement[]): Parts {
  const parts: Parts = new Map()
  for (const element of elements) {
    const { class: names = '' } = element.attributes
    if (TEXT_CLASS.test(names) || isContentOfPost(element)) parts.set(element, 'text')
    else if (AUTHOR_CLASS.test(names)) parts.set(element, 'author')
    else if (element.tag === 'time' || DATE_CLASS.test(names)) parts.set(element, 'date')
  }
  const around = new Set<HtmlElement>()
  for (const [element, property] of parts) {
    if (property !== 'text') continue
    for (let up = element.parent; up && !around.has(up); up = up.parent) around.add(up)
  }
  for (const element of around) if (parts.get(element) === 'text') parts.delete(element)
  return parts
}

/** phpBB: `<div id="post_content1"><div class="content">`. */
function isContentOfPost({ attributes, parent }: HtmlElement): boolean {
  return attributes['class'] === 'content' && /^post/i.test(parent?.attributes['id'] ?? '')
}

/** All elements below `root`, in document order. */
function descendants(root: HtmlElement): HtmlElement[] {
  const found: HtmlElement[] = []
  const visit = ({ children }: HtmlElement) => {
    for (const child of children) {
      if (typeof child === 'string') continue
      found.push(child)
      visit(child)
    }
  }
  visit(root)
  return found
}

/** The elements below `root` that are this part of a post, in document order; none within a post's text. */
function elementsWith(wanted: Property, parts: Parts, root: HtmlElement): HtmlElement[] {
  const found: HtmlElement[] = []
  const visit = ({ children }: HtmlElement) => {
    for (const child of children) {
      if (typeof child === 'string') continue
      const property = parts.get(child)
      if (property === wanted) found.push(child)
      if (property !== 'text') visit(child)
    }
  }
  visit(root)
  return found
}

/** A text below a heading has a section of its own, such as an article in a list of a blog. */
function hasHeading({ children }: HtmlElement, text: HtmlElement): boolean {
  return children.some(
    (child) => typeof child === 'object' && child !== text && (HEADING.test(child.tag) || hasHeading(child, text)),
  )
}

/** Discourse: `<aside class="quote accepted-answer" data-post="4">`. */
function excerptsOfAccepted(text: HtmlElement): Accepted[] {
  return descendants(text).flatMap((excerpt) => {
    const { class: names = '', 'data-post': number } = excerpt.attributes
    return number !== undefined && ACCEPTED_CLASS.test(names) ? [{ number, excerpt }] : []
  })
}

function isAcceptedAnswer({ attributes }: HtmlElement, excerpts: readonly Accepted[]): boolean {
  const { class: names = '', id, itemprop } = attributes
  if (itemprop === 'acceptedAnswer' || ACCEPTED_CLASS.test(names)) return true
  return excerpts.some(({ number }) => `post_${number}` === id)
}

function nameOf(author: HtmlElement): string {
  const inner = descendants(author)
  const byMicrodata = inner.filter(({ attributes: { itemprop } }) => itemprop === 'name' || itemprop === 'url')
  const byClass = inner.filter(({ attributes }) => AUTHOR_CLASS.test(attributes['class'] ?? ''))
  const names = (byMicrodata.length > 0 ? byMicrodata : byClass).map(
    // NodeBB: `<meta itemprop="name" content="JonB">`.
    (each) => lineOf(each) || (each.attributes['itemprop'] === 'name' ? (each.attributes['content'] ?? '') : ''),
  )
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
  remove(byline)
}

function remove(element: HtmlElement) {
  const siblings = element.parent?.children ?? []
  const position = siblings.indexOf(element)
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
