import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { Title } from '#shared/chat/chats.ts'
import { TITLE_MAX_LENGTH } from '#shared/chat/chat-limits.ts'
import { issueText } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import { useCreateNotebook } from '#web/queries/notebooks.ts'
import { failureText } from '#web/api/request.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Mounted only while open. */
export function NewNotebookDialog({ onClose }: { onClose: () => void }) {
  const [title, setTitle] = useState('')
  const [error, setError] = useState('')
  const createNotebook = useCreateNotebook()

  function create(event: FormEvent) {
    event.preventDefault()
    const parsed = Title.safeParse(title)
    if (!parsed.success) return setError(issueText(parsed.error.issues[0]))
    createNotebook.mutate(parsed.data, { onSuccess: onClose })
  }

  return (
    <Dialog opened onClose={onClose} title={t('chats.newNotebook')}>
      <form onSubmit={create}>
        <Stack gap="sm">
          <TextInput
            label={t('common.title')}
            data-autofocus
            maxLength={TITLE_MAX_LENGTH}
            value={title}
            error={error}
            onChange={(event) => {
              setTitle(event.currentTarget.value)
              setError('')
            }}
          />
          {createNotebook.error && (
            <Notice tone="danger">{failureText(createNotebook.error, 'server.unexpected')}</Notice>
          )}
          <Group justify="flex-end" gap="sm" mt="xs">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={createNotebook.isPending}>
              {t('chats.create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
