import type { ManualPage } from './render-page.ts'
import { headingId } from './render-article.ts'

export type ManualHit = { path: string; title: string; section: string; excerpt: string }

const HITS_MAX = 20
const EXCERPT_LENGTH = 180

/** The sections that contain every word of `query`, those with a word in a heading first. Case and accents do not matter. */
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

/** The part of `text` around the first of `words`, cut at spaces. */
function excerptOf(text: string, words: readonly string[]): string {
  const folded = fold(text)
  const positions = words.map((word) => folded.indexOf(word)).filter((position) => position >= 0)
  const from = Math.max(0, Math.min(...positions, text.length) - CONTEXT_BEFORE)
  const start = from < SKIPPED_MIN ? 0 : text.indexOf(' ', from) + 1
  const prefix = start > 0 ? '… ' : ''
  if (start + EXCERPT_LENGTH >= text.length) return `${prefix}${text.slice(start)}`
  const end = text.lastIndexOf(' ', start + EXCERPT_LENGTH)
  return `${prefix}${text.slice(start, end)} …`
}
