import { describe, expect, it } from 'vitest'
import type { Citation } from '#shared/chat/chats.ts'
import { otherSentences } from './other-sentences.ts'

const cite = (marker: number, pageId: string, sentence: string): Citation => ({
  marker,
  pageId,
  sentence,
  url: `https://a.test/${pageId}`,
  title: '',
  passageId: '',
  state: 'quoted',
  verified: true,
  claim: '',
})

describe('otherSentences', () => {
  it('are the other citations of the page and the italic sentences of quotations [source-marks-1]', () => {
    const first = cite(1, 'a', 'It opens at 8.')
    const content = [
      '**Hours** [1]',
      '> **It opens at 8.** *It closes at 6.* Bring a card.',
      'Not *quoted*. 2 * 3 * 4 [2]',
      '> Costs 2 \\* 3. | *cell* | **bold**',
    ].join('\n\n')
    const citations = [first, cite(2, 'a', 'The phone is answered.'), cite(3, 'b', 'Elsewhere.'), cite(4, 'a', '')]
    expect(otherSentences({ role: 'assistant', content, citations }, first)).toEqual([
      'The phone is answered.',
      'It closes at 6.',
      'cell',
    ])
  })
})
