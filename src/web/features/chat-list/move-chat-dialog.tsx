import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { t } from '#web/messages/t.ts'
import { useMoveChat } from '#web/queries/chats.ts'
import { translateNotebook, notebooksQuery } from '#web/queries/notebooks.ts'
import { failureText } from '#web/api/request.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { ChatInMenu } from './use-chat-menu.tsx'

/** Mounted only while open. */
export function MoveChatDialog({ chat, onClose }: { chat: ChatInMenu; onClose: () => void }) {
  const { data: notebooks } = useQuery(notebooksQuery)
  const [notebookId, setNotebookId] = useState(chat.notebook_id)
  const moveChat = useMoveChat()

  function move(event: FormEvent) {
    event.preventDefault()
    if (notebookId === chat.notebook_id) return onClose()
    moveChat.mutate({ id: chat.id, notebookId }, { onSuccess: onClose })
  }

  return (
    <Dialog opened onClose={onClose} title={t('chats.moveToNotebook')}>
      <form onSubmit={move}>
        <Stack gap="sm">
          <NativeSelect
            label={t('chats.notebook')}
            data-autofocus
            disabled={!notebooks}
            value={notebookId}
            data={notebooks?.map(translateNotebook).map(({ id, title }) => ({ value: id, label: title })) ?? []}
            onChange={(event) => setNotebookId(event.currentTarget.value)}
          />
          {moveChat.error && <Notice tone="danger">{failureText(moveChat.error, 'server.unexpected')}</Notice>}
          <Group justify="flex-end" gap="sm" mt="xs">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={moveChat.isPending}>
              {t('chats.move')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
