import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { suggestChatTitle, type TitleWords } from '#shared/chat/chat-title.ts'
import type { ChatMessage } from '#shared/chat/chats.ts'
import type { PageSummary } from '#shared/crawl/pages.ts'
import type { CrawlOnScreen } from '#web/api/client.ts'
import { t } from '#web/messages/t.ts'
import type { useSaveChat } from '#web/queries/chats.ts'
import { notebooksQuery, translateNotebook } from '#web/queries/notebooks.ts'

const SaveChatModal = lazy(() =>
  import('#web/features/conversation/save-chat-modal.tsx').then((module) => ({ default: module.SaveChatModal })),
)

type SaveCrawlModalProps = {
  crawl: CrawlOnScreen
  selectedPages: PageSummary[]
  messages: ChatMessage[]
  saveChat: ReturnType<typeof useSaveChat>
  onClose: () => void
}

/** Saves the crawl with its conversation as a chat, and opens the chat. */
export function SaveCrawlModal({ crawl, selectedPages, messages, saveChat, onClose }: SaveCrawlModalProps) {
  const navigate = useNavigate()
  const { notebook: notebookId } = useSearch({ strict: false })
  const { data: notebooks } = useQuery(notebooksQuery)
  const notebook = notebooks?.find(({ id }) => id === notebookId) ?? notebooks?.find(({ is_default }) => is_default)
  async function save(title: string) {
    const chat = await saveChat.mutateAsync({
      title,
      crawled_pages: crawl.pages.map((page) => page.id),
      selected_pages: selectedPages.map((page) => page.id),
      crawlId: crawl.id,
      notebook_id: notebook?.id ?? notebookId,
    })
    // Not awaited: the chat is saved, whether its screen can be shown or not.
    void navigate({ to: '/chats/$id', params: { id: chat.id } })
  }
  return (
    <Suspense>
      <SaveChatModal
        suggestion={suggestChatTitle({ messages, selectedPages }, titleWords())}
        selectedPages={selectedPages.length}
        messages={messages.length}
        // The first chat creates the default notebook.
        notebook={notebook ? translateNotebook(notebook).title : notebooks && t('chats.defaultNotebook')}
        onSave={save}
        onClose={onClose}
      />
    </Suspense>
  )
}

function titleWords(): TitleWords {
  return {
    none: t('assistant.newChat'),
    about: (topic) => t('assistant.titleFromTopic', { topic }),
    pages: (n) => t('assistant.titleFromPages', { n }),
  }
}
