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
  const found = pages.flatMap((page) =>
    sectionsOf(page.html).flatMap(({ heading, text }) => {
      const headings = fold(`${page.title} ${heading}`)
      const all = `${headings} ${fold(text)}`
      if (!words.every((word) => all.includes(word))) return []
      const rank = words.filter((word) => headings.includes(word)).length
      const path = heading ? `${page.path}#${headingId(heading)}` : page.path
      return { rank, hit: { path, title: page.title, section: heading, excerpt: excerptOf(text, words) } }
    }),
  )
  return found
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, HITS_MAX)
    .map(({ hit }) => hit)
}

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The text before the first heading of level two, then each section below one. */
function sectionsOf(html: string) {
  return html.split(/<h2[^>]*>/).map((part, index) => {
    const [heading = '', text = ''] = index === 0 ? ['', part.replace(/<h1>.*?<\/h1>/, '')] : part.split('</h2>')
    return { heading: plainText(heading), text: plainText(text) }
  })
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const plainText = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_entity, name: string) => ENTITIES[name] ?? '')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:])/g, '$1')
    .trim()

/** The part of `text` around the first of `words`, cut at spaces. */
function excerptOf(text: string, words: string[]): string {
  const at = Math.max(
    0,
    Math.min(...words.map((word) => fold(text).indexOf(word)).filter((found) => found >= 0), text.length) - 60,
  )
  const start = at < 10 ? 0 : text.indexOf(' ', at) + 1
  if (start + EXCERPT_LENGTH >= text.length) return `${start > 0 ? '… ' : ''}${text.slice(start)}`
  return `${start > 0 ? '… ' : ''}${text.slice(start, text.lastIndexOf(' ', start + EXCERPT_LENGTH))} …`
}
