import { expect, it } from 'vitest'
import { findDisagreements } from './find-disagreements.ts'

const limit = {
  pageId: 'limits',
  url: 'https://docs.example/limits',
  title: 'Limits',
  sentence: 'Up to 10 MB.',
  value: '10 MB',
}
const other = { ...limit, pageId: 'uploads', title: 'Uploads', sentence: 'At most 25 MB.', value: '25 MB' }
const conflict = {
  id: '1',
  property: 'maximum' as const,
  subject: 'Uploads',
  statements: [limit, other],
  dismissed: false,
}
const cite = (pageId: string, sentence: string) => [{ pageId, sentence }]

it.each([
  ['the whole statement', cite('limits', limit.sentence), ['Uploads']],
  ['more than the statement', cite('limits', 'Files.\nUp to\n10 MB. Ask us for more.'), ['Uploads']],
  ['both statements', [...cite('limits', limit.sentence), ...cite('uploads', other.sentence)], ['Uploads', 'Limits']],
  ['another sentence of the page', cite('limits', 'Files are kept.'), []],
  ['the same words on another page', cite('elsewhere', limit.sentence), []],
  ['no sentence', cite('limits', ''), []],
])('an answer that cites %s disagrees with the pages on the other side', (_, citations, titles) => {
  expect(findDisagreements([conflict], citations).map(({ title }) => title)).toEqual(titles)
})

it('says nothing about a dismissed conflict', () => {
  expect(findDisagreements([{ ...conflict, dismissed: true }], cite('limits', limit.sentence))).toEqual([])
})
