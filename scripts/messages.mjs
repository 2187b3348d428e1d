/**
 * What is wrong with the messages, in sentences. A message is a text in “curly quotation marks” in a built row of the
 * specification's section 8.
 * @param {{ rows: { section: string, asked: string, state: string }[], sources: Map<string, string>, catalogue: string }} given
 *   `sources` holds the product's files by path, `catalogue` the path of the one that holds the words
 */
export function messageProblems({ rows, sources, catalogue }) {
  const messages = new Set(
    rows
      .filter(({ section, state }) => section.startsWith('8') && state === 'built')
      .flatMap(({ asked }) => Array.from(asked.matchAll(/“([^”]+)”/g), ([, words]) => words)),
  )
  return [...messages].flatMap((message) => {
    const holders = [...sources].filter(([, source]) => isQuotedIn(source, message)).map(([file]) => file)
    if (!holders.includes(catalogue)) return [`${catalogue} lacks the message “${message}”`]
    return holders.filter((file) => file !== catalogue).map((file) => `${file} repeats “${message}”: use errorMessage()`)
  })
}

function isQuotedIn(source, message) {
  return ["'", '"', '`', '>'].some((mark) => source.includes(mark + message.replaceAll(mark, `\\${mark}`)))
}
