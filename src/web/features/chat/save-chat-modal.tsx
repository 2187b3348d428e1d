import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { Title, TITLE_MAX_LENGTH } from '#shared/chats.ts'
import { errorWords, sentenceWords } from '#web/languages/said-words.ts'
import { t } from '#web/languages/t.ts'
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
    if (!parsed.success) return setInvalid(sentenceWords(parsed.error.issues[0]?.message ?? ''))
    setSaving(true)
    setFailed(false)
    await onSave(parsed.data).catch(() => setFailed(true))
    setSaving(false)
  }

  return (
    <Dialog opened onClose={onClose} title={t('Save Chat')}>
      <form onSubmit={save}>
        <Stack gap="sm">
          <TextInput
            label={t('Chat Title')}
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
            {t(
              '{pages, plural, one {# selected page} other {# selected pages}} and {messages, plural, one {# message} other {# messages}} will be saved.',
              { pages: selectedPages, messages },
            )}
          </Text>
          {failed && <Notice tone="danger">{errorWords('chat.save-failed')}</Notice>}
          <Group justify="flex-end" gap="sm" mt="xs">
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button type="submit" disabled={saving}>
              {saving ? t('Saving...') : t('Save Chat')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
