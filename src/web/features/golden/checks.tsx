import { Button, Skeleton, Text } from '@mantine/core'
import { IconBulb, IconPlus } from '@tabler/icons-react'
import { useIsMutating, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { GoldenQuestion, GoldenQuestions, GoldenRun } from '#shared/chat/golden-questions.ts'
import { failureText } from '#web/api/request.ts'
import { rich, t } from '#web/messages/t.ts'
import { goldenQuery, goldenRunKey, useRunGolden } from '#web/queries/golden.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice, TryAgain } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { CheckCard, CheckSentences } from './check-card.tsx'
import { GoldenQuestionForm } from './golden-question-form.tsx'
import { GoldenFile } from './golden-file.tsx'
import { SuggestedChecks } from './suggested-checks.tsx'
import classes from './checks.module.css'
import { dateAndTime } from '#web/messages/numbers-and-dates.ts'
import { BarRows } from '#web/ui/charts/bar-rows.tsx'

/** The golden questions of a notebook with the results of the newest run. */
export function Checks({ notebookId }: { notebookId: string }) {
  const { data, isError, refetch } = useQuery(goldenQuery(notebookId))
  const run = useRunGolden(notebookId)
  const isRunning = useIsMutating({ mutationKey: goldenRunKey(notebookId) }) > 0
  const [edited, setEdited] = useState<GoldenQuestion | 'new' | null>(null)
  const [isSuggesting, setIsSuggesting] = useState(false)
  const hasQuestions = Boolean(data && data.questions.length > 0)
  return (
    <div className={classes.checks}>
      {isError && !data && (
        <Notice tone="danger" action={<TryAgain onClick={() => void refetch()} />}>
          {t('golden.loadFailed')}
        </Notice>
      )}
      <Text className={classes.intro}>{t('golden.intro')}</Text>
      <div className={classes.line}>
        {hasQuestions && (
          <Button loading={isRunning} onClick={() => run.mutate()}>
            {t('golden.run')}
          </Button>
        )}
        <Button
          variant={hasQuestions ? 'default' : 'filled'}
          leftSection={<IconPlus size={16} />}
          onClick={() => setEdited('new')}
        >
          {t('golden.add')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconBulb size={16} />}
          aria-expanded={isSuggesting}
          onClick={() => setIsSuggesting(!isSuggesting)}
        >
          {t('golden.suggest')}
        </Button>
        <GoldenFile notebookId={notebookId} site={hasQuestions && data ? data.site : null} />
      </div>
      {isSuggesting && <SuggestedChecks notebookId={notebookId} />}
      {run.error && <Notice tone="danger">{failureText(run.error, 'server.unexpected')}</Notice>}
      {!data && !isError && <Skeleton height={160} role="status" aria-label={t('golden.loading')} />}
      {data && <RunSummary golden={data} isRunning={isRunning} />}
      {data && !hasQuestions && <NoChecks />}
      {data && hasQuestions && (
        <ul className={classes.list}>
          {data.questions.map((question) => (
            <CheckCard
              key={question.id}
              notebookId={notebookId}
              question={question}
              result={data.results.find(({ question_id }) => question_id === question.id)}
              onEdit={() => setEdited(question)}
            />
          ))}
        </ul>
      )}
      {data && data.runs.length > 1 && <CheckHistory runs={data.runs} />}
      {edited && (
        <GoldenQuestionForm
          notebookId={notebookId}
          golden={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  )
}

/** The counts of the newest run. */
function RunSummary({ golden: { runs }, isRunning }: { golden: GoldenQuestions; isRunning: boolean }) {
  const [newest] = runs
  const counts = newest && [
    t('golden.passedCount', { n: newest.passed }),
    newest.changed > 0 && t('golden.changedCount', { n: newest.changed }),
    newest.lost > 0 && t('golden.lostCount', { n: newest.lost }),
    newest.failed > 0 && t('golden.failedCount', { n: newest.failed }),
  ]
  return (
    <>
      <p role="status" className={classes.summary}>
        {isRunning && t('golden.running')}
        {!isRunning && newest && counts && (
          <>
            <strong>{counts.filter(Boolean).join(' · ')}</strong>
            {' · '}
            <span className={classes.dimmed}>
              {rich('golden.lastRun', { n: newest.pages, time: <RelativeTime key="time" iso={newest.ran_at} /> })}
            </span>
          </>
        )}
      </p>
      {!isRunning && newest?.pages === 0 && <Notice tone="warning">{t('golden.noPages')}</Notice>}
    </>
  )
}

/** Without questions: how to add one, and what a changed one looks like. */
function NoChecks() {
  const mark = (words: React.ReactNode[]) => <mark key="value">{words}</mark>
  return (
    <>
      <EmptyState compact title={t('golden.none')}>
        {t('golden.noneHint')}
      </EmptyState>
      <section className={classes.example}>
        <Text c="dimmed">{t('golden.example')}</Text>
        <div className={classes.check}>
          <CheckSentences
            question={t('golden.exampleQuestion')}
            outcome="changed"
            expected={rich('golden.exampleThen', { mark })}
            found={{ sentence: rich('golden.exampleNow', { mark }), source: t('golden.examplePage') }}
          />
        </div>
      </section>
    </>
  )
}

/** How many checks passed in each run: a bar and a table at the same time. */
function CheckHistory({ runs }: { runs: readonly GoldenRun[] }) {
  return (
    <details className={classes.history}>
      <summary>{t('golden.history')}</summary>
      <BarRows
        caption={t('golden.historyCaption')}
        rows={runs.map(({ ran_at, passed, changed, lost, failed }) => ({
          words: t('golden.historyRow', {
            time: dateAndTime(ran_at),
            passed,
            all: passed + changed + lost + failed,
          }),
          value: passed,
        }))}
      />
    </details>
  )
}
