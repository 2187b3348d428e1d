import { EMPHASIS, STRONG } from './literal-markdown.ts'

const STRONG_TEXTS = new RegExp(STRONG, 'gu')
const EMPHASIZED_TEXTS = new RegExp(EMPHASIS, 'gu')

/** A verbatim sentence of a stored page without the Markdown of stored pages; the cells of a table row joined by dashes. */
export function plainSentence(sentence: string): string {
  const row = /^\s*\|(.*?)\|?\s*$/s.exec(sentence)?.[1]
  const text =
    row === undefined
      ? withoutHeadings(sentence)
      : row
          .split(/(?<!\\)\|/)
          .map((cell) => cell.trim().replaceAll('\\|', '|'))
          .filter(Boolean)
          .join(' — ')
  return (
    text
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(STRONG_TEXTS, (strong) => strong.slice(2, -2))
      .replace(EMPHASIZED_TEXTS, (emphasized) => emphasized.slice(1, -1))
      // Two signs around code that has one itself, three around a block.
      .replace(/(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/gs, '$2')
      .trim()
  )
}

/**
 * Without the headings above a sentence; a heading alone keeps its words. A line of code may begin with the same sign.
 */
function withoutHeadings(sentence: string): string {
  if (sentence.includes('```')) return sentence
  const lines = sentence.split('\n')
  const rest = lines.filter((line) => !HEADING.test(line))
  return rest.some((line) => line.trim() !== '') ? rest.join('\n') : sentence.replace(HEADING, '')
}

const HEADING = /^\s*#{1,6}\s+/

/** True for text that begins or ends with a quotation mark: with others around it, one would be doubled. */
export const hasQuotationMarks = (text: string): boolean => /^["'“„«»‹›‘‚「『]|["'”“»«‹›’‘」』]$/.test(text)

/** " [12]" in "Ships sail [12]."; not the link "[12](https://…)", nor "\[3]", which is part of a page's text. */
const MARKER = /(?<!\s)\s*(?<!\\)\[\d{1,4}\](?!\()/g

export const withoutMarkers = (answer: string) => answer.replace(MARKER, '')

/**
 * An answer as it is read aloud or shown in one line: without citation markers and Markdown syntax, also where the text is
 * cut off. Lines without words, such as the rule below a table's header, are left out.
 */
export function plainText(markdown: string): string {
  return withoutMarkers(markdown)
    .replace(CUT_MARKER, '')
    .split('\n')
    .map((line) => line.replace(/^\s*(?:>\s?)+/, ''))
    .filter((line) => !/^\s*(```|~~~|[-*_|:\s]*$)/.test(line))
    .map((line) => plainLine(line.replace(/^\s*(?:(?:[-*+]|#{1,6}|\d+[.)])\s+)*/, '')))
    .filter(Boolean)
    .join('\n')
}

/** " [2" where the text is cut off. */
const CUT_MARKER = /(?<!\s)\s*(?<!\\)\[\d{0,4}$/

function plainLine(line: string): string {
  const formatted = plainSentence(hideEscapes(line))
    .replace(/(\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1/gs, '$2')
    .replace(/(?<![\p{L}\p{N}*_])([*_])(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}*_])/gu, '$2')
    // What the end of the text leaves open.
    .replace(/\*\*|`|(?<=^|\s)[*_](?=\p{L})/gu, '')
  return showEscapes(formatted).trim()
}

/** Private use like U+E000, but of no icon font. */
const PRIVATE_USE = 0x100000

/** Replaces escaped characters ("\\*") and those in code by others, so that they are not taken for Markdown syntax. */
function hideEscapes(line: string): string {
  const hide = (character: string) => String.fromCodePoint(PRIVATE_USE + character.charCodeAt(0))
  return line.replace(/\\([!-/:-@[-`{-~])|`([^`]+)`/g, (_, escaped: string | undefined, code = '') => {
    return escaped === undefined ? code.replace(/[*_~[\]|\\]/g, hide) : hide(escaped)
  })
}

function showEscapes(line: string): string {
  return line.replace(/[\u{100021}-\u{10007e}]/gu, (hidden) =>
    String.fromCodePoint((hidden.codePointAt(0) ?? PRIVATE_USE) - PRIVATE_USE),
  )
}
