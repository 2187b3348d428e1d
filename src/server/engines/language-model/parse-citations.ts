import { CLAIM_MAX_LENGTH } from '#shared/chat/chat-limits.ts'
import { splitSentences } from '#server/platform/text/split-sentences.ts'
import type { AnswerPart } from '#server/engines/engine.ts'
import { isInCode } from './is-in-code.ts'
import { readCitation } from './read-citation.ts'
import { type AnswerText, RESTART } from './strip-reasoning.ts'

/** A shorter fragment between two citations is not a separate claim. */
const MIN_CLAIM_WORDS = 4

/**
 * Parses the citations of a streamed answer. Each becomes a marker, numbered in text order, and a source with its claim
 * and the words that the model gave as support, which are never part of the text. Text is passed on immediately unless
 * it may be the start of a citation; one that is unfinished at the end is dropped. `pageOf` maps a source number to a
 * page id; undefined if there is no such source.
 */
export async function* parseCitations(
  stream: AsyncIterable<AnswerText>,
  pageOf: (source: number) => string | undefined,
): AsyncGenerator<AnswerPart> {
  let parser = createParser(pageOf)
  for await (const chunk of stream) {
    if (chunk === RESTART) {
      parser = createParser(pageOf)
      yield { type: 'replace', text: '' }
    } else if (typeof chunk === 'string') yield* parser.parse(chunk, false)
    else yield { type: 'reasoning', text: chunk.thought }
  }
  yield* parser.parse('', true)
}

function createParser(pageOf: (source: number) => string | undefined) {
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

  function* emitSources(sources: { source: number; quote?: string }[]): Generator<AnswerPart> {
    if (text.length > lastCitation) claim = claimBefore(text, lastCitation) || claim
    lastCitation = text.length
    const byNumber = new Map(sources.map((cited) => [cited.source, cited]))
    for (const { source, quote } of byNumber.values()) {
      marker += 1
      yield { type: 'text', text: ` [${marker}]` }
      yield { type: 'source', marker, pageId: pageOf(source) ?? '', claim, ...(quote && { quote }) }
    }
  }

  return {
    *parse(chunk: string, hasEnded: boolean): Generator<AnswerPart> {
      buffer += chunk
      for (let from = 0; ;) {
        const bracket = /[[【]/.exec(buffer.slice(from))
        if (!bracket) break
        const start = from + bracket.index
        const before = text + buffer.slice(0, start)
        const citation = readCitation(buffer.slice(start), hasEnded)
        if (citation === 'unfinished') {
          yield* emit(buffer.slice(0, start).trimEnd())
          buffer = hasEnded ? '' : buffer.slice(buffer.slice(0, start).trimEnd().length)
          return
        }
        const hasQuote = citation?.sources.some(({ quote }) => quote !== undefined) ?? false
        if (!citation || (!hasQuote && !mayCite(before, buffer.slice(start)))) {
          from = start + 1
          continue
        }
        const preceding = buffer.slice(0, start)
        yield* emit(preceding.replace(/(?<![ \t])[ \t]+$/, ''))
        buffer = buffer.slice(start + citation.length)
        from = 0
        // A marker inside code would be part of the code.
        if (!isInCode(before)) yield* emitSources(citation.sources)
      }
      // Spaces at the end may precede a citation, which brings its own.
      const end = hasEnded ? buffer.length : buffer.replace(/(?<![ \t])[ \t]+$/, '').length
      yield* emit(buffer.slice(0, end))
      buffer = buffer.slice(end)
    },
  }
}

/** False inside code, and for a bare number directly after a word: `list[0]`. */
function mayCite(before: string, bracket: string): boolean {
  if (isInCode(before)) return false
  return !/^[[【]\s*\d/.test(bracket) || !/[\p{L}\p{N}_)]$/u.test(before)
}

/**
 * The words that a citation at the end of `text` supports: the last sentence, list item, table row or code block. If
 * that has several citations, the part since the previous one, in a table with the row's first cell.
 */
function claimBefore(text: string, lastCitation: number): string {
  const last = splitSentences(text).at(-1)
  if (!last) return ''
  const whole = text.slice(last.start, last.end)
  if (last.kind === 'code') return contentOfFence(whole).slice(0, CLAIM_MAX_LENGTH)
  const fragment = last.start < lastCitation ? text.slice(lastCitation, last.end).replace(/^[\s.,;:!?)|]+/, '') : ''
  const label = last.kind === 'table-row' && fragment !== '' ? /^\|?[^|]*\|/.exec(whole)?.[0] : undefined
  const isClaim = label !== undefined || fragment.split(/\s+/).length >= MIN_CLAIM_WORDS
  return stripMarkdown(isClaim ? `${label ? `${label} ` : ''}${fragment}` : whole).slice(0, CLAIM_MAX_LENGTH)
}

function contentOfFence(code: string): string {
  return code.replace(/^[ \t]*(?:`{3,}|~{3,}).*\n?/, '').replace(/\n?[ \t]*(?:`{3,}|~{3,})[ \t]*$/, '')
}

/** The page may format the same words differently. */
function stripMarkdown(text: string): string {
  return text
    .replace(/\*\*|__|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
}
