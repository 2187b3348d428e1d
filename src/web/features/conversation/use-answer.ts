import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ChatMessage } from '#shared/chat/chats.ts'
import { type AnswerStream, pickUpAnswer, stopAnswer } from '#web/api/client.ts'
import { causeText, Failure, failureText, isOffline } from '#web/api/request.ts'
import { t } from '#web/messages/t.ts'
import type { AnswerFailure, PartialAnswer } from './conversation.ts'
import { loadOpenAnswer, type OpenAnswer, removeOpenAnswer, saveOpenAnswer } from './open-answer.ts'

type Outcome =
  | { kind: 'done'; message: ChatMessage; questionId: string | null }
  | { kind: 'failed'; error: AnswerFailure }
  /** The connection was lost for good after the answer had begun. */
  | { kind: 'interrupted' }
type OpenStream = (signal: AbortSignal) => Promise<AnswerStream>

/** Delays before each attempt to resume a lost stream; the last one repeats. */
const RECONNECT_DELAYS_MS = [500, 2_000, 5_000, 10_000]
/** Longer than a server needs to restart. */
const RECONNECT_FOR_MS = 5 * 60_000

/**
 * Streams one answer at a time. `partialAnswer` is null when no answer is being written. `stream` resolves to the
 * finished message, marked as stopped after `stop`, or to an error text. When the connection is lost for good,
 * `interrupted` is what had arrived until the next question. Until then, a question given as `asked` can be shown again
 * by `useOpenAnswer`.
 */
export function useAnswer(conversationId: string) {
  const [partialAnswer, setPartialAnswer] = useState<PartialAnswer | null>(null)
  const [interrupted, setInterrupted] = useState<string | null>(null)
  const current = useRef<ActiveStream | null>(null)
  useEffect(() => () => current.current?.controller.abort(), [])

  async function stream(open: OpenStream, asked?: Omit<OpenAnswer, 'answerId'>): Promise<Outcome> {
    const active: ActiveStream = {
      controller: new AbortController(),
      id: '',
      stopped: false,
      failed: false,
      text: '',
      reasoning: '',
      lostAt: 0,
    }
    current.current = active
    setPartialAnswer({ text: '', reasoning: '' })
    setInterrupted(null)
    try {
      const openAndSave: OpenStream = async (signal) => {
        const opened = await open(signal)
        if (asked) saveOpenAnswer(conversationId, { ...asked, answerId: opened.id })
        return opened
      }
      return await readWithReconnect(active, openAndSave, setPartialAnswer)
    } catch (error) {
      if (active.stopped)
        return { kind: 'done', message: { role: 'assistant', content: active.text, stopped: true }, questionId: null }
      if (active.id && !active.failed) {
        setInterrupted(active.text)
        return { kind: 'interrupted' }
      }
      // The error's own text is about loading a chat, and this one is on the screen.
      const isDeleted = error instanceof Failure && error.code === 'chat.not-found'
      const text = isDeleted ? t('chats.missing') : failureText(error, 'answer.failed')
      return { kind: 'failed', error: { text, cause: causeText(error), isOffline: isOffline() } }
    } finally {
      setPartialAnswer(null)
      const isUnmounted = active.controller.signal.aborted && !active.stopped
      if (!isUnmounted) removeOpenAnswer(conversationId)
    }
  }

  const reconnect = () => current.current?.reconnect?.()
  return { partialAnswer, interrupted, stream, reconnect, stop: () => void (current.current && stop(current.current)) }
}

type ActiveStream = {
  /** Aborts only this connection: on unmount the server finishes the answer. */
  controller: AbortController
  /** Empty until the stream opens. */
  id: string
  stopped: boolean
  /** The server ended the answer with an error. */
  failed: boolean
  text: string
  reasoning: string
  /** When the connection was lost, 0 while events arrive. */
  lostAt: number
  /** Ends the wait before the next attempt to resume the stream. */
  reconnect?: () => void
}

/**
 * Asks the server to end the answer with the text so far. Without an answer id, or if that fails, aborts the
 * connection.
 */
function stop(active: ActiveStream) {
  active.stopped = true
  if (active.id === '') return active.controller.abort()
  stopAnswer(active.id).catch(() => active.controller.abort())
}

async function readWithReconnect(
  active: ActiveStream,
  open: OpenStream,
  onProgress: (partial: PartialAnswer) => void,
): Promise<Outcome> {
  const { signal } = active.controller
  for (let attempt = 0; ; attempt++) {
    try {
      const stream = await (attempt === 0 ? open(signal) : pickUpAnswer(active.id, signal))
      const outcome = await readStream(active, stream, onProgress)
      if (outcome) return outcome
      throw new Error('the stream ended without a done event')
    } catch (error) {
      // While a server starts, its proxy answers with a 5xx.
      const isRefused = error instanceof Failure && (active.failed || attempt === 0 || error.status < 500)
      active.lostAt ||= Date.now()
      const isTooLate = Date.now() - active.lostAt > RECONNECT_FOR_MS
      if (isRefused || isTooLate || signal.aborted || active.id === '') throw error
      onProgress({ text: active.text, reasoning: active.reasoning, isReconnecting: true })
      await waitToReconnect(active, RECONNECT_DELAYS_MS[Math.min(attempt, RECONNECT_DELAYS_MS.length - 1)] ?? 0)
    }
  }
}

/** Resolves after `delayMs`, or when the device is online again or the user asks for it. */
async function waitToReconnect(active: ActiveStream, delayMs: number) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const wake = () => resolve()
  const timer = setTimeout(wake, delayMs)
  active.reconnect = wake
  addEventListener('online', wake)
  active.controller.signal.addEventListener('abort', wake)
  await promise
  clearTimeout(timer)
  removeEventListener('online', wake)
  active.controller.signal.removeEventListener('abort', wake)
}

/** Null if the stream ends without a done event. */
async function readStream(
  active: ActiveStream,
  { id, events }: AnswerStream,
  onProgress: (partial: PartialAnswer) => void,
) {
  const message: ChatMessage = { role: 'assistant', content: '' }
  active.id = id
  // A resumed stream starts from the beginning.
  active.reasoning = ''
  for await (const event of events) {
    active.lostAt = 0
    if (event.event === 'delta' || event.event === 'replace') {
      const { text } = event.data
      message.content = event.event === 'replace' ? text : message.content + text
      active.text = message.content
      onProgress({ text: active.text, reasoning: active.reasoning })
    }
    if (event.event === 'reasoning') {
      active.reasoning += event.data.text
      onProgress({ text: active.text, reasoning: active.reasoning })
    }
    if (event.event === 'citations') message.citations = event.data
    if (event.event === 'error') {
      const { error } = event.data
      active.failed = true
      throw new Failure(502, error.code, error.message, error)
    }
    if (event.event !== 'done') continue
    const { messageId, questionId, ...done } = event.data
    const finished = { ...message, ...done, ...(messageId && { id: messageId }) }
    return { kind: 'done' as const, message: finished, questionId }
  }
  return null
}

/**
 * Calls `show` with the answer that was being written when this conversation was last open. `messages` is the number of
 * stored messages, undefined until they are loaded.
 */
export function useOpenAnswer(
  conversationId: string,
  messages: number | undefined,
  show: (answer: OpenAnswer) => Promise<void>,
) {
  const isLoaded = messages !== undefined
  const showStored = useEffectEvent((id: string) => {
    const answer = loadOpenAnswer(id)
    if (!answer) return
    if (answer.messages === messages) void show(answer)
    else removeOpenAnswer(id)
  })
  useEffect(() => {
    if (isLoaded) showStored(conversationId)
  }, [conversationId, isLoaded])
}
