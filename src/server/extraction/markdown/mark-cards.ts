/**
 * Turns cards whose title is no heading, such as a service with its price or a person with a role, into `details`
 * elements, so that the title is written as the name of what is below it.
 */
import { hasText, isSpace, NO_ATTRIBUTES, type HtmlElement } from '#server/extraction/html/html-element.ts'
import { HEADINGS } from '#server/extraction/html/html-tags.ts'
import { lineOf } from './inline-text.ts'
import { isStatement, isTitle, STRONG, TITLE_NAME } from './title-text.ts'

/** Fewer cards are recognized only by the class of their title, or if it is strong. */
const MIN_CARDS = 3
const MIN_NAMED_CARDS = 2
/** A larger one is a section. */
const MAX_CARD_TEXTS = 40
/** Texts above the title, such as a date or a badge. */
const MAX_KICKERS = 3
const MAX_KICKER_CHARACTERS = 40
/** More, with white space, than any title. */
const MAX_LINE_CHARACTERS = 300
const CARDS = new Set(['div', 'article', 'section', 'li', 'a', 'figure', 'p'])
/** Their text is not searched for titles. */
const OPAQUE = new Set([...HEADINGS, 'table', 'dl', 'details', 'pre', 'blockquote', 'ol'])
const SPANS = new Set(['span', 'b', 'strong', 'em', 'i', 'small', 'a', 'time'])

/** An element whose text is a paragraph or a line. */
type Text = {
  element: HtmlElement
  /** '' for a text longer than a title, and for a heading, a table or the like. */
  line: string
  isTitle: boolean
  /** It is strong, or its class says that it is a title. */
  isNamed: boolean
  isBelowHeading: boolean
}
/** `texts` are those of the card in document order. */
type Card = { card: HtmlElement; title: Text; texts: Text[] }
/** The elements that are small enough for a card and have no heading. */
type Small = ReadonlySet<HtmlElement>

/** Changes the tree below `body`. */
export function markCards(body: HtmlElement) {
  const texts = textsIn(body)
  for (const [n, text] of texts.entries()) {
    const above = texts[n - 1]
    text.isBelowHeading = above !== undefined && HEADINGS.has(above.element.tag)
  }
  const small = smallElements(texts)
  const used = new Set<HtmlElement>()
  for (const group of groupsOf(texts)) {
    const cards = cardsOf(group, small).filter((card) => card.texts.every(({ element }) => !used.has(element)))
    if (!areCards(cards, group)) continue
    for (const card of cards) {
      for (const { element } of card.texts) used.add(element)
      toDetails(card)
    }
  }
}

function smallElements(texts: readonly Text[]): Small {
  const counts = new Map<HtmlElement, number>()
  for (const { element } of texts) {
    const isHeading = HEADINGS.has(element.tag) || element.tag === 'details'
    // An element that is too large already has only larger ones around it.
    for (let up: HtmlElement | null = element; up && (counts.get(up) ?? 0) <= MAX_CARD_TEXTS; up = up.parent)
      counts.set(up, isHeading ? Infinity : (counts.get(up) ?? 0) + 1)
  }
  return new Set([...counts].flatMap(([element, count]) => (count <= MAX_CARD_TEXTS ? [element] : [])))
}

/** Possible titles of the same form, the likeliest groups first. */
function groupsOf(texts: readonly Text[]): Text[][] {
  const groups = { below: new Map<string, Text[]>(), own: new Map<string, Text[]>() }
  const add = (group: Map<string, Text[]>, form: string, text: Text) => {
    const others = group.get(form)
    if (others) others.push(text)
    else group.set(form, [text])
  }
  for (const text of texts) {
    if (!text.isTitle) continue
    const form = formOf(text)
    add(groups.own, form, text)
    const { parent } = text.element
    add(groups.below, `${parent ? nameOf(parent) : ''} > ${form}`, text)
  }
  const isNamed = (group: readonly Text[]) => group.every((text) => text.isNamed)
  return (
    [...groups.below.values(), ...groups.own.values()]
      .filter((group) => group.length >= (isNamed(group) ? MIN_NAMED_CARDS : MIN_CARDS))
      // The smaller cards first: a section around them has fewer others of its form.
      .sort((a, b) => Number(isNamed(b)) - Number(isNamed(a)) || b.length - a.length)
  )
}

/** What the titles of similar cards have in common: their tag and class. */
function formOf({ element, isNamed }: Text): string {
  const inner = isNamed ? element.children.find((child) => typeof child === 'object') : undefined
  return inner ? `${nameOf(element)} ${inner.tag}` : nameOf(element)
}

const nameOf = ({ tag, attributes }: HtmlElement) => `${tag}.${attributes['class'] ?? ''}`

/** The largest element around each title that has no other title of the group, if that is small. */
function cardsOf(group: readonly Text[], small: Small): Card[] {
  /** How many titles are in each small element, and in the next larger element around it. */
  const titles = new Map<HtmlElement, number>()
  for (const { element } of group) {
    for (let up: HtmlElement | null = element; up; up = small.has(up) ? up.parent : null)
      titles.set(up, (titles.get(up) ?? 0) + 1)
  }
  const cards: Card[] = []
  for (const title of group) {
    let card = title.element
    while (card.parent && titles.get(card.parent) === 1) card = card.parent
    if (!small.has(card) || !CARDS.has(card.tag)) continue
    const texts = textsIn(card)
    const position = texts.findIndex(({ element }) => element === title.element)
    const kickers = texts.slice(0, position)
    if (position === -1 || position > MAX_KICKERS || position === texts.length - 1) continue
    if (kickers.every(({ line }) => line !== '' && line.length <= MAX_KICKER_CHARACTERS))
      cards.push({ card, title, texts })
  }
  return cards
}

/** False for subtitles, for labels with values, and for what is named alike. */
function areCards(cards: readonly Card[], group: readonly Text[]): boolean {
  if (cards.length === 0 || cards.length < group.length / 2) return false
  const subtitles = group.filter(({ isBelowHeading }) => isBelowHeading).length
  if (subtitles > 1 && subtitles >= group.length / 2) return false
  const full = cards.filter(({ texts }) => texts.length > 2 || texts.some(saysMore)).length
  return full >= cards.length / 2 && new Set(cards.map(({ title }) => title.line)).size === cards.length
}

const saysMore = ({ line }: Text) => line === '' || isStatement(line)

function textsIn(element: HtmlElement): Text[] {
  const texts: Text[] = []
  collect(element, texts)
  return texts
}

function collect(element: HtmlElement, texts: Text[]) {
  const children = element.children.filter((child) => !isSpace(child))
  const elements = children.filter((child) => typeof child === 'object')
  if (elements.length < children.length) {
    const [first, second] = children
    // "Spoon carving", and what it costs on the next line.
    const isName =
      typeof first === 'object' && STRONG.has(first.tag) && typeof second === 'object' && second.tag === 'br'
    if (isName && element.tag !== 'li') texts.push(textOf(first))
    texts.push(isName ? { ...textOf(element), isTitle: false } : textOf(element))
    return
  }
  // Spans without a space between them are set apart by the style sheet.
  const isApart = elements.length > 1 && elements.every(({ tag }) => SPANS.has(tag)) && !element.children.some(isSpace)
  if (element.hasBlock || isApart) {
    for (const child of elements) {
      if (OPAQUE.has(child.tag)) texts.push(withoutLine(child))
      else collect(child, texts)
    }
  } else if (hasText(element)) texts.push(textOf(element))
}

function textOf(element: HtmlElement): Text {
  if (isLongText(element)) return withoutLine(element)
  const line = lineOf(element)
  const mayBeTitle = !isOfDocBook(element) && isTitle(line)
  return { element, line, isTitle: mayBeTitle, isNamed: mayBeTitle && isNamed(element), isBelowHeading: false }
}

const withoutLine = (element: HtmlElement): Text => ({
  element,
  line: '',
  isTitle: false,
  isNamed: false,
  isBelowHeading: false,
})

/** True if there are more characters in an element than a title has. */
function isLongText(root: HtmlElement): boolean {
  let length = 0
  const pending = [root]
  for (let element = pending.pop(); element; element = pending.pop()) {
    for (const child of element.children) {
      if (typeof child === 'object') pending.push(child)
      else if ((length += child.length) > MAX_LINE_CHARACTERS) return true
    }
  }
  return false
}

/** The title of an example or a sidebar of DocBook, which is part of the section around it. */
const isOfDocBook = ({ tag, attributes }: HtmlElement) => tag === 'p' && attributes['class'] === 'title'

function isNamed(element: HtmlElement): boolean {
  if (STRONG.has(element.tag) || TITLE_NAME.test(element.attributes['class'] ?? '')) return true
  const [only, ...others] = element.children.filter((child) => !isSpace(child))
  return typeof only === 'object' && others.length === 0 && isNamed(only)
}

function toDetails({ card, title, texts }: Card) {
  // A link over the whole card repeats its title.
  for (const { element, line } of texts) if (line === title.line) element.children = []
  const summary = { tag: 'summary', attributes: NO_ATTRIBUTES, parent: card, children: [title.line], hasBlock: false }
  const children = [summary, ...card.children]
  card.children = [{ tag: 'details', attributes: NO_ATTRIBUTES, parent: card, children, hasBlock: true }]
  if (card.tag === 'p') card.tag = 'div'
  for (let up: HtmlElement | null = card; up && !up.hasBlock; up = up.parent) up.hasBlock = true
}
