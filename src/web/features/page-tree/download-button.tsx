import { Button } from '@mantine/core'
import { IconChevronUp, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { DownloadFormat } from '#shared/crawl/download.ts'
import { errorText } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import { ChoiceMenu } from '#web/ui/choice-menu.tsx'
import { Notice, TryAgain } from '#web/ui/notice.tsx'
import { downloadFile } from '#web/ui/download-file.ts'
import { writeDownload } from './write-download.ts'
import classes from './found-pages.module.css'

type DownloadButtonProps = {
  crawlId: string
  pageIds: string[]
  /** Further buttons on the same line. */
  children?: ReactNode
}

/** Downloads the selected pages as one JSON file; the menu also offers Markdown. */
export function DownloadButton({ crawlId, pageIds, children }: DownloadButtonProps) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const disabled = pageIds.length === 0

  async function download(format: DownloadFormat) {
    // The menu stays enabled to keep the focus while the file is written.
    if (state === 'busy') return
    setState('busy')
    try {
      const { name, file } = await writeDownload({ crawlId, pageIds, format })
      downloadFile(name, file, file.type)
      setState('idle')
    } catch {
      setState('failed')
    }
  }

  return (
    <>
      <div className={classes.download}>
        <Button
          variant="default"
          className={classes.file}
          leftSection={<IconDownload size={16} className={classes.icon} />}
          disabled={disabled}
          loading={state === 'busy'}
          onClick={() => void download('json')}
          fullWidth
        >
          {t('foundPages.download')}
        </Button>
        <ChoiceMenu
          label={t('foundPages.downloadFormat')}
          icon={<IconChevronUp size={16} />}
          disabled={disabled}
          choices={[
            { words: t('foundPages.formatJson'), onChoose: () => void download('json') },
            { words: t('foundPages.formatMarkdown'), onChoose: () => void download('markdown') },
          ]}
        />
        {children}
      </div>
      {state === 'failed' && (
        <Notice tone="danger" action={<TryAgain onClick={() => setState('idle')} />}>
          {errorText('download.failed')}
        </Notice>
      )}
    </>
  )
}
