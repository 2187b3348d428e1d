import { Anchor, Button, Skeleton, Text } from '@mantine/core'
import type { PageSummary } from '#shared/pages.ts'
import { t } from '#web/languages/t.ts'
import { useAnalyseAgain } from '#web/queries/pages.ts'
import { failureWords } from '#web/request.ts'
import classes from './page-details.module.css'

type PageDetailsProps = { page: PageSummary; onRead?: (pageId: string) => void }

/** What the engine made of a page: its summary, key points and topics; and the ways to the page itself. */
export function PageDetails({ page, onRead }: PageDetailsProps) {
  return (
    <div className={classes.details}>
      <h3 className={classes.heading}>{t('Summary')}</h3>
      {page.summary ? <p className={classes.text}>{page.summary}</p> : <NotYet page={page} />}
      {page.mainPoints.length > 0 && (
        <>
          <h3 className={classes.heading}>{t('Key Points')}</h3>
          <ul className={classes.points}>
            {page.mainPoints.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </>
      )}
      {page.topics.length > 0 && (
        <>
          <h3 className={classes.heading}>{t('Topics')}</h3>
          <ul className={classes.topics}>
            {page.topics.map((topic) => (
              <li key={topic}>{topic}</li>
            ))}
          </ul>
        </>
      )}
      <div className={classes.links}>
        {onRead && (
          <Anchor component="button" type="button" size="sm" onClick={() => onRead(page.id)}>
            {t('Read stored copy')}
          </Anchor>
        )}
        <Anchor href={page.url} target="_blank" rel="noreferrer" size="sm">
          {t('Open live page')}
        </Anchor>
      </div>
    </div>
  )
}

function NotYet({ page }: { page: PageSummary }) {
  if (page.analysis === 'pending') {
    return (
      <div aria-label={t('The summary is on its way')} role="status">
        <Skeleton height={10} mb={8} />
        <Skeleton height={10} width="70%" />
      </div>
    )
  }
  if (page.analysis === 'failed') return <FailedAnalysis pageId={page.id} />
  return (
    <Text size="sm" c="dimmed">
      {t('No summary.')}
    </Text>
  )
}

function FailedAnalysis({ pageId }: { pageId: string }) {
  const asking = useAnalyseAgain(pageId)
  return (
    <div className={classes.failed} role="status">
      <span>
        {asking.isError
          ? failureWords(asking.error, 'server.unexpected')
          : t('This page could not be summarised. Its text can be asked about all the same.')}
      </span>
      <Button size="compact-sm" variant="default" loading={asking.isPending} onClick={() => asking.mutate()}>
        {t('Summarise again')}
      </Button>
    </div>
  )
}
