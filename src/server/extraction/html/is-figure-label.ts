/**
 * Recognizes what DocBook writes around an image: without it, "Figure 17.41" and "Original" stand between two steps.
 */
import { textOf, type HtmlElement, type LengthOf } from './html-element.ts'
import { hasWord } from './html-head.ts'

/** A longer element holds more than a caption. */
const MAX_LABEL_CHARACTERS = 300
/** The image of a figure is among its first children: its title and an anchor are others. */
const MAX_FIGURE_CHILDREN = 10
/** A caption that is a sentence says something without its image. */
const SENTENCE = /[.!?。！？](?:\s|$)/

/** True for the title of a figure that is an image, and for a caption that only names what the image shows. */
export function isFigureLabel(element: HtmlElement, lengthOf: LengthOf): boolean {
  const { parent } = element
  const classes = element.attributes['class']
  if (classes === undefined || parent === null || lengthOf(element) > MAX_LABEL_CHARACTERS) return false
  if (hasWord(classes, 'caption')) return isMedia(parent) && !SENTENCE.test(textOf(element))
  return hasWord(classes, 'title') && hasWord(parent.attributes['class'], 'figure') && holdsMedia(parent)
}

const isMedia = ({ attributes }: HtmlElement) => hasWord(attributes['class'], 'mediaobject')

/** The image of a figure is in its element for the contents, in old versions in the figure. */
const holdsMedia = ({ children }: HtmlElement, depth = 0): boolean =>
  children
    .slice(0, MAX_FIGURE_CHILDREN)
    .some((child) => typeof child === 'object' && (isMedia(child) || (depth === 0 && holdsMedia(child, 1))))
