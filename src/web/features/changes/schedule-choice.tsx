import { Anchor, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ChatChanges, CheckEvery } from '#shared/changes.ts'
import { isPaidTier } from '#shared/plans.ts'
import { dateAndTime } from '#web/languages/numbers-and-dates.ts'
import { rich, t } from '#web/languages/t.ts'
import { useScheduleChecks } from '#web/queries/changes.ts'
import { creditsQuery } from '#web/queries/credits.ts'
import { failureWords } from '#web/request.ts'
import { Notice } from '#web/ui/notice.tsx'
import classes from './changes-dialog.module.css'

type ScheduleChoiceProps = { chatId: string; changes: ChatChanges; onUpgrade: () => void }

const NEVER = 'never'
const choices = [
  { value: NEVER, label: 'Only when I ask' },
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every week' },
] as const

/** How often the pages are checked without being asked; on paid plans. */
export function ScheduleChoice({ chatId, changes, onUpgrade }: ScheduleChoiceProps) {
  const { data: credits } = useQuery(creditsQuery)
  const scheduling = useScheduleChecks(chatId)
  const paid = credits !== undefined && isPaidTier(credits.tier)
  return (
    <div className={classes.schedule}>
      <NativeSelect
        label={t('Check these pages')}
        data={choices.map(({ value, label }) => ({ value, label: t(label) }))}
        value={changes.every ?? NEVER}
        disabled={!paid || scheduling.isPending}
        onChange={({ currentTarget }) => scheduling.mutate(CheckEvery.safeParse(currentTarget.value).data ?? null)}
      />
      {credits && !paid && (
        <p className={classes.next}>
          {t('Checks on a schedule are part of the Pro plan.')}{' '}
          <Anchor component="button" type="button" inherit onClick={onUpgrade}>
            {t('Upgrade')}
          </Anchor>
        </p>
      )}
      {changes.nextAt && (
        <p className={classes.next}>
          {rich('Next check {time}', {
            time: (
              <time dateTime={changes.nextAt}>
                {dateAndTime(changes.nextAt, { dateStyle: 'long', timeStyle: 'short' })}
              </time>
            ),
          })}
        </p>
      )}
      {scheduling.error && <Notice tone="danger">{failureWords(scheduling.error, 'server.unexpected')}</Notice>}
    </div>
  )
}
