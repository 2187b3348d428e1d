import { ActionIcon, Button, Loader } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { t } from '#web/languages/t.ts'
import { previewQuery } from '#web/queries/previews.ts'
import { failureWords } from '#web/request.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FailedFace } from '#web/ui/failed-face.tsx'
import { hostOf } from './crawl-host.ts'
import { PreviewChoice } from './preview-choice.tsx'
import type { PreviewChoiceProps } from './preview-choice.tsx'
import { PreviewSkipped } from './preview-skipped.tsx'
import classes from './preview-panel.module.css'

type PreviewPanelProps = Omit<PreviewChoiceProps, 'preview'> & { onClose: () => void }

/** "Preview site": what a crawl would read, before it costs anything, to choose from. */
export function PreviewPanel(props: PreviewPanelProps) {
  const { onClose, ...choice } = props
  const { ask } = choice
  const { data: preview, error, isFetching, refetch } = useQuery(previewQuery(ask))
  const host = hostOf(preview?.url ?? ask.url)
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    // Its answer, a promise in newer browsers, is no clean-up.
    panel.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }, [isFetching])
  return (
    <section ref={panel} className={classes.panel} aria-labelledby="preview-title">
      <header className={classes.header}>
        <h2 id="preview-title" className={classes.title}>
          {t('Preview of {host}', { host })}
        </h2>
        {!isFetching && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('Close preview')}
            title={t('Close preview')}
            className={classes.close}
            onClick={onClose}
          >
            <IconX size={18} />
          </ActionIcon>
        )}
      </header>
      {isFetching ? (
        <div className={classes.busy}>
          <Loader size="sm" type="dots" aria-hidden />
          <p role="status">
            {t('Looking at {host}: its sitemaps and the links of its first pages. This costs no credits.', { host })}
          </p>
          <Button variant="default" size="compact-sm" onClick={onClose}>
            {t('Cancel')}
          </Button>
        </div>
      ) : !preview ? (
        <FailedFace title={failureWords(error, 'server.unexpected')} compact onRetry={() => void refetch()} />
      ) : (
        <>
          {preview.addresses.length > 0 ? (
            <PreviewChoice {...choice} preview={preview} />
          ) : (
            <EmptyState title={t('Nothing here would be read')} compact>
              {t('What was found is below, with the reason. Another start address may lead further.')}
            </EmptyState>
          )}
          {preview.skipped.length > 0 && <PreviewSkipped skipped={preview.skipped} />}
        </>
      )}
    </section>
  )
}
