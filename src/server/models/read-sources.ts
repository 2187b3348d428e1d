/**
 * Reads a model's answer as it comes: its source marks ([S1], also [1], [S1, S2] and 【S1】) become markers numbered in
 * the order of the text, each with the claim it stands behind. Text is passed on at once, except where it may be the
 * beginning of a mark.
 */
import { splitSentences } from '#server/text/sentences.ts'
import type { AnswerPart } from './engine.ts'

const MARK = /[ \t]*(?:\[|【)\s*((?:source\s*)?S?\s*\d{1,5}(?:\s*[,;和、&]\s*(?:source\s*)?S?\s*\d{1,5})*)\s*(?:†[^\]】]*)?(?:\]|】)(?!\()/gi
/** What may still become a mark, at the end of what came so far. */
const MAYBE_MARK = /[ \t]*(?:(?:\[|【)[^\]】\n]{0,60}(?:\]|】)?)?$/
const FEWEST_WORDS = 4

/** `pageOf` is the id of the page behind a source's number, undefined for one that was never given. */
export async function* readSources(
  pieces: AsyncIterable<string>,
  pageOf: (source: number) => string | undefined,
): AsyncGenerator<AnswerPart> {
  let pending = ''
  /** The answer so far without marks, and where in it the last mark stood. */
  let said = ''
  let markedAt = 0
  let claim = ''
  let marker = 0

  function* tell(text: string): Generator<AnswerPart> {
    if (text === '') return
    said += text
    yield { type: 'text', text }
  }

  function* read(ended: boolean): Generator<AnswerPart> {
    for (;;) {
      const mark = [...pending.matchAll(MARK)].find((each) => isMark(each, said + pending.slice(0, each.index)))
      const end = mark ? mark.index + mark[0].length : 0
      // What comes next could still make it a link's text.
      if (!mark || (end === pending.length && !ended)) break
      yield* tell(pending.slice(0, mark.index))
      pending = pending.slice(end)
      if (said.length > markedAt) claim = claimBefore(said, markedAt) || claim
      markedAt = said.length
      for (const source of new Set(mark[1]?.match(/\d+/g)?.map(Number))) {
        marker += 1
        yield { type: 'text', text: ` [${marker}]` }
        yield { type: 'source', marker, pageId: pageOf(source) ?? '', claim }
      }
    }
    const held = ended ? pending.length : (MAYBE_MARK.exec(pending)?.index ?? pending.length)
    yield* tell(pending.slice(0, held))
    pending = pending.slice(held)
  }

  for await (const piece of pieces) {
    pending += piece
    yield* read(false)
  }
  yield* read(true)
}

/** False in code, and for the bare number after a word: `list[0]`. */
function isMark(found: RegExpExecArray, before: string): boolean {
  const fences = before.match(/^\s*(```|~~~)/gm)?.length ?? 0
  const ticks = before.slice(before.lastIndexOf('\n') + 1).match(/`/g)?.length ?? 0
  if (fences % 2 === 1 || ticks % 2 === 1) return false
  const isBare = /^\d/.test(found[1] ?? '')
  return !isBare || /^[ \t]/.test(found[0]) || !/[\p{L}\p{N}_)]$/u.test(before)
}

/** The sentence that ends where the mark stands; of a sentence with several marks, what came since the one before. */
function claimBefore(said: string, markedAt: number): string {
  const paragraph = said.lastIndexOf('\n\n', said.trimEnd().length) + 1
  const text = said.slice(paragraph)
  const last = splitSentences(text).at(-1)
  if (!last) return ''
  const start = paragraph + last.start
  const end = paragraph + last.end
  const since = start < markedAt ? said.slice(markedAt, end).replace(/^[\s.,;:!?)]+/, '') : ''
  const isEnough = since.split(/\s+/).length >= FEWEST_WORDS
  return plain(isEnough ? since : said.slice(start, end))
}

/** Without Markdown's signs, which the page may set otherwise. */
function plain(text: string): string {
  return text.replace(/\*\*|__|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').trim()
}
