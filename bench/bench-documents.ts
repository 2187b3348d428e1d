/** Documents of a benchmark as the product would store them. */
import type { IndexablePassage } from '#server/knowledge/index-passages.ts'
import { splitPassages } from '#server/knowledge/split-passages.ts'

export type BenchDocument = { id: string | number; title: string; text: string }

export function passagesOf({ id, title, text }: BenchDocument, lang: string): IndexablePassage[] {
  return splitPassages(text).map(({ headingPath, startOffset, endOffset }, n) => ({
    id: `${id}#${n}`,
    pageId: String(id),
    pageUrl: '',
    pageTitle: title,
    headingPath,
    text: text.slice(startOffset, endOffset),
    startOffset,
    language: lang,
  }))
}
