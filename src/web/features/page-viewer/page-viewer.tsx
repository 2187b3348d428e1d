import { ActionIcon, Anchor, Skeleton } from '@mantine/core'
import { IconExternalLink, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef } from 'react'
import type { Citation } from '#shared/chat/chats.ts'
import { Quote } from '#web/features/claims/quote.tsx'
import { differenceText, goneText, stateTip } from '#web/features/claims/state-name.ts'
import { dateAndTime } from '#web/messages/numbers-and-dates.ts'
import { rich, t } from '#web/messages/t.ts'
import { pageQuery } from '#web/queries/pages.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { useShortTitle } from '#web/ui/hooks/use-short-title.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { liveLink } from './live-link.ts'
import classes from './page-viewer.module.css'
import copyClasses from './stored-copy.module.css'

const MarkedText = lazy(() => import('./marked-text.tsx').then((module) => ({ default: module.MarkedText })))

/** The open page, with the citation to mark and `others`: further sentences that the same answer shows. */
export type OpenPage = { pageId: string; citation: Citation | null; others?: readonly string[] }

const NO_OTHERS: readonly string[] = []

type PageViewerProps = { openPage: OpenPage; onClose: () => void }

/** The stored copy of a page, scrolled to the cited sentence. */
export function PageViewer({ openPage, onClose }: PageViewerProps) {
  const { pageId, citation, others = NO_OTHERS } = openPage
  const sentence = citation?.sentence || null
  const { data: page, isError, refetch } = useQuery(pageQuery(pageId))
  const shortTitle = useShortTitle()
  const body = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => heading.current?.focus({ preventScroll: true }), [openPage])

  function scrollToMark() {
    const scroller = body.current
    if (!scroller) return
    const mark = scroller.querySelector('mark:not([data-other])')
    if (!mark) {
      scroller.scrollTop = 0
      return
    }
    const markTop = mark.getBoundingClientRect().top - scroller.getBoundingClientRect().top
    // A quarter down the pane, so that the preceding text is visible.
    scroller.scrollTop += markTop - scroller.clientHeight / 4
  }

  return (
    <div className={classes.viewer} onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      <div className={classes.header}>
        <div className={classes.text}>
          <h2 ref={heading} tabIndex={-1} className={classes.title}>
            {page && shortTitle(page)}
            {!page && isError && t('common.page')}
            {!page && !isError && <Skeleton height={18} width="60%" component="span" />}
          </h2>
          {page && (
            <p className={classes.facts}>
              {rich('foundPages.storedCopyOf', {
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
              {t('foundPages.openLivePage')} <IconExternalLink size={13} aria-hidden />
            </Anchor>
          )}
        </div>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('foundPages.closePage')} onClick={onClose}>
          <IconX size={18} />
        </ActionIcon>
      </div>
      {page?.uncertain && (
        <Notice tone="warning" className={classes.notice}>
          {t('foundPages.uncertain')}
        </Notice>
      )}
      {citation?.gone && (
        <Notice tone="warning" className={classes.notice}>
          {goneText(citation)}
        </Notice>
      )}
      {citation && <CitationNotice citation={citation} />}
      <div className={classes.body} ref={body} tabIndex={0} role="region" aria-label={t('foundPages.storedPage')}>
        {isError && <ErrorState title={t('foundPages.storedPageFailed')} onRetry={() => void refetch()} />}
        {page && (
          <div className={copyClasses.copy}>
            <Suspense>
              <MarkedText markdown={page.content} sentence={sentence} others={others} onRendered={scrollToMark} />
            </Suspense>
          </div>
        )}
        {!page && !isError && <LoadingSkeleton />}
      </div>
    </div>
  )
}

/** Says how the answer relates to the marked sentence, unless it quotes it. */
function CitationNotice({ citation: { state, claim, differences = [] } }: { citation: Citation }) {
  if (state === 'quoted') return null
  return (
    <Notice tone={state === 'paraphrased' ? 'info' : 'warning'} className={classes.notice}>
      {/* Citations of earlier versions have no claim. */}
      {(claim === '' || state === 'not-found') && stateTip(state)}
      {claim !== '' && state === 'paraphrased' && rich('claims.viewParaphrased', { claim: <Quote text={claim} /> })}
      {claim !== '' && state === 'differs' && rich('claims.viewDiffers', { claim: <Quote text={claim} /> })}
      {differences.map((difference, index) => (
        <div key={index}>{differenceText(difference)}</div>
      ))}
    </Notice>
  )
}

function LoadingSkeleton() {
  return (
    <div role="status" aria-label={t('foundPages.storedPageLoading')}>
      {[100, 94, 97, 60, 0, 98, 90, 72].map((width, index) => (
        <Skeleton key={index} height={12} width={`${width}%`} mb={14} />
      ))}
    </div>
  )
}
