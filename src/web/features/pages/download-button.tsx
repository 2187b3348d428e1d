import { Button } from '@mantine/core'
import { IconChevronUp, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { DownloadFormat } from '#shared/download.ts'
import { errorWords } from '#web/languages/said-words.ts'
import { t } from '#web/languages/t.ts'
import { ChoiceMenu } from '#web/ui/choice-menu.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { offerFile } from '#web/ui/offer-file.ts'
import { writeDownload } from './write-download.ts'
import classes from './found-pages.module.css'

type DownloadButtonProps = {
  crawlId: string
  pageIds: string[]
  /** What else can be done, on the same line. */
  children?: ReactNode
}

/** Saves the selected pages, with their text, as one JSON file; the menu beside it also offers Markdown. */
export function DownloadButton({ crawlId, pageIds, children }: DownloadButtonProps) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const disabled = pageIds.length === 0

  async function download(format: DownloadFormat) {
    // The menu stays where the focus is while a file is being written.
    if (state === 'busy') return
    setState('busy')
    try {
      const { name, file } = await writeDownload({ crawlId, pageIds, format })
      offerFile(name, file, file.type)
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
          {t('Download Crawled Data')}
        </Button>
        <ChoiceMenu
          label={t('Choose the format of the download')}
          icon={<IconChevronUp size={16} />}
          disabled={disabled}
          choices={[
            { words: t('JSON (.json)'), onChoose: () => void download('json') },
            { words: t('Markdown (.md)'), onChoose: () => void download('markdown') },
          ]}
        />
        {children}
      </div>
      {state === 'failed' && (
        <Notice
          tone="danger"
          action={
            <Button size="compact-sm" variant="default" onClick={() => setState('idle')}>
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
