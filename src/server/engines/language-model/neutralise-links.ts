const LINK = /!?\[([^\]\n]*)\]\(\s*<?([^\s)>]*)>?(?:\s+["'(][^)\n]*)?\)/g
const ADDRESS = /(?<![`\w/(])(?:https?:\/\/|www\.)[^\s<>()`[\]]+/gi
/** The end of the text so far that may still become a link or an address. */
const UNFINISHED = /(?:!?\[[^\]\n]*(?:\](?:\([^)\n]*)?)?|(?<!\S)\S*|!)$/
/** Longer unfinished text is not a link. */
const MAX_BUFFER_LENGTH = 2000

/**
 * Removes images and links to unknown addresses from a streamed answer: a link keeps its text, a bare address becomes
 * code. Otherwise a hostile page could make the model send the user's words to another host.
 */
export async function* neutraliseLinks(
  stream: AsyncIterable<string>,
  isKnown: (address: string) => boolean,
): AsyncGenerator<string> {
  let buffer = ''
  for await (const chunk of stream) {
    buffer += chunk
    const end = buffer.length > MAX_BUFFER_LENGTH ? buffer.length : (UNFINISHED.exec(buffer)?.index ?? buffer.length)
    if (end > 0) yield neutralise(buffer.slice(0, end), isKnown)
    buffer = buffer.slice(end)
  }
  if (buffer !== '') yield neutralise(buffer, isKnown)
}

function neutralise(text: string, isKnown: (address: string) => boolean): string {
  return text
    .replace(LINK, (link, linkText: string, address: string) => {
      if (link.startsWith('!')) return linkText
      return /^https?:\/\//i.test(address) && isKnown(address) ? link : linkText
    })
    .replace(ADDRESS, (match) => {
      const address = match.replace(/[.,;:!?'"]+$/, '')
      return isKnown(address) ? match : `\`${address}\`${match.slice(address.length)}`
    })
}
