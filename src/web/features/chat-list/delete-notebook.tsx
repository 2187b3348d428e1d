import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Notebook } from '#shared/chat/notebooks.ts'
import { t } from '#web/messages/t.ts'
import { useDeleteNotebook } from '#web/queries/notebooks.ts'
import { failureText } from '#web/api/request.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Deletes a notebook after confirmation and opens My Chats. Its chats are kept. */
export function DeleteNotebook({ notebook }: { notebook: Notebook }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const navigate = useNavigate()
  const deleteNotebook = useDeleteNotebook(notebook.id)
  return (
    <>
      <Button variant="default" onClick={() => setIsConfirming(true)}>
        {t('chats.deleteNotebook')}
      </Button>
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
