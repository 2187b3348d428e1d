import { Anchor, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ChatChanges, CheckEvery } from '#shared/changes.ts'
import { isPaidTier } from '#shared/plans.ts'
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
]

/** How often the pages are checked without being asked; on paid plans. */
export function ScheduleChoice({ chatId, changes, onUpgrade }: ScheduleChoiceProps) {
  const { data: credits } = useQuery(creditsQuery)
  const scheduling = useScheduleChecks(chatId)
  const paid = credits !== undefined && isPaidTier(credits.tier)
  return (
    <div className={classes.schedule}>
      <NativeSelect
        label="Check these pages"
        data={choices}
        value={changes.every ?? NEVER}
        disabled={!paid || scheduling.isPending}
        onChange={({ currentTarget }) => scheduling.mutate(CheckEvery.safeParse(currentTarget.value).data ?? null)}
      />
      {credits && !paid && (
        <p className={classes.next}>
          Checks on a schedule are part of the Pro plan.{' '}
          <Anchor component="button" type="button" inherit onClick={onUpgrade}>
            Upgrade
          </Anchor>
        </p>
      )}
      {changes.nextAt && (
        <p className={classes.next}>
          Next check{' '}
          <time dateTime={changes.nextAt}>
            {new Date(changes.nextAt).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' })}
          </time>
        </p>
      )}
      {scheduling.error && <Notice tone="danger">{failureWords(scheduling.error, 'server.unexpected')}</Notice>}
    </div>
  )
}
