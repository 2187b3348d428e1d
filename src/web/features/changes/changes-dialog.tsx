import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '#web/languages/t.ts'
import { changesQuery, useStartCheck } from '#web/queries/changes.ts'
import { failureWords } from '#web/request.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FailedFace } from '#web/ui/failed-face.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { CheckProgress } from './check-progress.tsx'
import { CheckResult } from './check-result.tsx'
import classes from './changes-dialog.module.css'
import { ScheduleChoice } from './schedule-choice.tsx'

type ChangesDialogProps = { chatId: string; onClose: () => void; onUpgrade: () => void }

/** Checks a chat's pages for changes, and shows what the latest checks found. Stands on the screen only while open. */
export function ChangesDialog({ chatId, onClose, onUpgrade }: ChangesDialogProps) {
  const { data, isError, refetch } = useQuery(changesQuery(chatId))
  const starting = useStartCheck(chatId)
  const running = data?.checks.find(({ status }) => status === 'checking')
  const ended = data?.checks.filter(({ status }) => status !== 'checking') ?? []

  return (
    <Dialog opened onClose={onClose} title={t('Check for changes')} size="lg">
      <Stack gap="md">
        <Text size="sm">
          {t('Reads the pages of this chat again. An unchanged page costs nothing, a changed one a credit. The chat has all new versions at once when the check has ended; pages that have vanished keep their last text.')}
        </Text>
        {isError && <FailedFace compact title={t('The changes could not be loaded.')} onRetry={() => void refetch()} />}
        {!data && !isError && <Skeleton height={120} role="status" aria-label={t('Loading the changes')} />}
        {running && <CheckProgress chatId={chatId} check={running} />}
        {data && !running && (
          <Button className={classes.start} loading={starting.isPending} onClick={() => starting.mutate()} data-autofocus>
            {ended.length > 0 ? t('Check again') : t('Check now')}
          </Button>
        )}
        {starting.error && <Notice tone="danger">{failureWords(starting.error, 'server.unexpected')}</Notice>}
        {data && <ScheduleChoice chatId={chatId} changes={data} onUpgrade={onUpgrade} />}
        {ended.map((check, place) => (
          <CheckResult key={check.id} check={check} defaultOpened={place === 0} onUpgrade={onUpgrade} />
        ))}
        {data && ended.length === 0 && !running && (
          <Text size="sm" c="dimmed">
            {t('These pages have not been checked yet.')}
          </Text>
        )}
      </Stack>
    </Dialog>
  )
}
