import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { Title } from '#shared/chat/chats.ts'
import { TITLE_MAX_LENGTH } from '#shared/chat/chat-limits.ts'
import { issueText } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import { failureText } from '#web/api/request.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

type TitleDialogProps = {
  heading: string
  label: string
  submitLabel: string
  initial?: string
  saving: { isPending: boolean; error: unknown }
  onSave: (title: string) => void
  onClose: () => void
}

/** Asks for a title. Mounted only while open. */
export function TitleDialog({ heading, label, submitLabel, initial = '', saving, onSave, onClose }: TitleDialogProps) {
  const [title, setTitle] = useState(initial)
  const [error, setError] = useState('')
  // `saving` is pending only after the next render: a double click comes before it.
  const isSent = useRef(false)
  useEffect(() => {
    if (saving.error !== null) isSent.current = false
  }, [saving.error])

  function save(event: FormEvent) {
    event.preventDefault()
    if (isSent.current) return
    const parsed = Title.safeParse(title)
    if (!parsed.success) return setError(issueText(parsed.error.issues[0]))
    isSent.current = true
    onSave(parsed.data)
  }

  return (
    <Dialog opened onClose={onClose} title={heading}>
      <form onSubmit={save}>
        <Stack gap="sm">
          <TextInput
            label={label}
            data-autofocus
            maxLength={TITLE_MAX_LENGTH}
            value={title}
            error={error}
            onChange={(event) => {
              setTitle(event.currentTarget.value)
              setError('')
            }}
          />
          {saving.error !== null && <Notice tone="danger">{failureText(saving.error, 'server.unexpected')}</Notice>}
          <Group justify="flex-end" gap="sm" mt="xs">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {submitLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
