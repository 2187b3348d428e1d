import { Button, NativeSelect, Skeleton, Switch, Text } from '@mantine/core'
import { useIsMutating, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Gap, GapPage, Gaps as GapsResponse } from '#shared/chat/gaps.ts'
import { writeGapsCsv } from '#shared/chat/gaps-csv.ts'
import { plans } from '#shared/plans.ts'
import { failureText } from '#web/api/request.ts'
import { StoredPage } from '#web/features/page-viewer/stored-page.tsx'
import { rich, t } from '#web/messages/t.ts'
import { creditsQuery } from '#web/queries/credits.ts'
import { gapCheckKey, gapsQuery, useChangeGapSettings, useCheckGaps } from '#web/queries/gaps.ts'
import { downloadFile } from '#web/ui/download-file.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice, TryAgain } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { GapCard } from './gap-card.tsx'
import classes from './gaps.module.css'

const decidedTexts = { resolved: 'gaps.resolved', ignored: 'gaps.ignored' } as const
const KEEP_DAYS = [7, 30, 90, 365]

/** A tab of the notebook screen: the gaps, questions that the notebook's pages did not answer. */
export function Gaps({ notebookId }: { notebookId: string }) {
  const { data, isError, refetch } = useQuery(gapsQuery(notebookId))
  const check = useCheckGaps(notebookId)
  useCheckOnOpen(notebookId, { needsCheck: data?.needs_check ?? false, check: check.mutate })
  return (
    <div className={classes.gaps}>
      {isError && !data && (
        <Notice tone="danger" action={<TryAgain onClick={() => void refetch()} />}>
          {t('gaps.loadFailed')}
        </Notice>
      )}
      <Text className={classes.intro}>{t('gaps.intro')}</Text>
      {data && data.gaps.length > 0 && <Toolbar notebookId={notebookId} response={data} onCheck={check.mutate} />}
      {check.error && <Notice tone="danger">{failureText(check.error, 'server.unexpected')}</Notice>}
      {!data && !isError && <Skeleton height={160} role="status" aria-label={t('gaps.loading')} />}
      {data && (
        <>
          <LeftOutNotice count={data.questions_left_out} />
          {data.gaps.length === 0 ? <ExampleGap /> : <GapLists notebookId={notebookId} gaps={data.gaps} />}
          <GapSettings notebookId={notebookId} settings={data} />
        </>
      )}
    </div>
  )
}

const useIsChecking = (notebookId: string) => useIsMutating({ mutationKey: gapCheckKey(notebookId) }) > 0

/** Asks the open gaps again, once, if pages are new since the last check. */
function useCheckOnOpen(notebookId: string, { needsCheck, check }: { needsCheck: boolean; check: () => void }) {
  const isChecking = useIsChecking(notebookId)
  const hasChecked = useRef(false)
  useEffect(() => {
    if (!needsCheck || isChecking || hasChecked.current) return
    hasChecked.current = true
    check()
  }, [needsCheck, isChecking, check])
}

type ToolbarProps = { notebookId: string; response: GapsResponse; onCheck: () => void }

function Toolbar({ notebookId, response: { gaps, checked_at: checkedAt }, onCheck }: ToolbarProps) {
  const isChecking = useIsChecking(notebookId)
  return (
    <div className={classes.toolbar}>
      <Button loading={isChecking} onClick={() => onCheck()}>
        {t('gaps.check')}
      </Button>
      <Text size="sm" c="dimmed" role="status" className={classes.status}>
        {isChecking && t('gaps.checking')}
        {!isChecking && checkedAt && rich('gaps.checked', { time: <RelativeTime key="time" iso={checkedAt} /> })}
      </Text>
      <Button variant="default" onClick={() => downloadFile('gaps.csv', writeGapsCsv(gaps), 'text/csv')}>
        {t('gaps.exportCsv')}
      </Button>
      <Button
        variant="default"
        onClick={() => downloadFile('gaps.json', JSON.stringify(gaps, null, 2), 'application/json')}
      >
        {t('gaps.exportJson')}
      </Button>
    </div>
  )
}

function LeftOutNotice({ count }: { count: number }) {
  const { data: credits } = useQuery(creditsQuery)
  if (count === 0 || !credits) return null
  return <Notice tone="warning">{t('gaps.leftOut', { n: count, most: plans[credits.tier].maxGapQuestions })}</Notice>
}

function GapLists({ notebookId, gaps }: { notebookId: string; gaps: Gap[] }) {
  const [viewedPage, setViewedPage] = useState<(GapPage & { pageId: string }) | null>(null)
  const open = gaps.filter(({ decision }) => decision === 'open')
  const cards = (shown: Gap[]) => (
    <ul className={classes.list}>
      {shown.map((gap) => (
        <GapCard key={gap.id} notebookId={notebookId} gap={gap} onOpen={setViewedPage} />
      ))}
    </ul>
  )
  return (
    <>
      {open.length === 0 && (
        <EmptyState compact title={t('gaps.none')}>
          {t('gaps.noneHint')}
        </EmptyState>
      )}
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
          <details key={decision} className={classes.fold}>
            <summary>{t(decidedTexts[decision], { n: decided.length })}</summary>
            {cards(decided)}
          </details>
        )
      })}
      {viewedPage && <StoredPage page={viewedPage} onClose={() => setViewedPage(null)} />}
    </>
  )
}

/** Shown while there are no gaps. */
function ExampleGap() {
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

function GapSettings({ notebookId, settings }: { notebookId: string; settings: GapsResponse }) {
  const change = useChangeGapSettings(notebookId)
  const { records_questions: isRecording, keep_questions_days: keptDays } = settings
  // The switch moves before the server has answered.
  const shownRecording = (change.isPending ? change.variables.records_questions : undefined) ?? isRecording
  const choices = [...new Set([...KEEP_DAYS, keptDays])].toSorted((a, b) => a - b)
  return (
    <details className={classes.fold}>
      <summary>{t('gaps.settings')}</summary>
      <div className={classes.settings}>
        <Switch
          label={t('gaps.record')}
          description={t('gaps.recordHint')}
          checked={shownRecording}
          onChange={({ currentTarget }) => change.mutate({ records_questions: currentTarget.checked })}
        />
        <NativeSelect
          label={t('gaps.keepFor')}
          disabled={!isRecording}
          value={String(keptDays)}
          data={choices.map((n) => ({ value: String(n), label: t('gaps.days', { n }) }))}
          onChange={({ currentTarget }) => change.mutate({ keep_questions_days: Number(currentTarget.value) })}
        />
        {change.error && <Notice tone="danger">{failureText(change.error, 'server.unexpected')}</Notice>}
      </div>
    </details>
  )
}
