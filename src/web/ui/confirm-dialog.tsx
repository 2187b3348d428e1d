import { Button, Group, Text } from '@mantine/core'
import { Dialog } from './dialog.tsx'

type ConfirmDialogProps = {
  opened: boolean
  title: string
  message: string
  confirmLabel?: string
  cancelLabel?: string
  type?: 'warning' | 'danger'
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before something that cannot be taken back. The harmless answer has the focus. */
export function ConfirmDialog({
  opened,
  title,
  message,
  confirmLabel = 'Confirm',
  cancelLabel = 'Cancel',
  type = 'warning',
  busy = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  return (
    <Dialog opened={opened} onClose={onCancel} title={title}>
      <Text>{message}</Text>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onCancel} data-autofocus>
          {cancelLabel}
        </Button>
        <Button color={type === 'danger' ? 'red' : undefined} onClick={onConfirm} loading={busy}>
          {confirmLabel}
        </Button>
      </Group>
    </Dialog>
  )
}
