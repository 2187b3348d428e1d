import { type AnswerText, RESTART } from './strip-reasoning.ts'

/** The link text may contain one level of brackets. */
const LINK = /!?\[((?:[^[\]\n]|\[[^[\]\n]*\])*)\]\(\s*<?([^\s)>]*)>?(?:\s+["'(][^)\n]*)?\)/g
/** The end of a link that `LINK` does not match: its text has a line break or more brackets. */
const DESTINATION = /\](?=\(\s*<?((?:[a-z][a-z\d+.-]*:|\/\/)[^\s)>]*))/gi
/**
 * What Markdown shows as a link by itself, also after a parenthesis, an underscore or a code tick without end; and the
 * address without a scheme of a definition or an attribute.
 */
const ADDRESS =
  /(`?)(?:(?<![a-z])https?:\/\/|(?<![a-z\d/.])www\.|(?<=\]:[ \t]*<?|=\s*["']?)\/\/(?=\S))[^\s<>()`[\]]+(?<end>`?)/gi
/** A source with its quote, which models sometimes link to the page. */
const CITATION = /^\s*(?:source\s*)?(?:S\s*\d{1,5}\s*(?:[:：]|$)|\d{1,5}\s*[:：]\s*["'“„«‘])/i
/** The end of the text so far that may still become a link or an address. */
const UNFINISHED = /(?:!?\[(?:[^[\]\n]|\[[^[\]\n]*\])*(?:\[[^[\]\n]*|\](?:\([^)\n]*)?)?|\]:[ \t]*\S*|(?<!\S)\S*|!)$/
/** Longer unfinished text is not a link. */
const MAX_BUFFER_LENGTH = 2000

/**
 * Removes images and links to unknown addresses from a streamed answer: a link keeps its text, a bare address becomes
 * code. Otherwise a hostile page could make the model send the user's words to another host.
 */
export async function* neutralizeLinks(
  stream: AsyncIterable<AnswerText>,
  isKnown: (address: string) => boolean,
): AsyncGenerator<AnswerText> {
  let buffer = ''
  for await (const chunk of stream) {
    if (typeof chunk !== 'string') {
      if (chunk === RESTART) buffer = ''
      yield chunk
      continue
    }
    buffer += chunk
    const end = buffer.length > MAX_BUFFER_LENGTH ? buffer.length : endOfFinished(buffer)
    if (end > 0) yield neutralize(buffer.slice(0, end), isKnown)
    buffer = buffer.slice(end)
  }
  if (buffer !== '') yield neutralize(buffer, isKnown)
}

/** The last word may be an address that goes on, unless it belongs to a finished link. */
function endOfFinished(text: string): number {
  const end = UNFINISHED.exec(text)?.index ?? text.length
  const ends = Array.from(text.matchAll(LINK), (link) => ({ start: link.index, end: link.index + link[0].length }))
  return ends.find((link) => link.start < end && end < link.end)?.end ?? end
}

function neutralize(text: string, isKnown: (address: string) => boolean): string {
  return text
    .replace(LINK, (link, linkText: string, address: string) => {
      if (link.startsWith('!')) return linkText
      if (CITATION.test(linkText)) return `[${linkText}]`
      return /^https?:\/\//i.test(address) && isKnown(address) ? link : linkText
    })
    .replace(DESTINATION, (bracket, address: string) =>
      /^https?:/i.test(address) && isKnown(address) ? bracket : `${bracket} `,
    )
    .replace(ADDRESS, (match: string, opening: string, closing: string) => {
      const isCode = opening !== '' && closing !== ''
      const written = match.slice(opening.length, match.length - closing.length)
      const address = written.replace(/(?<![.,;:!?'"])[.,;:!?'"]+$/, '')
      if (isCode || isKnown(address)) return match
      return `\`${address}\`${written.slice(address.length)}${closing}`
    })
}
