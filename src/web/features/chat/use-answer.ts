/** Reads one answer stream at a time into what the screen shows. */
import { useEffect, useRef, useState } from 'react'
import type { AnswerEvent, ChatMessage } from '#shared/chats.ts'
import { failureWords, Failure } from '#web/request.ts'

type Outcome = { ok: true; message: ChatMessage } | { ok: false; words: string }

/**
 * `live` is the text so far while an answer comes. `read` resolves to the finished message, marked when `stop` cut it
 * short, or to the words of its failure.
 */
export function useAnswer() {
  const [live, setLive] = useState<string | null>(null)
  const aborter = useRef<AbortController | null>(null)
  useEffect(() => () => aborter.current?.abort(), [])

  async function read(open: (signal: AbortSignal) => AsyncIterable<AnswerEvent>): Promise<Outcome> {
    const abort = new AbortController()
    aborter.current = abort
    const message: ChatMessage = { role: 'assistant', content: '' }
    setLive('')
    try {
      for await (const event of open(abort.signal)) {
        if (event.event === 'delta') {
          message.content += event.data.text
          setLive(message.content)
        }
        if (event.event === 'citations') message.citations = event.data
        if (event.event === 'done') {
          message.engine = event.data.engine
          if (event.data.messageId) message.id = event.data.messageId
          return { ok: true, message }
        }
        if (event.event === 'error') throw new Failure(502, event.data.error.code, event.data.error.message)
      }
      throw new Error('the answer ended before it was done')
    } catch (error) {
      if (abort.signal.aborted) return { ok: true, message: { ...message, stopped: true } }
      return { ok: false, words: failureWords(error, 'answer.failed') }
    } finally {
      setLive(null)
    }
  }

  return { live, read, stop: () => aborter.current?.abort() }
}
