import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '#web/messages/t.ts'
import { useLayer } from './hooks/use-layer.ts'
import { useReturnFocus } from './hooks/use-return-focus.ts'
import classes from './dialog.module.css'

type DialogProps = {
  opened: boolean
  onClose: () => void
  title: string
  size?: string
  children: ReactNode
}

/** Frame of every dialog. Its header is not a landmark, since the page has one. */
export function Dialog({ opened, onClose, title, size = 'sm', children }: DialogProps) {
  useLayer(opened, onClose)
  useReturnFocus(opened)
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      closeOnEscape={false}
      returnFocus={false}
      size={size}
      centered
      classNames={classes}
    >
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content>
        <Modal.Header role="presentation">
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label={t('common.close')} />
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
