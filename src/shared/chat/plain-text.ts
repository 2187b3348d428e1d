/** A verbatim sentence of a stored page without its Markdown syntax; the cells of a table row joined by dashes. */
export function plainSentence(sentence: string): string {
  const row = /^\s*\|(.*?)\|?\s*$/s.exec(sentence)?.[1]
  const text =
    row === undefined
      ? sentence
      : row
          .split(/(?<!\\)\|/)
          .map((cell) => cell.trim())
          .filter(Boolean)
          .join(' — ')
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1/gs, '$2')
    .replace(/`([^`]+)`/g, '$1')
    .replace(/\\([\\`*_{}[\]()#+\-.!|<>~])/g, '$1')
    .trim()
}

/** True for text that begins or ends with a quotation mark: with others around it, one would be doubled. */
export const hasQuotationMarks = (text: string): boolean => /^["'“„«»‹›‘‚「『]|["'”“»«‹›’‘」』]$/.test(text)

/** " [12]" in "Ships sail [12]."; not the link "[12](https://…)", nor "\[3]", which is part of a page's text. */
const MARKER = /\s*(?<!\\)\[\d{1,4}\](?!\()/g

export const withoutMarkers = (answer: string) => answer.replace(MARKER, '')

/**
 * An answer as it is read aloud or shown in one line: without citation markers and Markdown syntax, also where the text is
 * cut off. Lines without words, such as the rule below a table's header, are left out.
 */
export function plainText(markdown: string): string {
  return withoutMarkers(markdown)
    .split('\n')
    .map((line) => line.replace(/^\s*(?:>\s?)+/, ''))
    .filter((line) => !/^\s*(```|~~~|[-*_|:\s]*$)/.test(line))
    .map((line) => plainLine(line.replace(/^\s*(?:(?:[-*+]|#{1,6}|\d+[.)])\s+)*/, '')))
    .filter(Boolean)
    .join('\n')
}

const plainLine = (line: string) =>
  plainSentence(line)
    .replace(/(?<![\p{L}\p{N}*_])([*_])(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}*_])/gu, '$2')
    // What the end of the text leaves open.
    .replace(/\*\*|`/g, '')
    .trim()
