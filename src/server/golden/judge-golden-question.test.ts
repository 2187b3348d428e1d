import { describe, expect, it } from 'vitest'
import type { GoldenQuestion } from '#shared/chat/golden-questions.ts'
import { type GoldenAnswer, judgeGoldenQuestion } from './judge-golden-question.ts'

const SENTENCE = 'Uploads to the archive are limited to 10 MB for each file.'
const ORIGIN = 'https://docs.example.org'
const golden = { id: '1', question: 'How large may a file be?', page: `${ORIGIN}/limits`, sentence: SENTENCE }
const noWords = { must_include: [], must_not_include: [] }

async function judge(
  texts: Record<string, string>,
  question: Partial<GoldenQuestion> = {},
  answer: Partial<GoldenAnswer> = {},
) {
  const passages = Object.entries(texts).map(([path, text]) => ({
    pageId: path,
    pageUrl: ORIGIN + path,
    pageTitle: path,
    text,
    startOffset: 0,
  }))
  return judgeGoldenQuestion(
    { ...golden, ...noWords, ...question },
    {
      pages: passages.map(({ pageId, pageUrl }) => ({ id: pageId, url: pageUrl })),
      passagesOf: async (pageId) => passages.filter((passage) => passage.pageId === pageId),
      search: async () => passages,
      answer: async () => ({
        text: texts['/limits'] ?? '',
        kind: 'answer',
        urls: [`${ORIGIN}/limits`],
        closest: null,
        ...answer,
      }),
    },
  )
}

const there = { '/limits': `The archive is free. ${SENTENCE}`, '/about': 'The archive was founded in 1998.' }

describe('a golden question', () => {
  it('passes when its sentence is on its page and the answer cites the page with the words', async () => {
    const words = { must_include: ['10 mb', 'each  file'], must_not_include: ['1 MB', '25 MB'] }
    expect(await judge(there, words)).toEqual({
      outcome: 'passed',
      found: { page_id: '/limits', url: `${ORIGIN}/limits`, title: '/limits', sentence: SENTENCE },
      fault: null,
      words: [],
    })
  })

  it('compares signs that carry meaning, but not the marks of Markdown', async () => {
    const price = { sentence: null, page: null }
    const answered = (text: string) => ({ text, kind: 'answer' as const })
    const texts = answered('The **C++** course costs **10** €.\nBring 50 % now, why not?')
    const included = { must_include: ['€', '10€', 'c++', '50%', 'course costs', '?'], must_not_include: ['0 €', 'C#'] }
    expect(await judge(there, { ...price, ...included }, texts)).toMatchObject({ outcome: 'passed' })
    const plain = answered('The C course costs 10 dollars.')
    expect(await judge(there, { ...price, must_include: ['C', 'C++', '€'] }, plain)).toMatchObject({
      fault: 'missing-words',
      words: ['C++', '€'],
    })
    expect(await judge(there, { ...price, must_not_include: ['€', 'C++'] }, texts)).toMatchObject({
      fault: 'forbidden-words',
      words: ['€', 'C++'],
    })
  })

  it('passes when the closest passages have its sentence', async () => {
    expect(await judge(there, {}, { kind: 'closest' })).toMatchObject({ outcome: 'passed' })
  })

  it('finds its page by the path on the host of a preview', async () => {
    expect(await judge(there, { page: '/limits' })).toMatchObject({ outcome: 'passed' })
    expect(await judge(there, { page: 'https://preview.example.net/limits/' })).toMatchObject({ outcome: 'passed' })
  })

  it.each(['https://', '//', 'http://[x'])('is lost when its stored page is %s, which is no address', async (page) => {
    expect(await judge(there, { page, sentence: null })).toMatchObject({ outcome: 'lost' })
  })

  it('has changed when the page says something else, and shows both sentences', async () => {
    const now = 'Uploads to the archive are limited to 25 MB for each file.'
    expect(await judge({ ...there, '/limits': now })).toMatchObject({ outcome: 'changed', found: { sentence: now } })
  })

  it('has changed when the sentence moved to another page', async () => {
    const found = { url: `${ORIGIN}/uploads`, sentence: SENTENCE }
    expect(await judge({ '/limits': 'Nothing.', '/uploads': SENTENCE })).toMatchObject({ outcome: 'changed', found })
    expect(await judge({ '/uploads': SENTENCE })).toMatchObject({ outcome: 'changed', found })
  })

  it('is lost without the sentence, without its page, or without an answer', async () => {
    expect(await judge({ '/limits': 'The archive is free.' })).toMatchObject({ outcome: 'lost', found: null })
    expect(await judge({ '/about': there['/about'] }, { sentence: null })).toMatchObject({ outcome: 'lost' })
    expect(await judge(there, { sentence: null, page: null }, { kind: 'closest' })).toMatchObject({
      outcome: 'lost',
      fault: 'not-answered',
    })
  })

  it('shows with a lost sentence what its pages answer instead', async () => {
    const closest = { page_id: '/limits', url: `${ORIGIN}/limits`, title: '/limits', sentence: 'The archive is free.' }
    expect(await judge({ '/limits': 'The archive is free.' }, {}, { closest })).toMatchObject({
      outcome: 'lost',
      found: closest,
    })
  })

  it.each<[string, Partial<GoldenQuestion>, Partial<GoldenAnswer>, object]>([
    ['the pages no longer answer it', {}, { kind: 'refused' }, { fault: 'not-answered' }],
    ['the answer cites another page', {}, { urls: [`${ORIGIN}/about`] }, { fault: 'other-page' }],
    ['the answer lacks a word', { must_include: ['10 MB', '1 MB'] }, {}, { fault: 'missing-words', words: ['1 MB'] }],
    [
      'the answer has a forbidden word',
      { must_not_include: ['free'] },
      {},
      { fault: 'forbidden-words', words: ['free'] },
    ],
  ])('fails when %s although the sentence is there', async (_, question, answer, expected) => {
    expect(await judge(there, question, answer)).toMatchObject({ outcome: 'failed', ...expected })
  })
})
