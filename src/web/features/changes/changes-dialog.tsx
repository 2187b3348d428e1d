import { Button, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import type { ChatCheck } from '#shared/crawl/changes.ts'
import { t } from '#web/messages/t.ts'
import { changesQuery, useStartCheck, useStopCheck } from '#web/queries/changes.ts'
import { failureText } from '#web/api/request.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { useFocusWhenLost } from '#web/ui/hooks/use-focus-when-lost.ts'
import { Notice } from '#web/ui/notice.tsx'
import { CheckResult } from './check-result.tsx'
import classes from './changes-dialog.module.css'
import { ScheduleSelect } from './schedule-select.tsx'

type ChangesDialogProps = { chatId: string; onClose: () => void; onUpgrade: () => void }

/** Checks a chat's pages for changes and shows the latest results. Mounted only while open. */
export function ChangesDialog({ chatId, onClose, onUpgrade }: ChangesDialogProps) {
  const { data, isError, refetch } = useQuery(changesQuery(chatId))
  const startCheck = useStartCheck(chatId)
  const running = data?.checks.find(({ status }) => status === 'checking')
  const finishedChecks = data?.checks.filter(({ status }) => status !== 'checking') ?? []
  // Of what has taken the place of the button, or of the skeleton, that had the focus.
  const next = useFocusWhenLost<HTMLButtonElement>(data && (running?.id ?? null))

  return (
    <Dialog opened onClose={onClose} title={t('changes.check')} size="lg">
      <Stack gap="md">
        <Text size="sm">{t('changes.intro')}</Text>
        {isError && <ErrorState compact title={t('changes.loadFailed')} onRetry={() => void refetch()} />}
        {!data && !isError && (
          <Skeleton height={120} role="status" aria-label={t('changes.loading')} tabIndex={-1} data-autofocus />
        )}
        {running && <CheckProgress chatId={chatId} check={running} stopButton={next} />}
        {data && !running && (
          <Button
            ref={next}
            className={classes.start}
            loading={startCheck.isPending}
            onClick={() => startCheck.mutate()}
            data-autofocus
          >
            {finishedChecks.length > 0 ? t('changes.checkAgain') : t('changes.checkNow')}
          </Button>
        )}
        {startCheck.error && <Notice tone="danger">{failureText(startCheck.error, 'server.unexpected')}</Notice>}
        {data && <ScheduleSelect chatId={chatId} changes={data} onUpgrade={onUpgrade} />}
        {finishedChecks.map((check, index) => (
          <CheckResult key={check.id} check={check} defaultOpened={index === 0} onUpgrade={onUpgrade} />
        ))}
        {data && finishedChecks.length === 0 && !running && (
          <Text size="sm" c="dimmed">
            {t('changes.neverChecked')}
          </Text>
        )}
      </Stack>
    </Dialog>
  )
}

type CheckProgressProps = { chatId: string; check: ChatCheck; stopButton: RefObject<HTMLButtonElement | null> }

/** A running check: progress and stop button. */
function CheckProgress({ chatId, check, stopButton }: CheckProgressProps) {
  const stopCheck = useStopCheck(chatId)
  const { pagesChecked, pagesTotal } = check
  return (
    <div className={classes.progress}>
      <Progress.Root>
        <Progress.Section
          value={(100 * pagesChecked) / Math.max(1, pagesTotal)}
          aria-label={t('changes.pagesChecked')}
        />
      </Progress.Root>
      <div className={classes.line}>
        <span>{t('changes.pagesCheckedCount', { checked: pagesChecked, total: pagesTotal })}</span>
        <Button
          ref={stopButton}
          variant="default"
          size="compact-sm"
          loading={stopCheck.isPending}
          disabled={stopCheck.isSuccess}
          onClick={() => stopCheck.mutate()}
        >
          {stopCheck.isSuccess ? t('changes.stopping') : t('changes.stop')}
        </Button>
      </div>
      {stopCheck.error && <Notice tone="danger">{failureText(stopCheck.error, 'server.unexpected')}</Notice>}
    </div>
  )
}
