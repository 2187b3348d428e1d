import { Button } from '@mantine/core'
import { IconChevronUp, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { DownloadFormat } from '#shared/download.ts'
import { errorMessage } from '#shared/errors.ts'
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
          Download Crawled Data
        </Button>
        <ChoiceMenu
          label="Choose the format of the download"
          icon={<IconChevronUp size={16} />}
          disabled={disabled}
          choices={[
            { words: 'JSON (.json)', onChoose: () => void download('json') },
            { words: 'Markdown (.md)', onChoose: () => void download('markdown') },
          ]}
        />
        {children}
      </div>
      {state === 'failed' && (
        <Notice
          tone="danger"
          action={
            <Button size="compact-sm" variant="default" onClick={() => setState('idle')}>
              Try Again
            </Button>
          }
        >
          {errorMessage('download.failed')}
        </Notice>
      )}
    </>
  )
}
