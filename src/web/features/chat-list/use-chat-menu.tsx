import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { ChatCard } from '#shared/chat/chats.ts'
import { failureText } from '#web/api/request.ts'
import { titleOfCopy } from '#shared/chat/title-of-copy.ts'
import { t } from '#web/messages/t.ts'
import { useDeleteChat, useDuplicateChat, usePinChat } from '#web/queries/chats.ts'
import { Notice } from '#web/ui/notice.tsx'
import { MovedNotice } from './undo-delete-notice.tsx'

// Both load the schemas that check a title.
const MoveChatDialog = lazy(async () => ({ default: (await import('./move-chat-dialog.tsx')).MoveChatDialog }))
const RenameChatDialog = lazy(async () => ({
  default: (await import('./rename-chat-dialog.tsx')).RenameChatDialog,
}))

export type ChatInMenu = Pick<ChatCard, 'id' | 'title' | 'notebook_id' | 'pinned'>

type UseChatMenu = {
  /** Called before the deleted chat leaves the cache, so that its own screen can be left. */
  onDeleted?: () => Promise<void>
  onDuplicated?: (copyId: string) => void
}

/**
 * The menu of a chat, on its card and on its own screen. `dialogs` has the dialogs and the outcome of the last choice.
 * Deleting does not ask, because it can be undone.
 */
export function useChatMenu({ onDeleted, onDuplicated }: UseChatMenu = {}) {
  const [opened, setOpened] = useState<{ dialog: 'rename' | 'move'; chat: ChatInMenu } | null>(null)
  const [moved, setMoved] = useState('')
  const deleteChat = useDeleteChat(onDeleted)
  const pinChat = usePinChat()
  const duplicateChat = useDuplicateChat()
  const error = deleteChat.error ?? pinChat.error ?? duplicateChat.error
  const navigate = useNavigate()
  const close = () => setOpened(null)
  return {
    choicesOf: (chat: ChatInMenu) => [
      { words: t('chats.renameMenuItem'), onChoose: () => setOpened({ dialog: 'rename', chat }) },
      {
        words: chat.pinned ? t('chats.unpin') : t('chats.pin'),
        onChoose: () => pinChat.mutate({ id: chat.id, pinned: !chat.pinned }),
      },
      {
        words: t('chats.duplicate'),
        onChoose: () =>
          duplicateChat.mutate(
            { id: chat.id, title: titleOfCopy(chat.title, (title) => t('chats.copyOf', { title })) },
            { onSuccess: ({ id }) => onDuplicated?.(id) },
          ),
      },
      {
        words: t('chats.newWithPages'),
        onChoose: () =>
          duplicateChat.mutate(
            { id: chat.id, title: t('assistant.newChat'), messages: false },
            { onSuccess: ({ id }) => void navigate({ to: '/chats/$id', params: { id } }) },
          ),
      },
      { words: t('chats.moveMenuItem'), onChoose: () => setOpened({ dialog: 'move', chat }) },
      {
        words: t('common.delete'),
        onChoose() {
          // Undo is shown in the same place.
          setMoved('')
          deleteChat.mutate(chat)
        },
      },
    ],
    dialogs: (
      <>
        {error && <Notice tone="danger">{failureText(error, 'server.unexpected')}</Notice>}
        <Suspense>
          {opened?.dialog === 'move' && (
            <MoveChatDialog
              chat={opened.chat}
              onClose={close}
              onMoved={(notebook) => {
                setMoved(t('chats.moved', { title: opened.chat.title, notebook: notebook.title }))
                close()
              }}
            />
          )}
          {opened?.dialog === 'rename' && <RenameChatDialog chat={opened.chat} onClose={close} />}
        </Suspense>
        {moved && <MovedNotice key={moved} words={moved} onExpire={() => setMoved('')} />}
      </>
    ),
  }
}
