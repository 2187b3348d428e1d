import { ActionIcon, Anchor, Skeleton } from '@mantine/core'
import { IconExternalLink, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { dateAndTime } from '#web/languages/numbers-and-dates.ts'
import { rich, t } from '#web/languages/t.ts'
import { pageQuery } from '#web/queries/pages.ts'
import { FailedFace } from '#web/ui/failed-face.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { liveLink } from './live-link.ts'
import { StoredCopy } from './stored-copy.tsx'
import classes from './page-reader.module.css'

export type Reading = { pageId: string; sentence: string | null; verified: boolean }

type PageReaderProps = { reading: Reading; onClose: () => void }

/** A stored page as it was when it was read, open at the sentence an answer stands on. */
export function PageReader({ reading, onClose }: PageReaderProps) {
  const { pageId, sentence, verified } = reading
  const { data: page, isError, refetch } = useQuery(pageQuery(pageId))
  const body = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => heading.current?.focus({ preventScroll: true }), [reading])

  function showMark() {
    const scroller = body.current
    if (!scroller) return
    const mark = scroller.querySelector('mark')
    const above = mark ? mark.getBoundingClientRect().top - scroller.getBoundingClientRect().top : 0
    // A quarter down the pane, so that what stands before the sentence is seen as well.
    scroller.scrollTop = mark ? scroller.scrollTop + above - scroller.clientHeight / 4 : 0
  }

  return (
    <div className={classes.reader} onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      <div className={classes.header}>
        <div className={classes.words}>
          <h2 ref={heading} tabIndex={-1} className={classes.title}>
            {page?.title ?? (isError ? t('Page') : <Skeleton height={18} width="60%" component="span" />)}
          </h2>
          {page && (
            <p className={classes.facts}>
              {rich('Stored copy of {time}', {
                time: (
                  <time dateTime={page.fetchedAt}>
                    {dateAndTime(page.fetchedAt, { dateStyle: 'medium', timeStyle: 'short' })}
                  </time>
                ),
              })}
            </p>
          )}
          {page && (
            <Anchor href={liveLink(page.url, sentence)} target="_blank" rel="noreferrer" size="sm">
              {t('Open live page')} <IconExternalLink size={13} aria-hidden />
            </Anchor>
          )}
        </div>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('Close page')} onClick={onClose}>
          <IconX size={18} />
        </ActionIcon>
      </div>
      {sentence && !verified && (
        <Notice tone="warning" className={classes.notice}>
          {t('This citation is unverified: its sentence was not found word for word in this page.')}
        </Notice>
      )}
      <div className={classes.body} ref={body} tabIndex={0} role="region" aria-label={t('Stored page')}>
        {isError && <FailedFace title={t('The stored page could not be loaded.')} onRetry={() => void refetch()} />}
        {page && <StoredCopy markdown={page.content} sentence={verified ? sentence : null} onShown={showMark} />}
        {!page && !isError && <Waiting />}
      </div>
    </div>
  )
}

function Waiting() {
  return (
    <div role="status" aria-label={t('Loading the page')}>
      {[100, 94, 97, 60, 0, 98, 90, 72].map((width, index) => (
        <Skeleton key={index} height={12} width={`${width}%`} mb={14} />
      ))}
    </div>
  )
}
