import { describe, expect, it } from 'vitest'
import type { Gap } from '#shared/chat/gaps.ts'
import { writeGapsCsv } from '#shared/chat/gaps-csv.ts'
import { createEmbedder } from '#server/engines/language-model/embedder.ts'
import { startAiService } from '#test/ai-service.ts'
import { groupQuestions } from './group-questions.ts'
import { mergeByMeaning } from './merge-by-meaning.ts'

const groupsOf = (...questions: string[]) =>
  groupQuestions(questions.map((question) => ({ question }))).map((group) => group.map(({ question }) => question))

describe('groups of unanswered questions', () => {
  it('have the questions about one subject in any wording', () => {
    const questions = ['How do I export a chat as PDF?', 'exporting chats to PDF', 'Can a PDF be exported?']
    expect(groupsOf(...questions)).toEqual([questions])
  })

  it.each([
    ['How do I export a chat as PDF?', 'How do I export a chat as Word?'],
    ['Is there a price list?', 'Is there a mobile app?'],
    ['Wie hoch ist die Gebühr?', 'Wie ändere ich mein Passwort?'],
  ])('are apart for different subjects: %s %s', (one, other) => {
    expect(groupsOf(one, other)).toEqual([[one], [other]])
  })

  it('keep their identity when questions are asked later', () => {
    const [before] = groupQuestions([{ question: 'Is there a mobile app?' }])
    const [after] = groupQuestions([{ question: 'Is there a mobile app?' }, { question: 'mobile app for phones' }])
    expect(after?.[0]?.key).toBe(before?.[0]?.key)
    expect(after).toHaveLength(2)
  })

  it('give the same key to another order and spelling of the same words', () => {
    const [group] = groupQuestions([{ question: 'Mobile apps?' }, { question: 'Is there an APP, mobile?' }])
    expect(new Set(group?.map(({ key }) => key)).size).toBe(1)
  })
})

describe('with an embedding model, groups', () => {
  // The stand-in service compares all words, also those that are left out of the subject.
  const same = ['What is it that we are to do with all of our own invoices?', 'and the app?']
  const other = 'What is it that we are to do with all of our own receipts?'
  const asked = groupQuestions([...same, other].map((question, n) => ({ question, askedAt: new Date(n) })))
  const questionsOf = (groups: typeof asked) => groups.map((group) => group.map(({ question }) => question))

  it('that mean the same are merged, and each question is sent once', async () => {
    const service = await startAiService()
    const [provider, model] = ['compatible', 'text-embedding-3-small'] as const
    const embedder = createEmbedder({ provider, baseUrl: service.url, apiKey: undefined, model })
    expect(asked).toHaveLength(3)
    expect(questionsOf(await mergeByMeaning(embedder, asked))).toEqual([[same[0], other], [same[1]]])
    await mergeByMeaning(embedder, asked)
    expect(service.embedded.flat()).toHaveLength(3)
    await service.close()
  })

  it('stay apart when the service fails', async () => {
    const service = await startAiService()
    const embedder = createEmbedder({
      provider: 'compatible',
      baseUrl: service.url,
      apiKey: undefined,
      model: 'missing',
    })
    expect(questionsOf(await mergeByMeaning(embedder, asked))).toEqual([[same[0]], [same[1]], [other]])
    await service.close()
  })
})

it('writes gaps as CSV, with quotes doubled and formulas defused', () => {
  const gap: Gap = {
    id: '1',
    questions: ['=1+1, "really"?'],
    count: 2,
    refused: 1,
    unconfirmed: 0,
    first_asked: '2026-01-01T00:00:00.000Z',
    last_asked: '2026-01-02T00:00:00.000Z',
    closest: { pageId: null, url: 'https://docs.example/a', title: 'A', sentence: '' },
    answered_by: null,
    decision: 'open',
  }
  expect(writeGapsCsv([gap])).toBe(
    'question,asked,refused,unconfirmed,last_asked,decision,closest_page,answered_by\r\n' +
      '"\'=1+1, ""really""?",2,1,0,2026-01-02T00:00:00.000Z,open,https://docs.example/a,\r\n',
  )
})
