import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import type { ChatCard } from '#shared/chats.ts'
import { t } from '#web/languages/t.ts'
import { useMoveChat } from '#web/queries/chats.ts'
import { notebooksQuery } from '#web/queries/notebooks.ts'
import { failureWords } from '#web/request.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Stands on the screen only while it is open. */
export function MoveChatDialog({ chat, onClose }: { chat: ChatCard; onClose: () => void }) {
  const { data: notebooks } = useQuery(notebooksQuery)
  const [chosen, setChosen] = useState(chat.notebook_id)
  const moving = useMoveChat()

  function move(event: FormEvent) {
    event.preventDefault()
    if (chosen === chat.notebook_id) return onClose()
    moving.mutate({ id: chat.id, notebookId: chosen }, { onSuccess: onClose })
  }

  return (
    <Dialog opened onClose={onClose} title={t('Move to notebook')}>
      <form onSubmit={move}>
        <Stack gap="sm">
          <NativeSelect
            label={t('Notebook')}
            data-autofocus
            disabled={!notebooks}
            value={chosen}
            data={notebooks?.map(({ id, title }) => ({ value: id, label: title })) ?? []}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
          {moving.error && <Notice tone="danger">{failureWords(moving.error, 'server.unexpected')}</Notice>}
          <Group justify="flex-end" gap="sm" mt="xs">
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button type="submit" loading={moving.isPending}>
              {t('Move')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
