import { ActionIcon, Button, Loader } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { t } from '#web/messages/t.ts'
import { previewQuery } from '#web/queries/previews.ts'
import { failureText } from '#web/api/request.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { hostOf } from '#web/ui/address-parts.ts'
import { PreviewPicker } from './preview-picker.tsx'
import type { PreviewPickerProps } from './preview-picker.tsx'
import { PreviewSkipped } from './preview-skipped.tsx'
import classes from './preview-panel.module.css'

type PreviewPanelProps = Omit<PreviewPickerProps, 'preview'> & { onClose: () => void }

/** "Preview site": the pages a crawl would find, free of charge, to select from. */
export function PreviewPanel(props: PreviewPanelProps) {
  const { onClose, ...pickerProps } = props
  const { request } = pickerProps
  const { data: preview, error, isFetching, refetch } = useQuery(previewQuery(request))
  const host = hostOf(preview?.url ?? request.url)
  const panel = useRef<HTMLElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const opener = useRef<Element>(null)
  useEffect(() => {
    opener.current = document.activeElement
    // Otherwise the focus would be on a button that the panel scrolls out of sight.
    title.current?.focus({ preventScroll: true })
  }, [])
  function close() {
    onClose()
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }
  useEffect(() => {
    // In a block: newer browsers return a promise, which is not a cleanup function.
    panel.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }, [isFetching])
  return (
    <section ref={panel} className={classes.panel} aria-labelledby="preview-title">
      <header className={classes.header}>
        <h2 id="preview-title" ref={title} tabIndex={-1} className={classes.title}>
          {t('preview.title', { host })}
        </h2>
        {!isFetching && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('preview.close')}
            className={classes.close}
            onClick={close}
          >
            <IconX size={18} />
          </ActionIcon>
        )}
      </header>
      {isFetching ? (
        <div className={classes.busy}>
          <Loader size="sm" type="dots" aria-hidden />
          <p role="status">{t('preview.loading', { host })}</p>
          <Button variant="default" size="compact-sm" onClick={close}>
            {t('common.cancel')}
          </Button>
        </div>
      ) : !preview ? (
        <ErrorState title={failureText(error, 'server.unexpected')} compact onRetry={() => void refetch()} />
      ) : (
        <>
          {preview.addresses.length > 0 ? (
            <PreviewPicker {...pickerProps} preview={preview} />
          ) : (
            <EmptyState title={t('preview.noPages')} compact>
              {t('preview.noPagesHint')}
            </EmptyState>
          )}
          {preview.skipped.length > 0 && <PreviewSkipped skipped={preview.skipped} />}
        </>
      )}
    </section>
  )
}
