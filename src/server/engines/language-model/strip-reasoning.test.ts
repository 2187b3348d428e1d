import { expect, it } from 'vitest'
import { RESTART, stripReasoning, withoutReasoning } from './strip-reasoning.ts'

async function separate(chunks: string[]) {
  let text = ''
  const stream = (async function* () {
    yield* chunks
  })()
  let thoughts = ''
  for await (const piece of stripReasoning(stream)) {
    if (typeof piece === 'object') thoughts += piece.thought
    else text = piece === RESTART ? '' : text + piece
  }
  return { text, thoughts }
}

it.each([
  ['<think>It is 42. No, 24.</think>The tower is 24 m high.', 'The tower is 24 m high.', 'It is 42. No, 24.'],
  ['<think>\nFirst <b>this</b>.\n</think>\n\nIt is 24 m high.', 'It is 24 m high.', '\nFirst <b>this</b>.\n'],
  ['<THINKING type="deep">a < b</THINKING> Yes.', 'Yes.', 'a < b'],
  ['<reasoning>a</reasoning>One. <reasoning>b</reasoning>Two.', 'One. Two.', 'ab'],
  ['[THINK]a[/THINK]Yes.', 'Yes.', 'a'],
  ['I should look at `page 2` first.\n</think>\n\nIt is high.', 'It is high.', 'I should look at `page 2` first.\n'],
  ['An unclosed ``` and ` in reasoning</think>answer', 'answer', 'An unclosed ``` and ` in reasoning'],
  ['One</think>Two</think>Three', 'Three', 'OneTwo'],
  ['<think>It never ends', '', 'It never ends'],
  ['<think>a', '', 'a'],
  ['Write `<think>` and `</think>` around it.', 'Write `<think>` and `</think>` around it.', ''],
  ['```html\n<think>a</think>\n```\nDone.', '```html\n<think>a</think>\n```\nDone.', ''],
  ['a < b and <thinker> and [TH', 'a < b and <thinker> and [TH', ''],
])(
  'separates the answer of %j from its reasoning, wherever it is split [strip-reasoning-1]',
  async (answer, text, thoughts) => {
    expect(withoutReasoning(answer)).toBe(text)
    for (let at = 0; at <= answer.length; at++) {
      expect(await separate([answer.slice(0, at), answer.slice(at)]), `split at ${at}`).toEqual({ text, thoughts })
    }
    expect(await separate([...answer]), 'one character at a time').toEqual({ text, thoughts })
  },
)

it('passes an answer without reasoning on as it arrives', async () => {
  const pieces: unknown[] = []
  const stream = (async function* () {
    yield* ['The tower', ' is 24 m', ' high.']
  })()
  for await (const piece of stripReasoning(stream)) pieces.push(piece)
  expect(pieces).toEqual(['The tower', ' is 24 m', ' high.'])
})
