import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChatMessage, SavedChat } from '#shared/chats.ts'
import { askSaved } from '#web/client.ts'
import { errorWords } from '#web/languages/said-words.ts'
import { chatQuery, chatsQuery } from '#web/queries/chats.ts'
import type { Conversation } from './conversation.ts'
import { useAnswer } from './use-answer.ts'

/** The question under way, and the messages that stand before it. */
type Asked = { before: ChatMessage[]; message: ChatMessage }

/** The conversation of a saved chat: the server keeps both messages; the question shows at once. */
export function useSavedConversation(chat: SavedChat | undefined): Conversation {
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [failure, setFailure] = useState('')
  const answer = useAnswer()

  async function ask(question: string, replaces?: number) {
    if (!chat) return refuse(errorWords('chat.none-active'))
    if (chat.selected_pages.length === 0) return refuse(errorWords('answer.no-pages'))
    const message: ChatMessage = { role: 'user', content: question }
    const before = chat.chat_history.slice(0, replaces)
    const replaced = replaces === undefined ? undefined : chat.chat_history[replaces]?.id
    setFailure('')
    setAsked({ before, message })
    const wish = { question, ...(replaced && { replaces: replaced }) }
    const outcome = await answer.read((signal) => askSaved(chat.id, wish, signal))
    if (outcome.ok) {
      const saved = { ...message, ...(outcome.questionId && { id: outcome.questionId }) }
      queryClient.setQueryData(
        chatQuery(chat.id).queryKey,
        (old) => old && { ...old, chat_history: [...before, saved, outcome.message] },
      )
      // What was stopped before the server knew of it is there as the server has it.
      if (!outcome.questionId) void queryClient.invalidateQueries({ queryKey: chatQuery(chat.id).queryKey })
      void queryClient.invalidateQueries({ queryKey: chatsQuery.queryKey })
    }
    setAsked(null)
    return outcome.ok || refuse(outcome.words)
  }

  function refuse(words: string) {
    setFailure(words)
    return false
  }

  // The server's own event may bring question and answer before the stream is read to its end.
  const shown = asked ? [...asked.before, asked.message] : (chat?.chat_history ?? [])
  return { messages: shown, live: answer.live, failure, ask, stop: answer.stop }
}
