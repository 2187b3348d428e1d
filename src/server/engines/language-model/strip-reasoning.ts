/** Separates the reasoning that many models write into their answer from its text. */
import { isInCode } from './is-in-code.ts'

/** In a stream of text: everything before this was reasoning, and the answer starts here. */
export const RESTART = Symbol('restart')
/** A piece of reasoning: for display while the answer is written, never a part of it. */
export type Thought = { thought: string }
export type AnswerText = string | typeof RESTART | Thought

const NAMES = 'think|thinking|thought|reasoning'
const TAG = new RegExp(`<(/?)\\s*(?:${NAMES})\\b[^<>]{0,100}>|\\[(/?)THINK\\]`, 'gi')
/** The end of the text so far that may still become a tag. */
const UNFINISHED = new RegExp(
  `(?:</?\\s*(?:\\w{0,9}|(?:${NAMES})\\b[^<>]{0,100})|\\[/?(?:T(?:H(?:I(?:NK?)?)?)?)?)$`,
  'i',
)

/**
 * Turns `<think>…</think>` (also `<thinking>`, `<thought>`, `<reasoning>` and `[THINK]`) in streamed text into
 * thoughts, and drops white space before the first word of the answer. Chat templates may send the opening tag
 * themselves, so text followed by a closing tag alone was reasoning too: it has been passed on by then, is withdrawn
 * with RESTART and passed on as a thought. Without a closing tag, reasoning lasts to the end. Tags in Markdown code are
 * text. Thoughts in the stream are passed through.
 */
export async function* stripReasoning(stream: AsyncIterable<string | Thought>): AsyncGenerator<AnswerText> {
  const filter = createReasoningFilter()
  for await (const chunk of stream) {
    if (typeof chunk === 'string') yield* filter.push(chunk)
    else yield chunk
  }
  yield* filter.end()
}

/** The whole text without reasoning. */
export function withoutReasoning(text: string): string {
  const filter = createReasoningFilter()
  const pieces = [...filter.push(text), ...filter.end()]
  const answer = pieces.slice(pieces.lastIndexOf(RESTART) + 1)
  return answer.filter((piece) => typeof piece === 'string').join('')
}

function createReasoningFilter() {
  let buffer = ''
  /** The text passed on since the last restart. */
  let passed = ''
  let isReasoning = false
  /** The last opening tag was code, so its closing tag is code too. */
  let hasOpeningInCode = false

  function* pass(text: string): Generator<AnswerText> {
    const piece = passed === '' ? text.trimStart() : text
    passed += piece
    if (piece !== '') yield piece
  }

  function* think(thought: string): Generator<AnswerText> {
    if (thought !== '') yield { thought }
  }

  function* readTags(): Generator<AnswerText> {
    for (let tag = firstTag(buffer); tag; tag = firstTag(buffer)) {
      const { before, isClosing } = tag
      buffer = buffer.slice(before.length + tag.length)
      if (isReasoning) {
        yield* think(before)
        isReasoning = !isClosing
      } else if (isCode(passed + before, isClosing)) {
        hasOpeningInCode = !isClosing
        yield* pass(before + tag.text)
      } else if (isClosing) {
        if (passed !== '') yield RESTART
        yield* think(passed + before)
        passed = ''
      } else {
        yield* pass(before)
        isReasoning = true
      }
    }
  }

  /** Reasoning may leave code open, so a closing tag needs better evidence than an opening one. */
  function isCode(before: string, isClosing: boolean) {
    return isInCode(before) && (!isClosing || hasOpeningInCode || before.endsWith('`'))
  }

  return {
    *push(chunk: string): Generator<AnswerText> {
      buffer += chunk
      yield* readTags()
      const held = UNFINISHED.exec(buffer)?.index ?? buffer.length
      yield* (isReasoning ? think : pass)(buffer.slice(0, held))
      buffer = buffer.slice(held)
    },
    *end(): Generator<AnswerText> {
      yield* (isReasoning ? think : pass)(buffer)
      buffer = ''
    },
  }
}

function firstTag(text: string) {
  TAG.lastIndex = 0
  const match = TAG.exec(text)
  if (!match) return null
  const [tag, slash, bracketSlash] = match
  return {
    before: text.slice(0, match.index),
    text: tag,
    length: tag.length,
    isClosing: slash === '/' || bracketSlash === '/',
  }
}
