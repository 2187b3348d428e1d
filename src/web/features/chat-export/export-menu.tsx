import { IconDownload } from '@tabler/icons-react'
import type { ExportFormat } from '#shared/chat/chat-export.ts'
import { t } from '#web/messages/t.ts'
import { ChoiceMenu } from '#web/ui/choice-menu.tsx'

type ExportMenuProps = { onExport: (format: ExportFormat) => void }

export function ExportMenu({ onExport }: ExportMenuProps) {
  return (
    <ChoiceMenu
      label={t('chats.export')}
      icon={<IconDownload size={18} />}
      opens="below"
      choices={[
        { words: t('foundPages.formatMarkdown'), onChoose: () => onExport('markdown') },
        { words: t('foundPages.formatHtml'), onChoose: () => onExport('html') },
        { words: t('foundPages.formatJson'), onChoose: () => onExport('json') },
      ]}
    />
  )
}
