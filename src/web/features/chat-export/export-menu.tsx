import { IconDownload } from '@tabler/icons-react'
import type { ExportFormat } from '#shared/chat-export.ts'
import { t } from '#web/languages/t.ts'
import { ChoiceMenu } from '#web/ui/choice-menu.tsx'

type ExportMenuProps = { onExport: (format: ExportFormat) => void }

/** The formats in which a chat can be taken along. */
export function ExportMenu({ onExport }: ExportMenuProps) {
  return (
    <ChoiceMenu
      label={t('Export chat')}
      icon={<IconDownload size={18} />}
      opens="below"
      choices={[
        { words: t('Markdown (.md)'), onChoose: () => onExport('markdown') },
        { words: t('Web page (.html)'), onChoose: () => onExport('html') },
        { words: t('JSON (.json)'), onChoose: () => onExport('json') },
      ]}
    />
  )
}
