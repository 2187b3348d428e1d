/**
 * Finds messages of the specification, section 8, that are missing from the catalog or repeated in another file. A
 * message is a text in “curly quotation marks” in a built row.
 * @param {{ rows: { section: string, asked: string, state: string }[], sources: Map<string, string>, catalog: string }}
 *   input `sources` maps paths to contents, `catalog` is the path of the file that defines the messages
 * @returns {string[]} problems
 */
export function messageProblems({ rows, sources, catalog }) {
  const messages = new Set(
    rows
      .filter(({ section, state }) => section.startsWith('8') && state === 'built')
      .flatMap(({ asked }) => Array.from(asked.matchAll(/“([^”]+)”/g), ([, message]) => message)),
  )
  return [...messages].flatMap((message) => {
    const files = [...sources].filter(([, source]) => isQuotedIn(source, message)).map(([file]) => file)
    if (!files.includes(catalog)) return [`${catalog} lacks the message “${message}”`]
    return files.filter((file) => file !== catalog).map((file) => `${file} repeats “${message}”: use errorMessage()`)
  })
}

function isQuotedIn(source, message) {
  return ["'", '"', '`', '>'].some((mark) => source.includes(mark + message.replaceAll(mark, `\\${mark}`)))
}
