import { describe, expect, it } from 'vitest'
import { parseAnalysis } from './parse-analysis.ts'

const whole = {
  summary: 'It is a tower. It is high.',
  mainPoints: ['34 metres high', 'Made of granite', 'Lit in 1871'],
  topics: ['towers', 'granite', 'light'],
}

describe('parseAnalysis', () => {
  it.each([
    [
      'in the requested format',
      'SUMMARY: It is a tower. It is high.\nPOINTS: 34 metres high|Made of granite|Lit in 1871\nTOPICS: towers|granite|light',
    ],
    [
      'all on one line',
      'SUMMARY: It is a tower. It is high. POINTS: 34 metres high|Made of granite|Lit in 1871 TOPICS: towers|granite|light',
    ],
    [
      'in another case and order',
      'topics: towers | granite | light\n\nPoints: 34 metres high | Made of granite | Lit in 1871\nSummary: It is a tower.\nIt is high.',
    ],
    [
      'with Markdown and bullets',
      '**Summary:** It is a tower. It is high.\n\n**Key Points:**\n- 34 metres high\n- Made of granite\n- Lit in 1871\n\n**Topics:**\n* towers\n* granite\n* light',
    ],
    [
      'with headings and numbers',
      '## SUMMARY\nIt is a tower. It is high.\n\n## POINTS\n1. 34 metres high\n2) Made of granite\n3. Lit in 1871\n## TOPICS\ntowers, granite, light',
    ],
    [
      'in a code fence after a thinking block',
      '<think>SUMMARY: no</think>```text\nSUMMARY: It is a tower. It is high.\nPOINTS: [34 metres high|Made of granite|Lit in 1871]\nTOPICS: towers|granite|light\n```',
    ],
    [
      'with bars on several lines',
      'SUMMARY: It is a tower. It is high.\r\nPOINTS:\r\n34 metres high |\r\nMade of granite |\r\nLit in 1871\r\nTOPICS: towers; granite; light',
    ],
  ])('parses an analysis %s', (_format, answer) => {
    expect(parseAnalysis(answer)).toEqual(whole)
  })

  it('returns the available parts if others are missing [parse-analysis-1]', () => {
    expect(parseAnalysis('SUMMARY: It is a tower.')).toEqual({ summary: 'It is a tower.', mainPoints: [], topics: [] })
    expect(parseAnalysis('TOPICS: towers')).toEqual({ summary: '', mainPoints: [], topics: ['towers'] })
    expect(parseAnalysis('SUMMARY:\nPOINTS: ||\nTOPICS: -')).toEqual({ summary: '', mainPoints: [], topics: [] })
  })

  it('reads JSON with the same fields, also in a code fence', () => {
    const json = JSON.stringify({
      summary: 'A **tower**.',
      points: ['34 metres', '34 metres', '- A bell'],
      topics: ['towers'],
    })
    const expected = { summary: 'A tower.', mainPoints: ['34 metres', 'A bell'], topics: ['towers'] }
    expect(parseAnalysis(json)).toEqual(expected)
    expect(parseAnalysis(`\`\`\`json\n${json}\n\`\`\``)).toEqual(expected)
  })

  it('returns empty values for any other text [parse-analysis-2]', () => {
    const empty = { summary: '', mainPoints: [], topics: [] }
    for (const answer of ['', 'I cannot do that.', '{"summary": "cut off', '{"answer": 1}', '|||'])
      expect(parseAnalysis(answer)).toEqual(empty)
  })

  it('returns at most five points and topics, without duplicates', () => {
    const many = parseAnalysis('SUMMARY: x\nPOINTS: a|b|c|d|e|f|g\nTOPICS: A|a|B|b|C|D')
    expect(many.mainPoints).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(many.topics).toEqual(['A', 'B', 'C', 'D'])
  })
})
