import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { Title, TITLE_MAX_LENGTH } from '#shared/chats.ts'
import { sentenceWords } from '#web/languages/said-words.ts'
import { t } from '#web/languages/t.ts'
import { useCreateNotebook } from '#web/queries/notebooks.ts'
import { failureWords } from '#web/request.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Stands on the screen only while it is open. */
export function NewNotebookDialog({ onClose }: { onClose: () => void }) {
  const [title, setTitle] = useState('')
  const [invalid, setInvalid] = useState('')
  const creating = useCreateNotebook()

  function create(event: FormEvent) {
    event.preventDefault()
    const parsed = Title.safeParse(title)
    if (!parsed.success) return setInvalid(sentenceWords(parsed.error.issues[0]?.message ?? ''))
    creating.mutate(parsed.data, { onSuccess: onClose })
  }

  return (
    <Dialog opened onClose={onClose} title={t('New notebook')}>
      <form onSubmit={create}>
        <Stack gap="sm">
          <TextInput
            label={t('Title')}
            data-autofocus
            maxLength={TITLE_MAX_LENGTH}
            value={title}
            error={invalid}
            onChange={(event) => {
              setTitle(event.currentTarget.value)
              setInvalid('')
            }}
          />
          {creating.error && <Notice tone="danger">{failureWords(creating.error, 'server.unexpected')}</Notice>}
          <Group justify="flex-end" gap="sm" mt="xs">
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button type="submit" loading={creating.isPending}>
              {t('Create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
