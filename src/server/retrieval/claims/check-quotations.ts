import { findParts } from './find-verbatim.ts'
import { parsePassage } from './parse-passage.ts'

type Quotation = {
  /** What is quoted, without the quotation marks. */
  text: string
  /** Offsets into the answer, without the quotation marks. */
  start: number
  end: number
  /** True if one of the sources contains it letter for letter; typography does not count. */
  isVerbatim: boolean
}

const QUOTED = /“([^”]+)”|"([^"\n]+)"|„([^“”]+)[“”]|«([^»]+)»|「([^」]+)」|『([^』]+)』/gu

/** Every quotation in `answer`, looked up in the sources it may come from. */
export function checkQuotations(answer: string, sources: readonly { text: string }[], language: string): Quotation[] {
  const matches = [...answer.matchAll(QUOTED)]
  if (matches.length === 0) return []
  const passages = sources.map((source) => parsePassage(source.text, language))
  return matches.map((match) => {
    const text = match.slice(1).find((group) => group !== undefined) ?? ''
    const start = match.index + match[0].indexOf(text)
    const isVerbatim = passages.some((passage) => findParts(text, passage, language) !== null)
    return { text, start, end: start + text.length, isVerbatim }
  })
}
