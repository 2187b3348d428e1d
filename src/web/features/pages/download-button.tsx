import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { errorMessage } from '#shared/errors.ts'
import { downloadFileName, toDownloadRecord } from '#shared/pages.ts'
import { getCrawlWithContent } from '#web/client.ts'
import { Notice } from '#web/ui/notice.tsx'
import { offerFile } from '#web/ui/offer-file.ts'

type DownloadButtonProps = { crawlId: string; selected: ReadonlySet<string>; disabled: boolean }

/** Saves the selected pages, with their text, as one JSON file. */
export function DownloadButton({ crawlId, selected, disabled }: DownloadButtonProps) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')

  async function download() {
    setState('busy')
    try {
      const { pages } = await getCrawlWithContent(crawlId)
      const now = new Date()
      const records = pages.filter((page) => selected.has(page.id)).map((page) => toDownloadRecord(page, now))
      offerFile(downloadFileName(now), JSON.stringify(records, null, 2), 'application/json')
      setState('idle')
    } catch {
      setState('failed')
    }
  }

  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} />}
        disabled={disabled}
        loading={state === 'busy'}
        onClick={download}
        fullWidth
      >
        Download Crawled Data
      </Button>
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
