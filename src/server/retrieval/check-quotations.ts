export type Quotation = {
  /** Without the quotation marks. */
  text: string
  /** Offsets into the answer, without the quotation marks. */
  start: number
  end: number
  /** True if one of the texts contains it character by character; runs of white space count as one space. */
  isVerbatim: boolean
}

const QUOTED = /“([^”]+)”|"([^"\n]+)"|„([^“”]+)[“”]|«([^»]+)»|「([^」]+)」|『([^』]+)』/gu

/** Every quotation in `answer`, checked against the stored texts it may come from. */
export function checkQuotations(answer: string, texts: readonly string[]): Quotation[] {
  const collapsed = texts.map(collapseSpace)
  return [...answer.matchAll(QUOTED)].map((match) => {
    const text = match.slice(1).find((group) => group !== undefined) ?? ''
    const start = match.index + match[0].indexOf(text)
    const quote = collapseSpace(text)
    return { text, start, end: start + text.length, isVerbatim: collapsed.some((each) => each.includes(quote)) }
  })
}

function collapseSpace(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
