import { describe, expect, it } from 'vitest'
import type { AnswerPart } from '#server/engines/engine.ts'
import { fastestRun } from '#test/fastest-run.ts'
import { neutralizeLinks } from './neutralize-links.ts'
import { parseCitations } from './parse-citations.ts'
import { stripReasoning } from './strip-reasoning.ts'

/** The text and the sources of an answer that arrives in these chunks. */
async function parse(chunks: string[]) {
  async function* stream() {
    yield* chunks
  }
  let text = ''
  let sources: Extract<AnswerPart, { type: 'source' }>[] = []
  const safe = neutralizeLinks(stripReasoning(stream()), (address) => address === 'https://example.org/tower')
  for await (const part of parseCitations(safe, (source) => (source <= 3 ? `page-${source}` : undefined))) {
    if (part.type === 'replace') [text, sources] = [part.text, []]
    if (part.type === 'text') text += part.text
    if (part.type === 'source') sources.push(part)
  }
  return { text, sources: sources.map(({ pageId, claim, quote }) => [pageId, claim, quote]) }
}

type Expected = { text: string; sources: (string | undefined)[][] }
const high = 'The tower is 34 metres high'

describe('parseCitations', () => {
  it.each<[string, Expected]>([
    [
      `${high} [S2: "the tower measures 34 metres"]. It is old.`,
      { text: `${high} [1]. It is old.`, sources: [['page-2', high, 'the tower measures 34 metres']] },
    ],
    [
      `${high}. [S1: "34 metres"][S3: “it is high”]`,
      {
        text: `${high}. [1] [2]`,
        sources: [
          ['page-1', `${high}.`, '34 metres'],
          ['page-3', `${high}.`, 'it is high'],
        ],
      },
    ],
    [
      `${high} [S1: "34 metres"; S3: "it is high"].`,
      {
        text: `${high} [1] [2].`,
        sources: [
          ['page-1', high, '34 metres'],
          ['page-3', high, 'it is high'],
        ],
      },
    ],
    [
      `${high} [S1, S2: „34 Meter“] and was lit in the year 1871【S3: 'the keeper's house of 1871'】.`,
      {
        text: `${high} [1] [2] and was lit in the year 1871 [3].`,
        sources: [
          ['page-1', high, '34 Meter'],
          ['page-2', high, '34 Meter'],
          ['page-3', 'and was lit in the year 1871', "the keeper's house of 1871"],
        ],
      },
    ],
    [
      'Use it [S1: "set hosts to ["a", "b"] and restart"] today. Then [S2: no marks here [x] at all].',
      {
        text: 'Use it [1] today. Then [2].',
        sources: [
          ['page-1', 'Use it', 'set hosts to ["a", "b"] and restart'],
          ['page-2', 'Then', 'no marks here [x] at all'],
        ],
      },
    ],
    [
      `${high} [1: "34 metres"] [2] 【S3】 [source 9].`,
      {
        text: `${high} [1] [2] [3] [4].`,
        sources: [
          ['page-1', high, '34 metres'],
          ['page-2', high, undefined],
          ['page-3', high, undefined],
          ['', high, undefined],
        ],
      },
    ],
    [
      `${high} [S1: "34 metres"](https://evil.example/?q=1) as [the page](https://example.org/tower) says.`,
      {
        text: `${high} [1] as [the page](https://example.org/tower) says.`,
        sources: [['page-1', high, '34 metres']],
      },
    ],
    [
      `${high} [S1: "34 metres and so on [S2: "it is high"].`,
      {
        text: `${high} [1] [2].`,
        sources: [
          ['page-1', high, '34 metres and so on'],
          ['page-2', high, 'it is high'],
        ],
      },
    ],
    [
      `- ${high} [S1: "34 metres"\n- It is old [S2: "it is old"]\n`,
      {
        text: `- ${high} [1]\n- It is old [2]\n`,
        sources: [
          ['page-1', high, '34 metres'],
          ['page-2', 'It is old', 'it is old'],
        ],
      },
    ],
    [
      '| Berth | Depth |\n| --- | --- |\n| North [S1: "North berth"] | 12 m [S2: "| North | 12 m |"] |\n',
      {
        text: '| Berth | Depth |\n| --- | --- |\n| North [1] | 12 m [2] |\n',
        sources: [
          ['page-1', '| North', 'North berth'],
          ['page-2', '| North | 12 m', '| North | 12 m |'],
        ],
      },
    ],
    [
      'Run:\n\n```sh\nnpm ci\n\nnpm start [S9: "hidden"]\n```\n[S1: "npm start"]',
      {
        text: 'Run:\n\n```sh\nnpm ci\n\nnpm start\n```\n [1]',
        sources: [['page-1', 'npm ci\n\nnpm start', 'npm start']],
      },
    ],
    [
      `Let me see [S1: "a"]. It is high?</think>${high} [S2: "34 metres"].`,
      { text: `${high} [1].`, sources: [['page-2', high, '34 metres']] },
    ],
    [
      'At [12:30] see list[0], [x] and `a [S1]`. Why [not',
      { text: 'At [12:30] see list[0], [x] and `a [S1]`. Why [not', sources: [] },
    ],
  ])('reads %j, wherever it is split [parse-citations-1]', async (answer, expected) => {
    expect(await parse([answer])).toEqual(expected)
    for (let at = 1; at < answer.length; at++) {
      expect(await parse([answer.slice(0, at), answer.slice(at)]), `split at ${at}`).toEqual(expected)
    }
    expect(await parse([...answer]), 'one character at a time').toEqual(expected)
  })

  it('drops a citation that is unfinished when the answer ends', async () => {
    const answer = `${high} [S1: "34 metres`
    for (let end = high.length + 1; end <= answer.length; end++) {
      const { text, sources } = await parse([...answer.slice(0, end)])
      expect([text.trimEnd(), sources], `ends at ${end}`).toEqual([high, []])
    }
    expect(await parse([`${high} [S1: "34 metres"`])).toEqual({
      text: `${high} [1]`,
      sources: [['page-1', high, '34 metres']],
    })
  })

  it('reads hostile input in linear time', async () => {
    const hostile = [`[${'1'.repeat(20_000)}x [S1: "${'a '.repeat(20_000)}`, '[S1, '.repeat(4_000), '[['.repeat(4000)]
    expect(await fastestRun(() => parse(hostile), 3)).toBeLessThan(2_000)
  })
})
