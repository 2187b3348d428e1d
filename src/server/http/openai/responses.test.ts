import { expect, it } from 'vitest'
import type { AnswerEvent } from '#shared/chat/answer-stream.ts'
import { streamResponse } from './responses.ts'

const head = { id: 'a', created: 0, model: 'notebook:x' }

async function streamOf(...events: AnswerEvent[]) {
  async function* each() {
    yield* events
  }
  const sent: { type: string; data: object }[] = []
  await streamResponse({ head, events: each(), sentTexts: ['Why?'] }, async (type, data) => {
    sent.push({ type, data })
  })
  return sent
}

it('ends a streamed response as failed when the answer fails, and as incomplete when it was cut [openai-11]', async () => {
  const start: AnswerEvent = { event: 'delta', data: { text: 'Because' } }
  const error = { code: 'answer.failed', message: 'Failed to get a response. Please try again.' }
  const failed = await streamOf(start, { event: 'error', data: { error } })
  expect(failed.at(-1)).toMatchObject({ type: 'response.failed', data: { response: { status: 'failed', error } } })

  const used = { wholePages: true, pages: 1, ofPages: 1, passages: 1, ofPassages: 1 }
  const done = { messageId: null, questionId: null, engine: 'model', stopped: false, truncated: true, used }
  const cut = await streamOf(start, { event: 'done', data: done })
  expect(cut.at(-1)).toMatchObject({
    type: 'response.incomplete',
    data: {
      response: { incomplete_details: { reason: 'max_output_tokens' }, output: [{ content: [{ text: 'Because' }] }] },
    },
  })
})
