import { describe, expect, it } from 'vitest'
import { countFailures, writeJUnit, writeMarkdown, writeText } from './write-report.ts'

const passed = {
  question_id: '1',
  question: 'How large?',
  outcome: 'passed' as const,
  newly_answered: false,
  expected: null,
  found: null,
  fault: null,
  words: [],
}
const url = 'https://docs.example.org/limits'
const report = {
  site: 'https://docs.example.org/',
  pages: 3,
  seconds: 1.25,
  results: [
    passed,
    {
      ...passed,
      question: 'Is "a < b" | @team?',
      outcome: 'changed' as const,
      expected: 'At most 10 MB.',
      found: { page_id: '1', url, title: 'Limits', sentence: 'At most 25 MB\u0001.' },
    },
    { ...passed, outcome: 'failed' as const, fault: 'missing-words' as const, words: ['10 MB'] },
    { ...passed, outcome: 'lost' as const },
    {
      ...passed,
      outcome: 'lost' as const,
      expected: 'At most 10 MB.',
      found: { page_id: '1', url, title: 'Limits', sentence: 'Files are kept.' },
    },
  ],
}

describe('the report of a site check', () => {
  it('lists each question with what is there now, and the counts', () => {
    expect(writeText(report)).toBe(`passed   How large?
changed  Is "a < b" | @team?
         expected: At most 10 MB.
         now: At most 25 MB\u0001. (${url})
failed   How large?
         missing from the answer: 10 MB
lost     How large?
         no page answers this
lost     How large?
         expected: At most 10 MB.
         now: no page says this
         closest now: Files are kept. (${url})

1 passed, 1 changed, 2 lost, 1 failed of 5 questions on 3 pages in 1.3 s
`)
    expect(countFailures(report)).toBe(4)
  })

  it('is well-formed JUnit XML', () => {
    const xml = writeJUnit(report)
    expect(xml).toContain('<testsuite name="https://docs.example.org/" tests="5" failures="4" time="1.3">')
    expect(xml).toContain('name="Is &quot;a &lt; b&quot; | @team?">')
    expect(xml).toContain(`<failure message="changed">expected: At most 10 MB.\nnow: At most 25 MB. (${url})</failure>`)
  })

  it('is Markdown in which a page cannot add markup or mention anyone', () => {
    const markdown = writeMarkdown(report)
    expect(markdown).toContain('| changed | Is "a \\< b" \\| \\@team? |')
    expect(markdown.match(/^\| (?:changed|lost|failed) /gm)).toHaveLength(4)
    expect(writeMarkdown({ ...report, results: [passed] })).not.toContain('|')
  })
})
