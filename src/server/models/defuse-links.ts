/**
 * Takes from a model's answer every link to an address that `isKnown` does not know, and every image: of a link its
 * words stay, an address by itself becomes code. A hostile page could otherwise have the reader's words sent to it.
 */

const LINK = /!?\[([^\]\n]*)\]\(\s*<?([^\s)>]*)>?(?:\s+["'(][^)\n]*)?\)/g
const ADDRESS = /(?<![`\w/(])(?:https?:\/\/|www\.)[^\s<>()`[\]]+/gi
/** What may still become a link or an address, at the end of what came so far. */
const UNFINISHED = /(?:!?\[[^\]\n]*(?:\](?:\([^)\n]*)?)?|(?<!\S)\S*|!)$/
/** What is longer is no link. */
const HELD_MOST = 2000

export async function* defuseLinks(
  pieces: AsyncIterable<string>,
  isKnown: (address: string) => boolean,
): AsyncGenerator<string> {
  let held = ''
  for await (const piece of pieces) {
    held += piece
    const at = held.length > HELD_MOST ? held.length : (UNFINISHED.exec(held)?.index ?? held.length)
    if (at > 0) yield defuse(held.slice(0, at), isKnown)
    held = held.slice(at)
  }
  if (held !== '') yield defuse(held, isKnown)
}

function defuse(text: string, isKnown: (address: string) => boolean): string {
  return text
    .replace(LINK, (link, words: string, address: string) => {
      if (link.startsWith('!')) return words
      return /^https?:\/\//i.test(address) && isKnown(address) ? link : words
    })
    .replace(ADDRESS, (found) => {
      const address = found.replace(/[.,;:!?'"]+$/, '')
      return isKnown(address) ? found : `\`${address}\`${found.slice(address.length)}`
    })
}
