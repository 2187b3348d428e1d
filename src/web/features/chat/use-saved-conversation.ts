import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChatMessage, SavedChat } from '#shared/chats.ts'
import { errorMessage } from '#shared/errors.ts'
import { askSaved } from '#web/client.ts'
import { chatQuery, chatsQuery } from '#web/queries/chats.ts'
import type { Conversation } from './conversation.ts'
import { useAnswer } from './use-answer.ts'

/** The conversation of a saved chat: the server keeps both messages; the question shows at once. */
export function useSavedConversation(chat: SavedChat | undefined): Conversation {
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<ChatMessage | null>(null)
  const [failure, setFailure] = useState('')
  const answer = useAnswer()

  async function ask(question: string) {
    if (!chat) return refuse(errorMessage('chat.none-active'))
    if (chat.selected_pages.length === 0) return refuse(errorMessage('answer.no-pages'))
    const message: ChatMessage = { role: 'user', content: question }
    setFailure('')
    setAsked(message)
    const outcome = await answer.read((signal) => askSaved(chat.id, question, signal))
    if (outcome.ok) {
      queryClient.setQueryData(
        chatQuery(chat.id).queryKey,
        (old) => old && { ...old, chat_history: [...chat.chat_history, message, outcome.message] },
      )
      void queryClient.invalidateQueries({ queryKey: chatsQuery.queryKey })
    }
    setAsked(null)
    return outcome.ok || refuse(outcome.words)
  }

  function refuse(words: string) {
    setFailure(words)
    return false
  }

  const history = chat?.chat_history ?? []
  // The server's own event may bring the question back before its answer is done.
  const shown = asked && history.at(-1)?.content !== asked.content ? [...history, asked] : history
  return { messages: shown, live: answer.live, failure, ask, stop: answer.stop }
}
