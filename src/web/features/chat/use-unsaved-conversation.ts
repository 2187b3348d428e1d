import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChatMessage } from '#shared/chats.ts'
import { askUnsaved } from '#web/client.ts'
import { errorWords } from '#web/languages/said-words.ts'
import { unsavedMessagesQuery } from '#web/queries/unsaved.ts'
import type { Conversation } from './conversation.ts'
import { useAnswer } from './use-answer.ts'

const NONE: ChatMessage[] = []

type Unsaved = { userId: string | undefined; crawlId: string | undefined; pageIds: string[] }

/** The conversation about a crawl before it is saved: the server keeps both messages; the question shows at once. */
export function useUnsavedConversation({ userId, crawlId = '', pageIds }: Unsaved): Conversation {
  const queryClient = useQueryClient()
  const { queryKey, ...query } = unsavedMessagesQuery(crawlId)
  const kept = useQuery({ queryKey, ...query, enabled: userId !== undefined && crawlId !== '' }).data ?? NONE
  const [asked, setAsked] = useState<ChatMessage[] | null>(null)
  const [failure, setFailure] = useState('')
  const answer = useAnswer()

  async function ask(question: string, replaces?: number) {
    if (pageIds.length === 0) {
      setFailure(errorWords('answer.no-context'))
      return false
    }
    const before = [...kept.slice(0, replaces), { role: 'user' as const, content: question }]
    setFailure('')
    setAsked(before)
    const wish = { question, pageIds, crawlId, ...(replaces !== undefined && { replaces }) }
    const outcome = await answer.read((signal) => askUnsaved(wish, signal))
    if (outcome.ok) {
      queryClient.setQueryData(queryKey, [...before, outcome.message])
      // Another tab may have asked meanwhile; and what was stopped early is there as the server has it.
      void queryClient.invalidateQueries({ queryKey })
    } else setFailure(outcome.words)
    setAsked(null)
    return outcome.ok
  }

  // The server's own event may bring question and answer before the stream is read to its end.
  return { messages: asked ?? kept, live: answer.live, failure, ask, stop: answer.stop }
}
