import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ChatMessage, SavedChat } from '#shared/chat/chats.ts'
import { askSaved, type AnswerStream, pickUpAnswer } from '#web/api/client.ts'
import { errorText } from '#web/messages/error-text.ts'
import { chatQuery, chatsQuery } from '#web/queries/chats.ts'
import { type AnswerFailure, type Conversation, isAnswered } from './conversation.ts'
import type { OpenAnswer } from './open-answer.ts'
import { useAnswer, useOpenAnswer } from './use-answer.ts'

/** The unanswered question and the messages before it. */
type Pending = { before: ChatMessage[]; message: ChatMessage }

/** The conversation of a saved chat. The server stores question and answer; the question is shown optimistically. */
export function useSavedConversation(chat: SavedChat | undefined): Conversation {
  const queryClient = useQueryClient()
  const [pending, setPending] = useState<Pending | null>(null)
  const [failure, setFailure] = useState<AnswerFailure | null>(null)
  const answer = useAnswer(chat?.id ?? '')

  const again = useRef<(() => void) | null>(null)

  async function ask(question: string, replaces?: number, model?: string): Promise<boolean> {
    if (!chat) return fail({ text: errorText('chat.none-active'), cause: '' })
    if (chat.selected_pages.length === 0) return fail({ text: errorText('answer.no-pages'), cause: '' })
    const before = chat.chat_history.slice(0, replaces)
    const replacedId = replaces === undefined ? undefined : chat.chat_history[replaces]?.id
    const request = { question, ...(replacedId && { replaces: replacedId }), ...(model && { model }) }
    const asked = replaces === undefined ? { question, messages: before.length } : undefined
    again.current = () => void ask(question, replaces, model)
    const outcome = await show(before, question, (signal) => askSaved(chat.id, request, signal), asked)
    return outcome.kind !== 'failed' || fail(outcome.error)
  }

  async function show(
    before: ChatMessage[],
    question: string,
    open: (signal: AbortSignal) => Promise<AnswerStream>,
    asked?: Omit<OpenAnswer, 'answerId'>,
  ) {
    const message: ChatMessage = { role: 'user', content: question }
    setFailure(null)
    setPending({ before, message })
    const outcome = await answer.stream(open, asked)
    const { queryKey } = chatQuery(chat?.id ?? '')
    if (outcome.kind === 'done') {
      const saved = { ...message, ...(outcome.questionId && { id: outcome.questionId }) }
      queryClient.setQueryData(queryKey, (old) => old && { ...old, chat_history: [...before, saved, outcome.message] })
      void queryClient.invalidateQueries({ queryKey: chatsQuery.queryKey })
    }
    if (outcome.kind === 'interrupted') {
      // The answer may have been finished while there was no connection.
      await queryClient.invalidateQueries({ queryKey }).catch(() => {})
      const stored = queryClient.getQueryData(queryKey)?.chat_history ?? []
      if (isAnswered(stored, before, question)) setPending(null)
      return outcome
    }
    // Stopped before the server sent ids, or ended while no tab listened: load what it stored.
    if (outcome.kind === 'failed' || !outcome.questionId) void queryClient.invalidateQueries({ queryKey })
    setPending(null)
    return outcome
  }

  function fail(error: AnswerFailure) {
    setFailure(error)
    return false
  }

  useOpenAnswer(chat?.id ?? '', chat?.chat_history.length, async ({ question, answerId }) => {
    const before = chat?.chat_history ?? []
    again.current = () => void ask(question)
    await show(before, question, (signal) => pickUpAnswer(answerId, signal))
  })

  // A live event may refetch the chat with this turn before the stream ends: show the local copy until then.
  const messages = pending ? [...pending.before, pending.message] : (chat?.chat_history ?? [])
  const { partialAnswer, stop, reconnect } = answer
  const isInterrupted = pending !== null && answer.interrupted !== null
  const interrupted = isInterrupted ? { text: answer.interrupted ?? '', retry: () => again.current?.() } : null
  return { messages, partialAnswer, interrupted, failure, ask, stop, reconnect }
}
