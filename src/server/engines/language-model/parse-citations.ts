import { splitSentences } from '#server/platform/text/split-sentences.ts'
import type { AnswerPart } from '#server/engines/engine.ts'

const CITATION =
  /[ \t]*(?:\[|【)\s*((?:source\s*)?S?\s*\d{1,5}(?:\s*[,;和、&]\s*(?:source\s*)?S?\s*\d{1,5})*)\s*(?:†[^\]】]*)?(?:\]|】)(?!\()/gi
/** The end of the text so far that may still become a citation. */
const UNFINISHED = /[ \t]*(?:(?:\[|【)[^\]】\n]{0,60}(?:\]|】)?)?$/
/** A shorter fragment between two citations is no claim of its own. */
const MIN_CLAIM_WORDS = 4

/**
 * Parses the citations of a streamed answer: [S1], also [1], [S1, S2] and 【S1】. Each becomes a marker, numbered in text
 * order, and a source with its claim. Text is passed on immediately unless it may be the start of a citation. `pageOf`
 * maps a source number to a page id; undefined if there is no such source.
 */
export async function* parseCitations(
  stream: AsyncIterable<string>,
  pageOf: (source: number) => string | undefined,
): AsyncGenerator<AnswerPart> {
  let buffer = ''
  /** The answer so far without citations, and the offset of the last citation in it. */
  let text = ''
  let lastCitation = 0
  let claim = ''
  let marker = 0

  function* emit(piece: string): Generator<AnswerPart> {
    if (piece === '') return
    text += piece
    yield { type: 'text', text: piece }
  }

  function* parseBuffer(hasEnded: boolean): Generator<AnswerPart> {
    for (;;) {
      const match = [...buffer.matchAll(CITATION)].find((each) => isCitation(each, text + buffer.slice(0, each.index)))
      const end = match ? match.index + match[0].length : 0
      // A following parenthesis would make it the text of a link.
      if (!match || (end === buffer.length && !hasEnded)) break
      yield* emit(buffer.slice(0, match.index))
      buffer = buffer.slice(end)
      if (text.length > lastCitation) claim = claimBefore(text, lastCitation) || claim
      lastCitation = text.length
      for (const source of new Set(match[1]?.match(/\d+/g)?.map(Number))) {
        marker += 1
        yield { type: 'text', text: ` [${marker}]` }
        yield { type: 'source', marker, pageId: pageOf(source) ?? '', claim }
      }
    }
    const end = hasEnded ? buffer.length : (UNFINISHED.exec(buffer)?.index ?? buffer.length)
    yield* emit(buffer.slice(0, end))
    buffer = buffer.slice(end)
  }

  for await (const chunk of stream) {
    buffer += chunk
    yield* parseBuffer(false)
  }
  yield* parseBuffer(true)
}

/** False inside code, and for a bare number directly after a word: `list[0]`. */
function isCitation(match: RegExpExecArray, before: string): boolean {
  const fences = before.match(/^\s*(```|~~~)/gm)?.length ?? 0
  const backticks = before.slice(before.lastIndexOf('\n') + 1).match(/`/g)?.length ?? 0
  if (fences % 2 === 1 || backticks % 2 === 1) return false
  const isBareNumber = /^\d/.test(match[1] ?? '')
  return !isBareNumber || /^[ \t]/.test(match[0]) || !/[\p{L}\p{N}_)]$/u.test(before)
}

/** The last sentence of the text; if it has several citations, the part since the previous one. */
function claimBefore(text: string, lastCitation: number): string {
  const paragraphStart = text.lastIndexOf('\n\n', text.trimEnd().length) + 1
  const last = splitSentences(text.slice(paragraphStart)).at(-1)
  if (!last) return ''
  const start = paragraphStart + last.start
  const end = paragraphStart + last.end
  const fragment = start < lastCitation ? text.slice(lastCitation, end).replace(/^[\s.,;:!?)]+/, '') : ''
  const isClaim = fragment.split(/\s+/).length >= MIN_CLAIM_WORDS
  return stripMarkdown(isClaim ? fragment : text.slice(start, end))
}

/** The page may format the same words differently. */
function stripMarkdown(text: string): string {
  return text
    .replace(/\*\*|__|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
}
