/** Terms with their explanation on the next lines, as Markdown writes definition lists, signatures and options. */
import type { Block } from './blocks.ts'

/** Characters. */
const LONGEST_TERM = 60
const MOST_WORDS = 8
const LONGEST_SIGNATURE = 400
const LONGEST_QUESTION = 120
/** Several terms may share one explanation: `-p` and `--prune`. */
const MOST_LINES = 6

/**
 * Where in `text` the terms of a definition end (before the line break), block.textStart when the block defines none.
 * A term is a short line without an ending, an option, a signature or a question; its explanation begins as sentences do.
 */
export function endOfTerms(text: string, block: Block): number {
  if (block.kind !== 'paragraph') return block.textStart
  const [...lines] = text.slice(block.textStart, block.end).split('\n')
  let end = block.textStart
  let terms = 0
  let fewestLetters = 0
  while (terms < Math.min(MOST_LINES, lines.length - 1)) {
    const line = lines[terms] ?? ''
    if (!isTerm(line, terms > 0)) break
    if (!isCode(line)) fewestLetters = Math.max(fewestLetters, line.length / 2)
    end += line.length + (terms > 0 ? 1 : 0)
    terms++
  }
  const explanation = lines.slice(terms).join(' ').trim()
  const isExplained = explanation.length >= fewestLetters && /[.!?。！？।:](?:\s|$)/.test(explanation)
  return terms > 0 && isExplained && beginsSentence(explanation, lines[0] ?? '') ? end : block.textStart
}

/** A line after another term is one only when it cannot be the explanation. */
function isTerm(line: string, isFurther: boolean): boolean {
  if (isCode(line)) return line.length <= LONGEST_SIGNATURE
  if (isFurther) return false
  if (/[?？؟]$/.test(line)) return line.length <= LONGEST_QUESTION
  const isShort = line.length <= LONGEST_TERM && line.split(/\s+/).length <= MOST_WORDS
  return isShort && line.trim() !== '' && !/[.!:;,。！।]\s*$/.test(line) && !/[.!?]\s/.test(line)
}

/** An option, a signature or a command with its arguments. */
function isCode(line: string): boolean {
  return (
    /^--?[A-Za-z][^.]*$/.test(line) ||
    /^@?[\w.]+(?: [\w.]+){0,2}\(.*\)(?:\s*(?:->|→|⇒).*)?$/.test(line) ||
    /^[\w.-]+(?: [\w-]+)? [[<{].*[\]>}…]$/.test(line)
  )
}

/** With a capital, a digit or an identifier, or with the term again, where the script has capitals. */
function beginsSentence(explanation: string, term: string): boolean {
  const first = /^["“”'‘’«(`*]*([^\s]+)/.exec(explanation)?.[1] ?? ''
  return !/^\p{Ll}/u.test(first) || /[_.(]\w?/.test(first.slice(0, -1)) || term.startsWith(first)
}
