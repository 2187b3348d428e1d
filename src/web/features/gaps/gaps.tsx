import { Button, NativeSelect, Skeleton, Switch, Text } from '@mantine/core'
import { useIsMutating, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Gap, GapPage, Gaps as FoundGaps } from '#shared/chat/gaps.ts'
import { writeGapsCsv } from '#shared/chat/gaps-csv.ts'
import { plans } from '#shared/plans.ts'
import { failureText } from '#web/api/request.ts'
import { StoredPage } from '#web/features/page-viewer/stored-page.tsx'
import { rich, t } from '#web/messages/t.ts'
import { creditsQuery } from '#web/queries/credits.ts'
import { gapCheckKey, gapsQuery, useChangeGapSettings, useCheckGaps } from '#web/queries/gaps.ts'
import { downloadFile } from '#web/ui/download-file.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { GapCard } from './gap-card.tsx'
import classes from './gaps.module.css'

const decidedTexts = { resolved: 'gaps.resolved', ignored: 'gaps.ignored' } as const
const KEEP_DAYS = [7, 30, 90, 365]

/** The gaps of a notebook. Pages that are new since the last check are checked when the tab opens. */
export function Gaps({ notebookId }: { notebookId: string }) {
  const { data, isError, refetch } = useQuery(gapsQuery(notebookId))
  const check = useCheckGaps(notebookId)
  const isChecking = useIsMutating({ mutationKey: gapCheckKey(notebookId) }) > 0
  const hasChecked = useRef(false)
  const mustCheck = data?.needs_check && !isChecking
  useEffect(() => {
    if (!mustCheck || hasChecked.current) return
    hasChecked.current = true
    check.mutate()
  }, [mustCheck, check])
  return (
    <div className={classes.gaps}>
      <Text className={classes.intro}>{t('gaps.intro')}</Text>
      {data && data.gaps.length > 0 && (
        <div className={classes.line}>
          <Button loading={isChecking} onClick={() => check.mutate()}>
            {t('gaps.check')}
          </Button>
          <Text size="sm" c="dimmed" role="status" className={classes.status}>
            {isChecking && t('gaps.checking')}
            {!isChecking &&
              data.checked_at &&
              rich('gaps.checked', { time: <RelativeTime key="time" iso={data.checked_at} /> })}
          </Text>
          <Button variant="default" onClick={() => downloadFile('gaps.csv', writeGapsCsv(data.gaps), 'text/csv')}>
            {t('gaps.exportCsv')}
          </Button>
          <Button
            variant="default"
            onClick={() => downloadFile('gaps.json', JSON.stringify(data.gaps, null, 2), 'application/json')}
          >
            {t('gaps.exportJson')}
          </Button>
        </div>
      )}
      {check.error && <Notice tone="danger">{failureText(check.error, 'server.unexpected')}</Notice>}
      {isError && !data && <ErrorState title={t('gaps.loadFailed')} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={160} role="status" aria-label={t('gaps.loading')} />}
      {data && <LeftOut {...data} />}
      {data?.gaps.length === 0 && <Example />}
      {data && data.gaps.length > 0 && <Found notebookId={notebookId} gaps={data.gaps} />}
      {data && <Settings notebookId={notebookId} settings={data} />}
    </div>
  )
}

function LeftOut({ questions_left_out: n }: FoundGaps) {
  const { data: credits } = useQuery(creditsQuery)
  if (n === 0 || !credits) return null
  return <Notice tone="warning">{t('gaps.leftOut', { n, most: plans[credits.tier].maxGapQuestions })}</Notice>
}

function Found({ notebookId, gaps }: { notebookId: string; gaps: Gap[] }) {
  const [opened, setOpened] = useState<(GapPage & { pageId: string }) | null>(null)
  const open = gaps.filter(({ decision }) => decision === 'open')
  const cards = (shown: Gap[]) => (
    <ul className={classes.list}>
      {shown.map((gap) => (
        <GapCard key={gap.id} notebookId={notebookId} gap={gap} onOpen={setOpened} />
      ))}
    </ul>
  )
  return (
    <>
      {open.length === 0 && <EmptyState title={t('gaps.none')}>{t('gaps.noneHint')}</EmptyState>}
      {open.length > 0 && (
        <section aria-labelledby="gaps-found">
          <h2 id="gaps-found" className={classes.heading}>
            {t('gaps.found', { n: open.length })}
          </h2>
          {cards(open)}
        </section>
      )}
      {(['resolved', 'ignored'] as const).map((decision) => {
        const decided = gaps.filter((gap) => gap.decision === decision)
        if (decided.length === 0) return null
        return (
          <details key={decision} className={classes.more}>
            <summary>{t(decidedTexts[decision], { n: decided.length })}</summary>
            {cards(decided)}
          </details>
        )
      })}
      {opened && <StoredPage page={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

/** While every question was answered: what a gap looks like. */
function Example() {
  return (
    <section className={classes.example}>
      <EmptyState compact title={t('gaps.noneYet')}>
        {t('gaps.noneYetHint')}
      </EmptyState>
      <Text c="dimmed">{t('gaps.example')}</Text>
      <div className={classes.gap}>
        <p className={classes.question}>{t('gaps.exampleQuestion')}</p>
        <Text size="sm" c="dimmed">
          {t('gaps.exampleCount')}
        </Text>
        <Text size="sm">{t('gaps.closest', { page: t('gaps.exampleClosest') })}</Text>
      </div>
    </section>
  )
}

function Settings({ notebookId, settings }: { notebookId: string; settings: FoundGaps }) {
  const change = useChangeGapSettings(notebookId)
  const { records_questions: records, keep_questions_days: days } = settings
  const choices = [...new Set([...KEEP_DAYS, days])].toSorted((one, other) => one - other)
  return (
    <details className={classes.more}>
      <summary>{t('gaps.settings')}</summary>
      <div className={classes.settings}>
        <Switch
          label={t('gaps.record')}
          description={t('gaps.recordHint')}
          checked={change.isPending ? (change.variables.records_questions ?? records) : records}
          onChange={({ currentTarget }) => change.mutate({ records_questions: currentTarget.checked })}
        />
        <NativeSelect
          label={t('gaps.keepFor')}
          disabled={!records}
          value={String(days)}
          data={choices.map((n) => ({ value: String(n), label: t('gaps.days', { n }) }))}
          onChange={({ currentTarget }) => change.mutate({ keep_questions_days: Number(currentTarget.value) })}
        />
        {change.error && <Notice tone="danger">{failureText(change.error, 'server.unexpected')}</Notice>}
      </div>
    </details>
  )
}
