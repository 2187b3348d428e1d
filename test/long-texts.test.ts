import { describe, expect, it } from 'vitest'
import { withoutMarkers } from '#shared/chat/plain-text.ts'
import { excerpt } from '#server/chat/excerpt.ts'
import { findUncited } from '#server/chat/find-uncited.ts'
import { recheckCitations } from '#server/chat/recheck-citations.ts'
import { extractFacts } from '#server/conflicts/facts/extract-facts.ts'
import { isInCode } from '#server/engines/language-model/is-in-code.ts'
import { neutralizeLinks } from '#server/engines/language-model/neutralize-links.ts'
import { parseAnalysis } from '#server/engines/language-model/parse-analysis.ts'
import { parseCitations } from '#server/engines/language-model/parse-citations.ts'
import { readCitation } from '#server/engines/language-model/read-citation.ts'
import { readText } from '#server/extraction/read-text.ts'
import { readQuestion } from '#server/http/openai/completion.ts'

const LENGTH = 100_000
const spaces = ' '.repeat(LENGTH)
const blankLines = '\n'.repeat(LENGTH)

async function* streamOf(text: string) {
  yield text
}

async function readAll(stream: AsyncIterable<unknown>) {
  const pieces: unknown[] = []
  for await (const piece of stream) pieces.push(piece)
  return pieces
}

const factPage = { id: '1', url: 'https://docs.example.org/', title: 'Limits', language: 'en' }
const pageOf = () => ({ content: 'The tower is high.' })
const markers = Array.from({ length: 100 }, (_, n) => n + 1)
const sent = markers.map((marker) => ({
  marker,
  pageId: '1',
  url: '',
  title: '',
  passageId: '',
  sentence: 'The tower is high.',
  claim: '',
}))

const sourceList = `\n\nSources:\n${`- [1](x${')'.repeat(10)}\n`.repeat(1_000)}`
const options = '--help Output a usage message and exit.\n-V, --version Print the version number of the tool.\n'
const readQuestionAfter = (content: string) =>
  readQuestion({
    model: 'notebook:x',
    messages: [
      { role: 'assistant', content },
      { role: 'user', content: 'When?' },
    ],
  })

const readers: [string, () => unknown][] = [
  ['the excerpt of a line of dashes', () => excerpt(`${'-'.repeat(LENGTH)}x`, [])],
  ['the excerpt of blank lines', () => excerpt(`${blankLines}x`, [])],
  ['an answer without markers', () => withoutMarkers(`x${spaces}x`)],
  [
    'the rechecked citations of an answer',
    () =>
      recheckCitations(
        sent,
        `x${spaces}${markers.map((marker) => `The tower is high [${marker}].`).join('\n')}`,
        pageOf,
      ),
  ],
  [
    'what a code block states without a citation',
    () => findUncited({ text: `\`\`\`\nx${'`'.repeat(LENGTH)}x\n\`\`\``, isCut: false }, [async () => ['x']]),
  ],
  ['the facts of a table', () => extractFacts({ ...factPage, content: `| a | b |\n${spaces}x` })],
  ['what a line of spaces states without a citation', () => findUncited({ text: `x${spaces}x y z`, isCut: false })],
  ['what the header of a table states', () => findUncited({ text: `| a |\n${spaces}x`, isCut: false })],
  ['a list of sources that a client sends back', () => readQuestionAfter(`x${sourceList}x`)],
  ['a list of unclosed links that a client sends back', () => readQuestionAfter('[1](https:'.repeat(LENGTH))],
  ['the options of a command', () => readText(`${options}-a${',[a]'.repeat(40)}!\n${options}`, { url: factPage.url })],
  ['whether blank lines are code', () => isInCode(`${blankLines}x`)],
  ['a bare address', () => readAll(neutralizeLinks(streamOf(`www.a${'.'.repeat(LENGTH)}x`), () => false))],
  ['an analysis with headings', () => parseAnalysis(`SUMMARY: x${spaces}x`)],
  ['an analysis in JSON', () => parseAnalysis(`{${spaces}x`)],
  ['an analysis with a list', () => parseAnalysis(`POINTS: a | b${blankLines}x`)],
  ['the citations of an answer', () => readAll(parseCitations(streamOf(`x${spaces}[S1]${spaces}x`), () => '1'))],
  ['a citation with sources', () => readCitation(`[${'  1,'.repeat(40)}x`, false)],
  ...['[', '[1', '[S1:', '[S1: "a",', `[S1: "a[`].map((start): [string, () => unknown] => [
    `the citation ${start} before white space`,
    () => readCitation(`${start}${spaces}x`, false),
  ]),
]

// A pattern that tries again from each character takes ten seconds to hours, one that does not takes milliseconds.
describe('a long text of a page, a model or a client is read at once:', { timeout: 5_000 }, () => {
  it.each(readers)('%s', async (_, read) => {
    await expect(Promise.resolve(read())).resolves.toBeDefined()
  })
})
