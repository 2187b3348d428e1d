import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { Title } from '#shared/chat/chats.ts'
import { TITLE_MAX_LENGTH } from '#shared/chat/chat-limits.ts'
import { failureText } from '#web/api/request.ts'
import { issueText } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

type SaveChatModalProps = {
  /** Initial title. */
  suggestion: string
  selectedPages: number
  messages: number
  /** Title of the notebook that the chat is saved into; undefined while loading. */
  notebook: string | undefined
  /** Then another screen is shown. */
  onSave: (title: string) => Promise<unknown>
  onClose: () => void
}

/** Mounted only while open, so that each opening starts with the current suggestion. */
export function SaveChatModal(props: SaveChatModalProps) {
  const { suggestion, selectedPages, messages, notebook, onSave, onClose } = props
  const [title, setTitle] = useState(suggestion)
  const [titleError, setTitleError] = useState('')
  const [failure, setFailure] = useState('')
  const [isSaving, setIsSaving] = useState(false)

  async function save(event: FormEvent) {
    event.preventDefault()
    const parsed = Title.safeParse(title)
    if (!parsed.success) return setTitleError(issueText(parsed.error.issues[0]))
    setIsSaving(true)
    setFailure('')
    await onSave(parsed.data).catch((error: unknown) => {
      setFailure(failureText(error, 'chat.save-failed'))
      setIsSaving(false)
    })
  }

  return (
    <Dialog opened onClose={onClose} title={t('assistant.saveChat')}>
      <form onSubmit={save}>
        <Stack gap="sm">
          <TextInput
            label={t('assistant.chatTitleField')}
            data-autofocus
            maxLength={TITLE_MAX_LENGTH}
            value={title}
            error={titleError}
            onChange={(event) => {
              setTitle(event.currentTarget.value)
              setTitleError('')
            }}
          />
          <Text size="sm" c="dimmed">
            {t('assistant.saveSummary', { pages: selectedPages, messages })}
            {notebook !== undefined && ` ${t('assistant.saveNotebook', { title: notebook })}`}
          </Text>
          {failure && <Notice tone="danger">{failure}</Notice>}
          <Group justify="flex-end" gap="sm" mt="xs">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" disabled={isSaving}>
              {isSaving ? t('assistant.saving') : t('assistant.saveChat')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
