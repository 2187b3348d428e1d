import { Anchor, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ChatChanges, CheckEvery } from '#shared/crawl/changes.ts'
import { isPaidTier } from '#shared/plans.ts'
import { dateAndTime } from '#web/messages/numbers-and-dates.ts'
import { rich, t } from '#web/messages/t.ts'
import { useScheduleChecks } from '#web/queries/changes.ts'
import { creditsQuery } from '#web/queries/credits.ts'
import { failureText } from '#web/api/request.ts'
import { Notice } from '#web/ui/notice.tsx'
import classes from './changes-dialog.module.css'

type ScheduleSelectProps = { chatId: string; changes: ChatChanges; onUpgrade: () => void }

const NEVER = 'never'
const options = [
  { value: NEVER, label: 'changes.scheduleManually' },
  { value: 'daily', label: 'changes.scheduleDaily' },
  { value: 'weekly', label: 'changes.scheduleWeekly' },
] as const

/** Schedule of automatic checks; a isPaid feature. */
export function ScheduleSelect({ chatId, changes, onUpgrade }: ScheduleSelectProps) {
  const { data: credits } = useQuery(creditsQuery)
  const scheduleChecks = useScheduleChecks(chatId)
  const isPaid = credits !== undefined && isPaidTier(credits.tier)
  return (
    <div className={classes.schedule}>
      <NativeSelect
        label={t('changes.schedule')}
        data={options.map(({ value, label }) => ({ value, label: t(label) }))}
        value={changes.every ?? NEVER}
        disabled={!isPaid || scheduleChecks.isPending}
        onChange={({ currentTarget }) => scheduleChecks.mutate(CheckEvery.safeParse(currentTarget.value).data ?? null)}
      />
      {credits && !isPaid && (
        <p className={classes.next}>
          {t('changes.scheduleNeedsPro')}{' '}
          <Anchor component="button" type="button" inherit onClick={onUpgrade}>
            {t('common.upgrade')}
          </Anchor>
        </p>
      )}
      {changes.nextAt && (
        <p className={classes.next}>
          {rich('changes.nextCheck', {
            time: (
              <time dateTime={changes.nextAt}>
                {dateAndTime(changes.nextAt, { dateStyle: 'long', timeStyle: 'short' })}
              </time>
            ),
          })}
        </p>
      )}
      {scheduleChecks.error && <Notice tone="danger">{failureText(scheduleChecks.error, 'server.unexpected')}</Notice>}
    </div>
  )
}
