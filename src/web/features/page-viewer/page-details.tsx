import { Anchor, Button, Skeleton, Text } from '@mantine/core'
import type { PageSummary } from '#shared/crawl/pages.ts'
import { t } from '#web/messages/t.ts'
import { useAnalyzeAgain } from '#web/queries/pages.ts'
import { failureText } from '#web/api/request.ts'
import classes from './page-details.module.css'

type PageDetailsProps = { page: PageSummary; onOpenPage?: (pageId: string) => void }

/** Summary, key points and topics of a page, with links to its stored copy and the live page. */
export function PageDetails({ page, onOpenPage }: PageDetailsProps) {
  return (
    <div className={classes.details}>
      {page.uncertain && <p className={classes.uncertain}>{t('foundPages.uncertain')}</p>}
      <h3 className={classes.heading}>{t('foundPages.summary')}</h3>
      {page.summary ? <p className={classes.text}>{page.summary}</p> : <MissingSummary page={page} />}
      {page.mainPoints.length > 0 && (
        <>
          <h3 className={classes.heading}>{t('foundPages.keyPoints')}</h3>
          <ul className={classes.points}>
            {page.mainPoints.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </>
      )}
      {page.topics.length > 0 && (
        <>
          <h3 className={classes.heading}>{t('foundPages.topics')}</h3>
          <ul className={classes.topics}>
            {page.topics.map((topic) => (
              <li key={topic}>{topic}</li>
            ))}
          </ul>
        </>
      )}
      <div className={classes.links}>
        {onOpenPage && (
          <Anchor component="button" type="button" size="sm" onClick={() => onOpenPage(page.id)}>
            {t('foundPages.openStoredCopy')}
          </Anchor>
        )}
        <Anchor href={page.url} target="_blank" rel="noreferrer" size="sm">
          {t('foundPages.openLivePage')}
        </Anchor>
      </div>
    </div>
  )
}

function MissingSummary({ page }: { page: PageSummary }) {
  if (page.analysis === 'pending') {
    return (
      <div aria-label={t('foundPages.summarizing')} role="status">
        <Skeleton height={10} mb={8} />
        <Skeleton height={10} width="70%" />
      </div>
    )
  }
  if (page.analysis === 'failed') return <FailedAnalysis pageId={page.id} />
  return (
    <Text size="sm" c="dimmed">
      {t('foundPages.noSummary')}
    </Text>
  )
}

function FailedAnalysis({ pageId }: { pageId: string }) {
  const analyzeAgain = useAnalyzeAgain(pageId)
  return (
    <div className={classes.failed} role="status">
      <span>
        {analyzeAgain.isError ? failureText(analyzeAgain.error, 'server.unexpected') : t('foundPages.summaryFailed')}
      </span>
      <Button
        size="compact-sm"
        variant="default"
        loading={analyzeAgain.isPending}
        onClick={() => analyzeAgain.mutate()}
      >
        {t('common.tryAgain')}
      </Button>
    </div>
  )
}
