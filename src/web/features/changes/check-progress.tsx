import { Button, Progress } from '@mantine/core'
import type { ChatCheck } from '#shared/changes.ts'
import { t } from '#web/languages/t.ts'
import { useStopCheck } from '#web/queries/changes.ts'
import { failureWords } from '#web/request.ts'
import { Notice } from '#web/ui/notice.tsx'
import classes from './changes-dialog.module.css'

/** A running check: how far it is, and the way to stop it. */
export function CheckProgress({ chatId, check }: { chatId: string; check: ChatCheck }) {
  const stopping = useStopCheck(chatId)
  const { pagesChecked, pagesTotal } = check
  return (
    <div className={classes.progress}>
      <Progress.Root>
        <Progress.Section value={(100 * pagesChecked) / Math.max(1, pagesTotal)} aria-label={t('Pages checked')} />
      </Progress.Root>
      <div className={classes.line}>
        <span>
          {t('{checked, number} of {total, number} pages checked', { checked: pagesChecked, total: pagesTotal })}
        </span>
        <Button
          variant="default"
          size="compact-sm"
          loading={stopping.isPending}
          disabled={stopping.isSuccess}
          onClick={() => stopping.mutate()}
        >
          {stopping.isSuccess ? t('Stopping after this page') : t('Stop checking')}
        </Button>
      </div>
      {stopping.error && <Notice tone="danger">{failureWords(stopping.error, 'server.unexpected')}</Notice>}
    </div>
  )
}
