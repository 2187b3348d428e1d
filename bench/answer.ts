/** Answers over plain documents with the product's own search and built-in engine, for benchmarks. */
import { createPassageFinder } from '#server/knowledge/find-passages.ts'
import { searchQuery } from '#server/text/search-query.ts'
import { chooseAnswer } from '#server/models/choose-answer.ts'
import { passagesOf, type BenchDocument } from './bench-documents.ts'

/** As many as the product gives an engine. */
const PASSAGES = 8

export async function build(docs: readonly BenchDocument[], { lang = '' }: { lang?: string } = {}) {
  const passages = docs.flatMap((doc) => passagesOf(doc, lang))
  const finder = createPassageFinder({ maxBytes: Number.MAX_SAFE_INTEGER })
  const load = async () => passages
  await finder.warm({ key: 'all', load })
  return {
    /** The sentences of the answer, best first; none when the engine refuses. */
    async answer(question: string): Promise<string[]> {
      const found = await finder.find({ key: 'all', load, question: searchQuery(question, []), limit: PASSAGES })
      return chooseAnswer(question, [], found).map((sentence) => sentence.text)
    },
  }
}
