import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { Title, TITLE_MAX_LENGTH } from '#shared/chats.ts'
import { errorMessage } from '#shared/errors.ts'
import { count } from '#web/ui/count.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

type SaveChatModalProps = {
  /** What the title field holds when the modal opens. */
  suggestion: string
  selectedPages: number
  messages: number
  onSave: (title: string) => Promise<unknown>
  onClose: () => void
}

/** Stands on the screen only while it is open, so that each opening begins with a fresh suggestion. */
export function SaveChatModal({ suggestion, selectedPages, messages, onSave, onClose }: SaveChatModalProps) {
  const [title, setTitle] = useState(suggestion)
  const [invalid, setInvalid] = useState('')
  const [failed, setFailed] = useState(false)
  const [saving, setSaving] = useState(false)

  async function save(event: FormEvent) {
    event.preventDefault()
    const parsed = Title.safeParse(title)
    if (!parsed.success) return setInvalid(parsed.error.issues[0]?.message ?? errorMessage('chat.title-empty'))
    setSaving(true)
    setFailed(false)
    await onSave(parsed.data).catch(() => setFailed(true))
    setSaving(false)
  }

  return (
    <Dialog opened onClose={onClose} title="Save Chat">
      <form onSubmit={save}>
        <Stack gap="sm">
          <TextInput
            label="Chat Title"
            data-autofocus
            maxLength={TITLE_MAX_LENGTH}
            value={title}
            error={invalid}
            onChange={(event) => {
              setTitle(event.currentTarget.value)
              setInvalid('')
            }}
          />
          <Text size="sm" c="dimmed">
            {count(selectedPages, 'selected page')} and {count(messages, 'message')} will be saved.
          </Text>
          {failed && <Notice tone="danger">{errorMessage('chat.save-failed')}</Notice>}
          <Group justify="flex-end" gap="sm" mt="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={saving}>
              {saving ? 'Saving...' : 'Save Chat'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
