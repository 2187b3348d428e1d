import { Button, Group } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react'
import { useBlocker } from '@tanstack/react-router'
import { t } from '#web/messages/t.ts'
import { Dialog } from './dialog.tsx'
import classes from './confirm-dialog.module.css'

type ConfirmQuestionProps = {
  message: string
  confirmLabel?: string
  cancelLabel?: string
  /** `warning` for reversible actions, `danger` for irreversible ones. */
  type?: 'warning' | 'danger'
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

type ConfirmDialogProps = ConfirmQuestionProps & { opened: boolean; title: string }

/** Asks for confirmation. The safe choice has the focus; Escape and a click outside choose it too. */
export function ConfirmDialog({ opened, title, ...question }: ConfirmDialogProps) {
  return (
    <Dialog opened={opened} onClose={question.onCancel} title={title}>
      <ConfirmQuestion {...question} />
    </Dialog>
  )
}

/** Content of the dialog: the message and the two buttons. */
export function ConfirmQuestion({
  message,
  confirmLabel = t('common.confirm'),
  cancelLabel = t('common.cancel'),
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

const always = () => true

/** Asks before a form with unsaved changes is left, also when the window is closed. */
export function DiscardChanges({ isDirty }: { isDirty: boolean }) {
  const { status, proceed, reset } = useBlocker({ shouldBlockFn: always, disabled: !isDirty, withResolver: true })
  return (
    <ConfirmDialog
      opened={status === 'blocked'}
      title={t('common.discardQuestion')}
      message={t('common.discardHint')}
      confirmLabel={t('common.discard')}
      cancelLabel={t('common.keepEditing')}
      type="danger"
      onConfirm={() => proceed?.()}
      onCancel={() => reset?.()}
    />
  )
}
