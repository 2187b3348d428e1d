/** Retrieval over plain documents with the product's own passages and ranking, for benchmarks. */
import { buildPassageIndex } from '#server/knowledge/index-passages.ts'
import { passagesOf, type BenchDocument } from './bench-documents.ts'

/** `lang` is a BCP 47 tag as a page would carry it, or nothing. */
export async function build(docs: readonly BenchDocument[], { lang = '' }: { lang?: string } = {}) {
  const passages = docs.flatMap((doc) => passagesOf(doc, lang))
  const index = await buildPassageIndex(passages)
  const ids = new Map(docs.map((doc) => [String(doc.id), doc.id]))
  return {
    /** The ids of the `k` best documents, best first. */
    search(query: string, k: number): BenchDocument['id'][] {
      // A document has several passages, so more are asked for than documents are wanted.
      const found = index.search(query, k * 4).map(({ id }) => id.slice(0, id.lastIndexOf('#')))
      return [...new Set(found)].slice(0, k).flatMap((id) => ids.get(id) ?? [])
    },
    bytes: index.bytes,
  }
}
