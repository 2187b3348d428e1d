import { Button, Group } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react'
import { t } from '#web/languages/t.ts'
import { Dialog } from './dialog.tsx'
import classes from './confirm-dialog.module.css'

type ConfirmQuestionProps = {
  message: string
  confirmLabel?: string
  cancelLabel?: string
  /** A warning asks before something that can be made good again, danger before what is gone for good. */
  type?: 'warning' | 'danger'
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

type ConfirmDialogProps = ConfirmQuestionProps & { opened: boolean; title: string }

/** Asks before something is done. The harmless answer has the focus; Escape and the world outside mean it too. */
export function ConfirmDialog({ opened, title, ...question }: ConfirmDialogProps) {
  return (
    <Dialog opened={opened} onClose={question.onCancel} title={title}>
      <ConfirmQuestion {...question} />
    </Dialog>
  )
}

/** What stands in the dialog: the message and the two answers. */
export function ConfirmQuestion({
  message,
  confirmLabel = t('Confirm'),
  cancelLabel = t('Cancel'),
  type = 'warning',
  busy = false,
  onConfirm,
  onCancel,
}: ConfirmQuestionProps) {
  const Sign = type === 'danger' ? IconAlertTriangle : IconAlertCircle
  return (
    <div data-type={type} className={classes.question}>
      <p className={classes.message}>
        <Sign size={20} aria-hidden className={classes.sign} />
        <span>{message}</span>
      </p>
      <Group justify="flex-end" mt="lg" gap="sm" className={classes.answers}>
        <Button variant="default" onClick={onCancel} data-autofocus>
          {cancelLabel}
        </Button>
        <Button color={type === 'danger' ? 'red' : undefined} onClick={onConfirm} loading={busy}>
          {confirmLabel}
        </Button>
      </Group>
    </div>
  )
}
