import { expect, it } from 'vitest'
import { RESTART, stripReasoning, withoutReasoning } from './strip-reasoning.ts'

async function visible(chunks: string[]): Promise<string> {
  let text = ''
  const stream = (async function* () {
    yield* chunks
  })()
  for await (const piece of stripReasoning(stream)) text = piece === RESTART ? '' : text + piece
  return text
}

it.each([
  ['<think>It is 42. No, 24.</think>The tower is 24 m high.', 'The tower is 24 m high.'],
  ['<think>\nFirst <b>this</b>.\n</think>\n\nThe tower is 24 m high.', 'The tower is 24 m high.'],
  ['<THINKING type="deep">a < b</THINKING> Yes.', 'Yes.'],
  ['<reasoning>a</reasoning>One. <reasoning>b</reasoning>Two.', 'One. Two.'],
  ['[THINK]a[/THINK]Yes.', 'Yes.'],
  ['I should look at `page 2` first.\n</think>\n\nThe tower is 24 m high.', 'The tower is 24 m high.'],
  ['An unclosed ``` and ` in reasoning</think>answer', 'answer'],
  ['One</think>Two</think>Three', 'Three'],
  ['<think>It never ends', ''],
  ['<think>a', ''],
  ['Write `<think>` and `</think>` around it.', 'Write `<think>` and `</think>` around it.'],
  ['```html\n<think>a</think>\n```\nDone.', '```html\n<think>a</think>\n```\nDone.'],
  ['a < b and <thinker> and [TH', 'a < b and <thinker> and [TH'],
])('shows only the answer of %j, at whichever byte it is split [strip-reasoning-1]', async (answer, expected) => {
  expect(withoutReasoning(answer)).toBe(expected)
  for (let at = 0; at <= answer.length; at++) {
    expect(await visible([answer.slice(0, at), answer.slice(at)]), `split at ${at}`).toBe(expected)
  }
  expect(await visible([...answer]), 'one character at a time').toBe(expected)
})

it('passes an answer without reasoning on as it arrives', async () => {
  const pieces: unknown[] = []
  const stream = (async function* () {
    yield* ['The tower', ' is 24 m', ' high.']
  })()
  for await (const piece of stripReasoning(stream)) pieces.push(piece)
  expect(pieces).toEqual(['The tower', ' is 24 m', ' high.'])
})
