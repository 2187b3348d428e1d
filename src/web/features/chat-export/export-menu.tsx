import { IconDownload } from '@tabler/icons-react'
import type { ExportFormat } from '#shared/chat-export.ts'
import { ChoiceMenu } from '#web/ui/choice-menu.tsx'

type ExportMenuProps = { onExport: (format: ExportFormat) => void }

/** The formats in which a chat can be taken along. */
export function ExportMenu({ onExport }: ExportMenuProps) {
  return (
    <ChoiceMenu
      label="Export chat"
      icon={<IconDownload size={18} />}
      opens="below"
      choices={[
        { words: 'Markdown (.md)', onChoose: () => onExport('markdown') },
        { words: 'Web page (.html)', onChoose: () => onExport('html') },
        { words: 'JSON (.json)', onChoose: () => onExport('json') },
      ]}
    />
  )
}
