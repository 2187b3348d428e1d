/** Reads one answer stream at a time into what the screen shows. */
import { useEffect, useRef, useState } from 'react'
import type { ChatMessage } from '#shared/chats.ts'
import { type AnswerStream, pickUpAnswer, stopAnswer } from '#web/client.ts'
import { Failure, failureWords } from '#web/request.ts'

type Outcome = { ok: true; message: ChatMessage; questionId: string | null } | { ok: false; words: string }
type Open = (signal: AbortSignal) => Promise<AnswerStream>

/** How often, and after how many milliseconds each, a lost connection is picked up again. */
const PICKED_UP_AFTER_MS = [500, 2_000, 5_000]

/**
 * `live` is the text so far while an answer comes. `read` resolves to the finished message, marked when `stop` cut it
 * short, or to the words of its failure.
 */
export function useAnswer() {
  const [live, setLive] = useState<string | null>(null)
  const current = useRef<Reading | null>(null)
  useEffect(() => () => current.current?.gone.abort(), [])

  async function read(open: Open): Promise<Outcome> {
    const reading: Reading = { gone: new AbortController(), id: '', stopped: false, text: '' }
    current.current = reading
    setLive('')
    try {
      return await readOn(reading, open, setLive)
    } catch (error) {
      // Whoever stopped wants no words about it.
      if (reading.stopped) return { ok: true, message: { role: 'assistant', content: reading.text, stopped: true }, questionId: null }
      // Lost for good after it had begun, or never begun.
      return { ok: false, words: failureWords(error, reading.id ? 'answer.unavailable' : 'answer.failed') }
    } finally {
      setLive(null)
    }
  }

  return { live, read, stop: () => void (current.current && stop(current.current)) }
}

type Reading = {
  /** Aborted when the screen is left: the server goes on. */
  gone: AbortController
  id: string
  stopped: boolean
  text: string
}

/** The server ends the stream with what there is. Before it has said which answer it is, or when it cannot be reached, only the reading ends. */
function stop(reading: Reading) {
  reading.stopped = true
  if (reading.id === '') return reading.gone.abort()
  stopAnswer(reading.id).catch(() => reading.gone.abort())
}

async function readOn(reading: Reading, open: Open, onText: (text: string) => void): Promise<Outcome> {
  for (let lost = 0; ; lost++) {
    try {
      const { signal } = reading.gone
      const outcome = await readStream(reading, await (lost === 0 ? open(signal) : pickUpAnswer(reading.id, signal)), onText)
      if (outcome) return outcome
      throw new Error('the answer ended before it was done')
    } catch (error) {
      const wait = PICKED_UP_AFTER_MS[lost]
      if (error instanceof Failure || reading.gone.signal.aborted || reading.id === '' || wait === undefined) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
}

async function readStream(reading: Reading, { id, events }: AnswerStream, onText: (text: string) => void) {
  const message: ChatMessage = { role: 'assistant', content: '' }
  reading.id = id
  for await (const event of events) {
    if (event.event === 'delta') {
      message.content += event.data.text
      reading.text = message.content
      onText(message.content)
    }
    if (event.event === 'citations') message.citations = event.data
    if (event.event === 'error') throw new Failure(502, event.data.error.code, event.data.error.message)
    if (event.event !== 'done') continue
    const { messageId, questionId, ...done } = event.data
    const finished = { ...message, ...done, ...(messageId && { id: messageId }) }
    return { ok: true as const, message: finished, questionId }
  }
  return null
}
