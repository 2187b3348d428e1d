/** Texts with reference summaries, taken from the labeled pages of the main text benchmark. */
import { Parser } from 'htmlparser2'
import type { LabeledPage } from './main-text-pages.ts'

export type ReferenceText = { text: string; references: string[] }

/** Characters: a shorter text needs no summary. */
const MIN_TEXT_LENGTH = 1500
/** Words of a reference. */
const MIN_REFERENCE_WORDS = 15
const MAX_DESCRIPTION_WORDS = 80
const MAX_KEY_POINT_WORDS = 160
/** Share of a description's longer words that occur in the text: fewer means it advertises rather than describes. */
const MIN_COVERAGE = 0.75
/** Characters at the start of a description that must not occur in the text, or taking the start would win. */
const VERBATIM_LENGTH = 60

const KEY_POINTS =
  /(?:^|\n)[^\n]{0,30}(?:takeaways?|highlights|key (?:points|insights|findings|facts)|in short|at a glance|tl;?dr|need to know|in brief|quick (?:summary|answer|facts)|main points|bottom line|summary)[^\n]{0,40}\n+(?:[^\n-][^\n]{0,200}\n+)?((?:- [^\n]+\n+){2,9})/i

/** Articles, with headline and description as the reference. Descriptions copied from the text are left out. */
export function describedArticles(pages: readonly LabeledPage[]): ReferenceText[] {
  return pages.flatMap(({ kind, html, main }) => {
    if (kind !== 'article' || main.length < MIN_TEXT_LENGTH) return []
    const { title, description } = readHead(html)
    const headline = title.trim().split(/\s+[|–—·»-]\s+/)[0] ?? ''
    return isDescription(description, main) ? [{ text: main, references: [`${headline}\n${description}`] }] : []
  })
}

/** Pages with a list of key points, which is the reference and is taken out of the text. */
export function pagesWithKeyPoints(pages: readonly LabeledPage[]): ReferenceText[] {
  return pages.flatMap(({ main }) => {
    const match = KEY_POINTS.exec(main)
    const points = match?.[1]?.trim().replace(/^- /gm, '')
    if (!match || !points || main.length < MIN_TEXT_LENGTH) return []
    const words = points.split(/\s+/).length
    if (words < MIN_REFERENCE_WORDS || words > MAX_KEY_POINT_WORDS) return []
    return [{ text: main.replace(match[0], '\n\n'), references: [points] }]
  })
}

/** The same texts in lower case and with spaces around punctuation, as corpora often are. */
export function inTokenizedLowerCase({ text, references }: ReferenceText): ReferenceText {
  const tokenized = text.replace(/([.,!?;:])(?=\s|$)/g, ' $1').replace(/(["“”()])/g, ' $1 ')
  return { text: tokenized.toLowerCase().replace(/ {2,}/g, ' '), references }
}

/** The title, and the longest description in a meta element. */
function readHead(html: string): { title: string; description: string } {
  let title = ''
  let description = ''
  let isInTitle = false
  const parser = new Parser({
    onopentag(name, { name: metaName = '', property = metaName, content = '' }) {
      isInTitle = name === 'title' && title === ''
      const isDescribing = name === 'meta' && /^(?:(?:og|twitter):)?description$/i.test(property)
      if (isDescribing && content.length > description.length) description = content
    },
    ontext(text) {
      if (isInTitle) title += text
    },
    onclosetag() {
      isInTitle = false
    },
  })
  parser.end(html)
  return { title, description }
}

function isDescription(description: string, text: string): boolean {
  const count = description.split(/\s+/).length
  if (count < MIN_REFERENCE_WORDS || count > MAX_DESCRIPTION_WORDS || /…|\.\.\./.test(description)) return false
  if (collapse(text).includes(collapse(description).slice(0, VERBATIM_LENGTH))) return false
  const known = new Set(longWords(text))
  const words = longWords(description)
  return words.filter((word) => known.has(word)).length > MIN_COVERAGE * words.length
}

const longWords = (text: string) => text.toLowerCase().match(/\p{L}{4,}/gu) ?? []
const collapse = (text: string) => text.replace(/\s+/g, ' ').trim()
