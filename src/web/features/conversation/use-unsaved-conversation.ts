import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ChatMessage } from '#shared/chat/chats.ts'
import { askUnsaved, type AnswerStream, pickUpAnswer } from '#web/api/client.ts'
import { errorText } from '#web/messages/error-text.ts'
import { unsavedMessagesQuery } from '#web/queries/unsaved.ts'
import { type AnswerFailure, type Conversation, isAnswered } from './conversation.ts'
import type { OpenAnswer } from './open-answer.ts'
import { useAnswer, useOpenAnswer } from './use-answer.ts'

const NO_MESSAGES: ChatMessage[] = []

type UnsavedOptions = {
  userId: string | undefined
  crawlId: string | undefined
  /** Processed and selected. */
  pageIds: string[]
  /** Pages are processed, and no page is selected. */
  isNoneSelected: boolean
}

/**
 * The conversation about a crawl before it is saved as a chat. The server stores it; the question is shown
 * optimistically.
 */
export function useUnsavedConversation({
  userId,
  crawlId = '',
  pageIds,
  isNoneSelected,
}: UnsavedOptions): Conversation {
  const queryClient = useQueryClient()
  const { queryKey, ...query } = unsavedMessagesQuery(crawlId)
  const loaded = useQuery({ queryKey, ...query, enabled: userId !== undefined && crawlId !== '' }).data
  const stored = loaded ?? NO_MESSAGES
  const [pending, setPending] = useState<ChatMessage[] | null>(null)
  const [failure, setFailure] = useState<AnswerFailure | null>(null)
  const answer = useAnswer(crawlId)

  const again = useRef<(() => void) | null>(null)

  async function ask(question: string, replaces?: number, model?: string): Promise<boolean> {
    if (pageIds.length === 0) {
      setFailure({ text: errorText(isNoneSelected ? 'answer.no-pages' : 'answer.no-context'), cause: '' })
      return false
    }
    const before = stored.slice(0, replaces)
    const choice = { ...(replaces !== undefined && { replaces }), ...(model && { model }) }
    const request = { question, pageIds, crawlId, ...choice }
    const asked = replaces === undefined ? { question, messages: before.length } : undefined
    again.current = () => void ask(question, replaces, model)
    const outcome = await show(before, question, (signal) => askUnsaved(request, signal), asked)
    if (outcome.kind === 'failed') setFailure(outcome.error)
    return outcome.kind !== 'failed'
  }

  async function show(
    before: ChatMessage[],
    question: string,
    open: (signal: AbortSignal) => Promise<AnswerStream>,
    asked?: Omit<OpenAnswer, 'answerId'>,
  ) {
    const asking = [...before, { role: 'user' as const, content: question }]
    setFailure(null)
    setPending(asking)
    const outcome = await answer.stream(open, asked)
    if (outcome.kind === 'done') queryClient.setQueryData(queryKey, [...asking, outcome.message])
    if (outcome.kind === 'interrupted') {
      // The answer may have been finished while there was no connection.
      await queryClient.invalidateQueries({ queryKey }).catch(() => {})
      if (isAnswered(queryClient.getQueryData(queryKey) ?? [], before, question)) setPending(null)
      return outcome
    }
    // Another tab may have asked too, and an answer stopped early is only complete on the server.
    void queryClient.invalidateQueries({ queryKey })
    setPending(null)
    return outcome
  }

  useOpenAnswer(crawlId, loaded?.length, async ({ question, answerId }) => {
    again.current = () => void ask(question)
    await show(stored, question, (signal) => pickUpAnswer(answerId, signal))
  })

  // A live event may refetch the messages with this turn before the stream ends: show the local copy until then.
  const { partialAnswer, stop, reconnect } = answer
  const isInterrupted = pending !== null && answer.interrupted !== null
  const interrupted = isInterrupted ? { text: answer.interrupted ?? '', retry: () => again.current?.() } : null
  return { messages: pending ?? stored, partialAnswer, interrupted, failure, ask, stop, reconnect }
}
