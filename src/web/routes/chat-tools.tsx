import { Button } from '@mantine/core'
import type { SavedChat } from '#shared/chats.ts'
import { ChangesButton } from '#web/features/changes/changes-button.tsx'
import { ExportMenu } from '#web/features/chat-export/export-menu.tsx'
import { useExport } from '#web/features/chat-export/use-export.ts'
import { useUpgrade } from '#web/features/credits/upgrade.tsx'
import { ShareButton } from '#web/features/share/share-button.tsx'
import { SaveToStorage } from '#web/features/storage/save-to-storage.tsx'
import { errorWords } from '#web/languages/said-words.ts'
import { t } from '#web/languages/t.ts'
import { Notice } from '#web/ui/notice.tsx'
import classes from './chat-tools.module.css'

/** What can be done with a whole chat: check its pages, share it, take it along. */
export function ChatTools({ chat }: { chat: SavedChat }) {
  const exported = useExport(chat)
  const { failed } = exported
  const upgrade = useUpgrade()
  return (
    <>
      <div className={classes.tools}>
        <ChangesButton chatId={chat.id} onUpgrade={upgrade} />
        <ShareButton chatId={chat.id} />
        <ExportMenu onExport={(format) => void exported.save(format)} />
        <SaveToStorage source={{ kind: 'chat', id: chat.id }} />
      </div>
      {failed && (
        <Notice
          tone="danger"
          className={classes.notice}
          action={
            <Button size="compact-sm" variant="default" onClick={() => void exported.save(failed)}>
              {t('Try Again')}
            </Button>
          }
        >
          {errorWords('download.failed')}
        </Notice>
      )}
    </>
  )
}
