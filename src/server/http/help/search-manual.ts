import type { ManualPage } from './render-page.ts'
import { headingId } from './render-article.ts'

export type ManualHit = { path: string; title: string; section: string; excerpt: string }

const HITS_MAX = 20
const EXCERPT_LENGTH = 180

/**
 * The sections that contain every word of `query`, those with a word in a heading first. Case and accents do not
 * matter.
 */
export function searchManual(pages: readonly ManualPage[], query: string): ManualHit[] {
  const words = fold(query)
    .split(/[^\p{L}\p{N}_]+/u)
    .filter(Boolean)
  if (words.length === 0) return []
  return pages
    .flatMap((page) => findInPage(page, words))
    .toSorted((a, b) => b.wordsInHeadings - a.wordsInHeadings)
    .slice(0, HITS_MAX)
    .map(({ hit }) => hit)
}

function findInPage(page: ManualPage, words: readonly string[]): { wordsInHeadings: number; hit: ManualHit }[] {
  return sectionsOf(page.html).flatMap(({ heading, text }) => {
    const headings = fold(`${page.title} ${heading}`)
    const searched = `${headings} ${fold(text)}`
    if (!words.every((word) => searched.includes(word))) return []
    const path = heading ? `${page.path}#${headingId(heading)}` : page.path
    return {
      wordsInHeadings: words.filter((word) => headings.includes(word)).length,
      hit: { path, title: page.title, section: heading, excerpt: excerptOf(text, words) },
    }
  })
}

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The text before the first heading of level two, then each section below one. */
function sectionsOf(html: string): { heading: string; text: string }[] {
  const [beginning = '', ...sections] = html.split(/<h2[^>]*>/)
  return [
    { heading: '', text: plainText(beginning.replace(/<h1>.*?<\/h1>/, '')) },
    ...sections.map((section) => {
      const [heading = '', text = ''] = section.split('</h2>')
      return { heading: plainText(heading), text: plainText(text) }
    }),
  ]
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const plainText = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_entity, name: string) => ENTITIES[name] ?? '')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:])/g, '$1')
    .trim()

/** Characters of the excerpt before the first word that was found. */
const CONTEXT_BEFORE = 60
/** An excerpt that would begin so close to the start of the text begins there. */
const SKIPPED_MIN = 10

/** The part of `text` around the first of `words`; the beginning when all of them are in the headings. */
function excerptOf(text: string, words: readonly string[]): string {
  const matchStart = firstPosition(fold(text), words) ?? 0
  const start = excerptStart(text, matchStart)
  const end = excerptEnd(text, start, matchStart)
  const prefix = start > 0 ? '… ' : ''
  const suffix = end < text.length ? ' …' : ''
  return prefix + text.slice(start, end) + suffix
}

function firstPosition(text: string, words: readonly string[]): number | null {
  const positions = words.map((word) => text.indexOf(word)).filter((position) => position >= 0)
  return positions.length > 0 ? Math.min(...positions) : null
}

/** After a space, unless there is none between the limit and the match. */
function excerptStart(text: string, matchStart: number): number {
  const earliest = matchStart - CONTEXT_BEFORE
  if (earliest < SKIPPED_MIN) return 0
  const space = text.indexOf(' ', earliest)
  return space >= 0 && space < matchStart ? space + 1 : earliest
}

/** Before a space, unless there is none between the match and the limit. */
function excerptEnd(text: string, start: number, matchStart: number): number {
  const latest = start + EXCERPT_LENGTH
  if (latest >= text.length) return text.length
  const space = text.lastIndexOf(' ', latest)
  return space > matchStart ? space : latest
}
