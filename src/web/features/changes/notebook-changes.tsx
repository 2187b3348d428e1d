import { Anchor, Button, Skeleton, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import type { ChangeReportSummary } from '#shared/chat/change-reports.ts'
import { failureText } from '#web/api/request.ts'
import { t } from '#web/messages/t.ts'
import { changeReportsQuery } from '#web/queries/change-reports.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice, TryAgain } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { SentencePair } from '#web/ui/sentence-pair.tsx'
import { ChangeOutlets } from './change-outlets.tsx'
import { ChangeReport } from './change-report.tsx'
import { countsText } from './check-summary.ts'
import classes from './notebook-changes.module.css'

/** The change reports of a notebook, or the one in the address. */
export function NotebookChanges({ notebookId }: { notebookId: string }) {
  const { report } = useSearch({ from: '/notebooks/$id' })
  return report ? (
    <ChangeReport key={report} notebookId={notebookId} id={report} />
  ) : (
    <Reports notebookId={notebookId} />
  )
}

function Reports({ notebookId }: { notebookId: string }) {
  const query = useInfiniteQuery(changeReportsQuery(notebookId))
  const pieces = query.data?.pages ?? []
  const reports = pieces.flatMap((piece) => piece.reports)
  // Each piece repeats the outlets; the first is the newest.
  const outlets = pieces[0]
  return (
    <div className={classes.changes}>
      {query.isError && !outlets && (
        <Notice tone="danger" action={<TryAgain onClick={() => void query.refetch()} />}>
          {t('reports.loadFailed')}
        </Notice>
      )}
      <Text className={classes.intro}>{t('reports.intro')}</Text>
      {!outlets && !query.isError && <Skeleton height={160} role="status" aria-label={t('reports.loading')} />}
      {outlets && reports.length === 0 && <Example />}
      {reports.length > 0 && (
        <ul className={classes.list} aria-label={t('reports.list')}>
          {reports.map((report) => (
            <ReportCard key={report.id} report={report} />
          ))}
        </ul>
      )}
      {query.isFetchNextPageError && <Notice tone="danger">{failureText(query.error, 'server.unexpected')}</Notice>}
      {query.hasNextPage && (
        <Button
          variant="default"
          className={classes.older}
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('common.showOlder')}
        </Button>
      )}
      {outlets && <ChangeOutlets notebookId={notebookId} outlets={outlets} />}
    </div>
  )
}

const deliveryTexts = {
  waiting: 'reports.deliveryWaiting',
  delivered: 'reports.deliveryDelivered',
  failed: 'reports.deliveryFailed',
} as const

function ReportCard({ report }: { report: ChangeReportSummary }) {
  const { id, notebook_id, chat_title, created_at, delivery } = report
  return (
    <li className={classes.card}>
      <Anchor
        className={classes.cardTitle}
        renderRoot={(props) => (
          <Link to="/notebooks/$id" params={{ id: notebook_id }} search={{ tab: 'changes', report: id }} {...props} />
        )}
      >
        {countsText(report)}
      </Anchor>
      <Text size="sm" c="dimmed">
        {chat_title} · <RelativeTime iso={created_at} />
        {delivery && ` · ${t('reports.webhook')}: ${t(deliveryTexts[delivery.status])}`}
      </Text>
      <Text size="sm">{touchedText(report)}</Text>
    </li>
  )
}

function touchedText({ questions_touched: questions, citations_touched: citations }: ChangeReportSummary) {
  return [
    questions > 0 && t('reports.questions', { n: questions }),
    citations > 0 && t('reports.citations', { n: citations }),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Before the first report: how to get one, and what it looks like. */
function Example() {
  return (
    <section className={classes.example}>
      <EmptyState compact title={t('reports.empty')}>
        {t('reports.emptyHint')}
      </EmptyState>
      <Text c="dimmed">{t('reports.example')}</Text>
      <div className={classes.card}>
        <p className={classes.cardTitle}>{t('reports.changed', { n: 1 })}</p>
        <Text size="sm">{t('reports.examplePage')}</Text>
        <SentencePair
          sides={[
            { label: t('reports.before'), sentence: t('reports.exampleBefore') },
            { label: t('reports.after'), sentence: t('reports.exampleAfter') },
          ]}
        />
      </div>
    </section>
  )
}
