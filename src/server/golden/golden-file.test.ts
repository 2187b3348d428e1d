import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GoldenQuestionInput } from '#shared/chat/golden-questions.ts'
import { isVisible } from '#shared/visible-text.ts'
import { parseGoldenFile, parseGoldenSite, writeGoldenFile } from './golden-file.ts'

const question = {
  question: 'What is the default of work_mem?',
  page: '/docs/memory',
  sentence: 'The default is "4MB": enough.',
  must_include: ['4MB', 'session'],
  must_not_include: ['8MB'],
}
const bare = { question: 'Was ist neu?', page: null, sentence: null, must_include: [], must_not_include: [] }

const golden = {
  site: { site: 'https://docs.example.org/', folder: 'build/html', pages: 500, depth: 5 },
  questions: [
    { id: '1', ...question },
    { id: '2', ...bare },
  ],
}

const throughCsv = (written: GoldenQuestionInput) =>
  parseGoldenFile(writeGoldenFile({ site: {}, questions: [{ id: '1', ...written }] }, 'csv'), 'csv')[0]

describe('a golden file', () => {
  it('returns what was written', () => {
    const written = writeGoldenFile(golden, 'yaml')
    expect(written).toContain('  - question: Was ist neu?\n')
    for (const file of [written, writeGoldenFile(golden, 'json')]) {
      expect(parseGoldenFile(file, 'yaml')).toEqual([question, bare])
      expect(parseGoldenSite(file, 'yaml')).toEqual(golden.site)
    }
    const csv = writeGoldenFile(golden, 'csv')
    expect(parseGoldenFile(csv, 'csv')).toEqual([question, bare])
    expect(parseGoldenSite(csv, 'csv')).toEqual({})
  })

  it('in CSV has no cell that a spreadsheet runs, and returns it as it was', () => {
    const hostile = { ...question, question: '=HYPERLINK("https://evil.test")', must_include: ['-1', '+2'] }
    const written = writeGoldenFile({ site: {}, questions: [{ id: '1', ...hostile }] }, 'csv')
    expect(written).toContain('"\'=HYPERLINK(')
    expect(parseGoldenFile(written, 'csv')).toEqual([hostile])
  })

  it('in CSV keeps semicolons and backslashes of words, and an apostrophe before a sign', () => {
    const words = ['a;b', 'c', 'C:\\dir', 'ends\\', 'ends\\;', '\\\\']
    const marked = { ...question, question: "'=SUM is what?", must_include: words, must_not_include: ["'-1"] }
    expect(throughCsv(marked)).toEqual(marked)
    const earlier = "question,must_include\r\n'=SUM is what?,C:\\dir\\a.txt; \\\\server; b\r\n"
    expect(parseGoldenFile(earlier, 'csv')).toMatchObject([
      { question: '=SUM is what?', must_include: ['C:\\dir\\a.txt', '\\\\server', 'b'] },
    ])
  })

  it('in CSV returns any question and any words as they were', () => {
    const text = fc
      .oneof(fc.string({ unit: fc.constantFrom(...'\'=-;\\" ,\n\ra') }), fc.string({ unit: 'grapheme' }))
      .map((each) => `${each}`.trim())
      .filter(isVisible)
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 4 }), (asked, words) => {
        const any = { ...bare, question: asked, must_include: words }
        expect(throughCsv(any)).toEqual(any)
      }),
      { numRuns: 500 },
    )
  })

  it('may be JSON, a bare list, or CSV with a byte order mark and lists separated by semicolons', () => {
    expect(parseGoldenFile(JSON.stringify({ questions: [question] }), 'yaml')).toEqual([question])
    expect(parseGoldenFile('- question: Was ist neu?', 'yaml')).toEqual([bare])
    const csv = '\ufeffquestion,page,sentence,must_include,must_not_include\n'
    const row = 'What is the default of work_mem?,/docs/memory,"The default is ""4MB"": enough.",4MB; session,8MB\n'
    expect(parseGoldenFile(`${csv}${row}\nWas ist neu?,,,,\n`, 'csv')).toEqual([question, bare])
  })

  it.each([
    ['text', 'Questions are below', 'yaml'],
    ['an alias', 'a: &a [1]\nquestions: [*a, *a]', 'yaml'],
    ['a short row', 'question,page\na,b,c', 'csv'],
  ] as const)('is not read when it has %s', (_, file, format) => {
    expect(() => parseGoldenFile(file, format)).toThrow(expect.objectContaining({ code: 'golden.file-unreadable' }))
  })

  it('names the line and the reason when it is not YAML', () => {
    const values = { line: 3, reason: 'Sequence item without - indicator' }
    expect(() => parseGoldenFile('questions:\n  - question: Why?\n   page: /\n', 'yaml')).toThrow(
      expect.objectContaining({ code: 'golden.file-syntax', values }),
    )
  })

  it.each([
    ['questions: [{ question: Why? }, { question: "" }]', { entry: 2, field: 'question' }],
    ['questions: [{ question: Why?, sentense: Because. }]', { entry: 1, field: 'sentense' }],
    ['questions: [{ question: Why?, page: "javascript:alert(1)" }]', { entry: 1, field: 'page' }],
    ['questions: [{ question: Why?, page: "https://" }]', { entry: 1, field: 'page' }],
    ['questions: [{ question: Why?, page: "//" }]', { entry: 1, field: 'page' }],
    ['questions: [{ question: Why?, page: "http://[x" }]', { entry: 1, field: 'page' }],
    ['questions: [{ question: Why?, must_include: because }]', { entry: 1, field: 'must_include' }],
    ['questions: [Why?]', { entry: 1, field: 'question' }],
  ])('names the entry and the field that are wrong in %s', (file, values) => {
    expect(() => parseGoldenFile(file, 'yaml')).toThrow(expect.objectContaining({ code: 'golden.file-entry', values }))
  })
})
