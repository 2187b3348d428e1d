/** Blocks of Markdown: how they are collected and joined. */
import { SENTENCE_END } from './text-units.ts'

/** Characters. Each added line copies its block, so that a block that grew without limit would take quadratic time. */
const MAX_GROWING_LENGTH = 2000

/** "lazy loading", a term in words; several ones share a line: "lazy loading, lazy loads". */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ,'’-]*$/u
/** Longer lines are sentences. */
const MAX_NAMES_LENGTH = 60

/** Blocks in document order. All levels of the tree append to one array, because returning arrays would copy them. */
export class Blocks {
  readonly blocks: string[] = []
  /** A term of a definition list; it goes before the next block, in the same block if that is plain text. */
  #term = ''
  /** A title is no line of the block below it, unless that is a sentence: its other blocks are about it, too. */
  #isTitle = false
  #isAfterDefinitions = false

  add(block: string) {
    if (block === '') return
    if (!isPlain(block) || (this.#isTitle && !HAS_SENTENCE.test(block))) this.setTermApart()
    this.#isTitle = false
    const term = this.#term
    this.#term = ''
    this.#push(term === '' ? block : `${term}\n${block}`)
  }

  /** Adds the end of a paragraph that a page break cut; false if the last block is a whole one. */
  continueParagraph(text: string): boolean {
    const last = this.blocks.at(-1)
    const isCut = last !== undefined && isPlain(last) && !SENTENCE_END.test(last) && /^\p{Ll}/u.test(text)
    if (isCut) this.blocks.push(`${this.blocks.pop()} ${text}`)
    return isCut
  }

  /** Adds a line to the last block; false if that is no paragraph, or a long one. */
  addLine(line: string): boolean {
    const last = this.blocks.at(-1)
    if (last === undefined || last.length > MAX_GROWING_LENGTH || !isPlain(last) || line === '') return false
    this.blocks.push(`${this.blocks.pop()}\n${line}`)
    return true
  }

  /** Writes the term as a paragraph that names the blocks below it. */
  setTermApart() {
    if (this.#term !== '') this.separate()
    this.flushTerm()
  }

  #push(block: string) {
    // Two blank lines: what follows explains no term of the list (see definitions.ts).
    this.blocks.push(this.#isAfterDefinitions ? `\n${block}` : block)
    this.#isAfterDefinitions = false
  }

  addTerm(term: string) {
    const line = `${this.#term}, ${term}`
    if (this.#term === '' || term === '') this.#term += term
    else this.#term = NAME.test(line) && line.length <= MAX_NAMES_LENGTH ? line : `${this.#term}\n${term}`
  }

  /** Adds the title of a card or a panel. */
  addTitle(title: string) {
    this.addTerm(title)
    this.#isTitle = true
  }

  /** Writes a term that has no definition. */
  flushTerm() {
    this.#isTitle = false
    const term = this.#term
    this.#term = ''
    if (term !== '') this.#push(term)
  }

  /** Documentation often has a list for each term: only what follows the last one is no definition. */
  startDefinitions() {
    this.#isAfterDefinitions = false
  }

  endDefinitions() {
    this.flushTerm()
    this.separate()
  }

  /** The next block is no part of what is above it. */
  separate() {
    this.#isAfterDefinitions = this.blocks.length > 0
  }
}

const HAS_SENTENCE = /[.!?。！？।](?:["'”’»)\]]|\s|$)/

export const joinItems = (items: readonly string[]) =>
  items.join(items.some((item) => item.includes('\n\n')) ? '\n\n' : '\n')

/**
 * A no-break space keeps "# of items" from being a heading, "> 18 years" from being a quotation, and "```" from being
 * the start of code. Unlike a backslash it is nowhere seen. "- item" and "1. item" stay what they look like.
 */
export const asParagraph = (text: string) => text.replace(/^(?=#{1,6}(?: |$)|>|`{3}|~{3})/gm, '\u00a0')

/** A list directly below the first line of an item is not separated from it by a blank line. */
export function tight(blocks: readonly string[]): string {
  const [first = '', second, ...others] = blocks
  if (second === undefined) return first
  return [`${first}${isList(second) ? '\n' : '\n\n'}${second}`, ...others].join('\n\n')
}

function isList(block: string): boolean {
  return /^(- |\d+\. )/.test(block)
}

export function isPlain(block: string): boolean {
  return !/^(```|\||#|> |- |\d+\. )/.test(block)
}

export function indent(text: string, by: string): string {
  return text.replace(/\n(?!\n)/g, `\n${by}`)
}

export function fence(text: string, language = ''): string {
  let longest = 2
  for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length)
  const marks = '`'.repeat(longest + 1)
  return `${marks}${language}\n${text}\n${marks}`
}
