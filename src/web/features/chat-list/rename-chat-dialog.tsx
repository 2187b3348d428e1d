import { t } from '#web/messages/t.ts'
import { useRenameChat } from '#web/queries/chats.ts'
import type { ChatInMenu } from './use-chat-menu.tsx'
import { TitleDialog } from './title-dialog.tsx'

/** Mounted only while open. */
export function RenameChatDialog({ chat, onClose }: { chat: ChatInMenu; onClose: () => void }) {
  const renameChat = useRenameChat(chat.id)
  return (
    <TitleDialog
      heading={t('chats.renameChat')}
      label={t('assistant.chatTitle')}
      submitLabel={t('common.save')}
      initial={chat.title}
      saving={renameChat}
      onSave={(title) => renameChat.mutate(title, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
