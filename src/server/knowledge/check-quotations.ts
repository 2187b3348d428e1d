export type Quotation = {
  /** Without its marks. */
  text: string
  /** Into the answer, without the marks. */
  start: number
  end: number
  /** True when it stands letter by letter in one of the texts; only runs of white space count as equal. */
  verbatim: boolean
}

const QUOTED = /“([^”]+)”|"([^"\n]+)"|„([^“”]+)[“”]|«([^»]+)»|「([^」]+)」|『([^』]+)』/gu

/** Every quotation in `answer`, checked against the stored texts it may come from. */
export function checkQuotations(answer: string, texts: readonly string[]): Quotation[] {
  const collapsed = texts.map(collapseSpace)
  return [...answer.matchAll(QUOTED)].map((match) => {
    const text = match.slice(1).find((group) => group !== undefined) ?? ''
    const start = match.index + match[0].indexOf(text)
    const wanted = collapseSpace(text)
    return { text, start, end: start + text.length, verbatim: collapsed.some((each) => each.includes(wanted)) }
  })
}

function collapseSpace(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
