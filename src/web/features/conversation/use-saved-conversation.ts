import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChatMessage, SavedChat } from '#shared/chat/chats.ts'
import { askSaved } from '#web/api/client.ts'
import { errorText } from '#web/messages/error-text.ts'
import { chatQuery, chatsQuery } from '#web/queries/chats.ts'
import type { Conversation } from './conversation.ts'
import { useAnswer } from './use-answer.ts'

/** The unanswered question and the messages before it. */
type Pending = { before: ChatMessage[]; message: ChatMessage }

/** The conversation of a saved chat. The server stores question and answer; the question is shown optimistically. */
export function useSavedConversation(chat: SavedChat | undefined): Conversation {
  const queryClient = useQueryClient()
  const [pending, setPending] = useState<Pending | null>(null)
  const [failure, setFailure] = useState('')
  const answer = useAnswer()

  async function ask(question: string, replaces?: number) {
    if (!chat) return fail(errorText('chat.none-active'))
    if (chat.selected_pages.length === 0) return fail(errorText('answer.no-pages'))
    const message: ChatMessage = { role: 'user', content: question }
    const before = chat.chat_history.slice(0, replaces)
    const replacedId = replaces === undefined ? undefined : chat.chat_history[replaces]?.id
    setFailure('')
    setPending({ before, message })
    const request = { question, ...(replacedId && { replaces: replacedId }) }
    const outcome = await answer.stream((signal) => askSaved(chat.id, request, signal))
    if (outcome.ok) {
      const saved = { ...message, ...(outcome.questionId && { id: outcome.questionId }) }
      queryClient.setQueryData(
        chatQuery(chat.id).queryKey,
        (old) => old && { ...old, chat_history: [...before, saved, outcome.message] },
      )
      // Stopped before the server sent ids: load what it stored.
      if (!outcome.questionId) void queryClient.invalidateQueries({ queryKey: chatQuery(chat.id).queryKey })
      void queryClient.invalidateQueries({ queryKey: chatsQuery.queryKey })
    }
    setPending(null)
    return outcome.ok || fail(outcome.error)
  }

  function fail(error: string) {
    setFailure(error)
    return false
  }

  // A live event may refetch the chat with this turn before the stream ends: show the local copy until then.
  const messages = pending ? [...pending.before, pending.message] : (chat?.chat_history ?? [])
  const { partialAnswer, interrupted, stop } = answer
  return { messages, partialAnswer, interrupted, failure, ask, stop }
}
