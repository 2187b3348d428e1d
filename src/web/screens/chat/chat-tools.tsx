import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type MouseEvent, useId } from 'react'
import type { SavedChat } from '#shared/chat/chats.ts'
import { ChangesButton } from '#web/features/changes/changes-button.tsx'
import { ExportMenu } from '#web/features/chat-export/export-menu.tsx'
import { useExport } from '#web/features/chat-export/use-export.ts'
import { useChatMenu } from '#web/features/chat-list/use-chat-menu.tsx'
import { useUpgrade } from '#web/features/credits/upgrade.tsx'
import { ShareButton } from '#web/features/share/share-button.tsx'
import { SaveToStorage } from '#web/features/storage/save-to-storage.tsx'
import { errorText } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import { ChoiceMenu } from '#web/ui/choice-menu.tsx'
import { Notice, TryAgain } from '#web/ui/notice.tsx'
import classes from './chat-tools.module.css'

/**
 * Actions on a chat: check its pages, share, export, and the menu of its card. Beside the title, or on a phone in a
 * menu.
 */
export function ChatTools({ chat }: { chat: SavedChat }) {
  const exported = useExport(chat)
  const { failed } = exported
  const upgrade = useUpgrade()
  const id = useId()
  const navigate = useNavigate()
  const menu = useChatMenu({
    onDeleted: () => navigate({ to: '/notebooks/$id', params: { id: chat.notebook_id } }),
    onDuplicated: (copy) => void navigate({ to: '/chats/$id', params: { id: copy } }),
  })
  return (
    <>
      <ActionIcon
        variant="default"
        size={36}
        className={classes.more}
        aria-label={t('common.actions')}
        popoverTarget={id}
      >
        <IconDots size={18} />
      </ActionIcon>
      <div id={id} popover="auto" className={classes.tools} onClick={closeAfterChoice}>
        <ChangesButton chatId={chat.id} onUpgrade={upgrade} />
        <ShareButton chatId={chat.id} />
        <ExportMenu onExport={(format) => void exported.save(format)} />
        <SaveToStorage source={{ kind: 'chat', id: chat.id }} />
        <ChoiceMenu
          label={t('chats.moreActions')}
          icon={<IconDots size={18} />}
          opens="below"
          choices={menu.choicesOf(chat)}
        />
      </div>
      {menu.dialogs}
      {failed && (
        <Notice
          tone="danger"
          className={classes.notice}
          action={<TryAgain onClick={() => void exported.save(failed)} />}
        >
          {errorText('download.failed')}
        </Notice>
      )}
    </>
  )
}

/** The dialog that the button opens would be under the menu. */
function closeAfterChoice({ currentTarget, target }: MouseEvent<HTMLElement>) {
  if (target instanceof Element && !target.closest('[aria-haspopup]')) currentTarget.hidePopover()
}
