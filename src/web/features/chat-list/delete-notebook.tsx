import { IconDots } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Notebook } from '#shared/chat/notebooks.ts'
import { t } from '#web/messages/t.ts'
import { useDeleteNotebook } from '#web/queries/notebooks.ts'
import { failureText } from '#web/api/request.ts'
import { ChoiceMenu } from '#web/ui/choice-menu.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** A menu that deletes a notebook after confirmation and opens My Chats. Its chats are kept. */
export function DeleteNotebook({ notebook }: { notebook: Notebook }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const navigate = useNavigate()
  const deleteNotebook = useDeleteNotebook(notebook.id)
  return (
    <>
      <ChoiceMenu
        label={t('chats.actionsFor', { title: notebook.title })}
        icon={<IconDots size={18} />}
        opens="below"
        choices={[{ words: t('chats.deleteNotebook'), onChoose: () => setIsConfirming(true) }]}
      />
      {deleteNotebook.error && <Notice tone="danger">{failureText(deleteNotebook.error, 'server.unexpected')}</Notice>}
      <ConfirmDialog
        opened={isConfirming}
        type="danger"
        title={t('chats.deleteNotebookQuestion')}
        message={t('chats.deleteNotebookHint', {
          title: notebook.title,
        })}
        confirmLabel={t('common.delete')}
        busy={deleteNotebook.isPending}
        onCancel={() => setIsConfirming(false)}
        onConfirm={() =>
          deleteNotebook.mutate(undefined, {
            onSuccess: () => navigate({ to: '/chats' }),
            onSettled: () => setIsConfirming(false),
          })
        }
      />
    </>
  )
}
