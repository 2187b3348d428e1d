import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '#web/languages/t.ts'
import { useEscape } from './use-escape.ts'
import { useReturnedFocus } from './use-returned-focus.ts'
import classes from './dialog.module.css'

type DialogProps = {
  opened: boolean
  onClose: () => void
  title: string
  size?: string
  children: ReactNode
}

/** Every dialog's frame. Its header is no landmark, since the page has one already. */
export function Dialog({ opened, onClose, title, size = 'sm', children }: DialogProps) {
  useEscape(opened, onClose)
  useReturnedFocus(opened)
  return (
    <Modal.Root opened={opened} onClose={onClose} closeOnEscape={false} size={size} centered classNames={classes}>
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content>
        <Modal.Header role="presentation">
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label={t('Close')} />
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
