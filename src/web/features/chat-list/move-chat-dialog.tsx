import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { Title } from '#shared/chat/chats.ts'
import { TITLE_MAX_LENGTH } from '#shared/chat/chat-limits.ts'
import type { Notebook } from '#shared/chat/notebooks.ts'
import { issueText } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import { useMoveChat } from '#web/queries/chats.ts'
import { translateNotebook, notebooksQuery, useCreateNotebook } from '#web/queries/notebooks.ts'
import { failureText } from '#web/api/request.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { ChatInMenu } from './use-chat-menu.tsx'

type MoveChatDialogProps = { chat: ChatInMenu; onClose: () => void; onMoved: (notebook: Notebook) => void }

/** Instead of the id of a notebook. */
const NEW_NOTEBOOK = ''

/** Mounted only while open. */
export function MoveChatDialog({ chat, onClose, onMoved }: MoveChatDialogProps) {
  const { data } = useQuery(notebooksQuery)
  const notebooks = data?.map(translateNotebook) ?? []
  const [notebookId, setNotebookId] = useState(chat.notebook_id)
  const [title, setTitle] = useState('')
  const [error, setError] = useState('')
  const moveChat = useMoveChat()
  const createNotebook = useCreateNotebook()
  const failure = createNotebook.error ?? moveChat.error

  function moveTo(notebook: Notebook) {
    moveChat.mutate({ id: chat.id, notebookId: notebook.id }, { onSuccess: () => onMoved(notebook) })
  }
  function move(event: FormEvent) {
    event.preventDefault()
    const notebook = notebooks.find(({ id }) => id === notebookId)
    if (notebook) return moveTo(notebook)
    const parsed = Title.safeParse(title)
    if (!parsed.success) return setError(issueText(parsed.error.issues[0]))
    createNotebook.mutate(parsed.data, {
      onSuccess(created) {
        // Another attempt to move must not create another one.
        setNotebookId(created.id)
        moveTo(created)
      },
    })
  }

  return (
    <Dialog opened onClose={onClose} title={t('chats.moveToNotebook')}>
      <form onSubmit={move}>
        <Stack gap="sm">
          <NativeSelect
            label={t('chats.notebook')}
            data-autofocus
            disabled={!data}
            value={notebookId}
            data={[
              ...notebooks.map((notebook) => ({ value: notebook.id, label: notebook.title })),
              { value: NEW_NOTEBOOK, label: t('chats.newNotebookItem') },
            ]}
            onChange={(event) => setNotebookId(event.currentTarget.value)}
          />
          {notebookId === NEW_NOTEBOOK && (
            <TextInput
              label={t('common.title')}
              maxLength={TITLE_MAX_LENGTH}
              value={title}
              error={error}
              onChange={(event) => {
                setTitle(event.currentTarget.value)
                setError('')
              }}
            />
          )}
          {failure && <Notice tone="danger">{failureText(failure, 'server.unexpected')}</Notice>}
          <Group justify="flex-end" gap="sm" mt="xs">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button
              type="submit"
              disabled={notebookId === chat.notebook_id}
              loading={createNotebook.isPending || moveChat.isPending}
            >
              {t('chats.move')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
