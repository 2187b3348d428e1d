import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Notebook } from '#shared/notebooks.ts'
import { t } from '#web/languages/t.ts'
import { useDeleteNotebook } from '#web/queries/notebooks.ts'
import { failureWords } from '#web/request.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Deletes a notebook after a question, and goes to My Chats. Nothing of its chats is lost. */
export function DeleteNotebook({ notebook }: { notebook: Notebook }) {
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()
  const deleting = useDeleteNotebook(notebook.id)
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('Delete notebook')}
      </Button>
      {deleting.error && <Notice tone="danger">{failureWords(deleting.error, 'server.unexpected')}</Notice>}
      <ConfirmDialog
        opened={asking}
        type="danger"
        title={t('Delete this notebook?')}
        message={t('“{title}” is deleted. Its chats stay, and move to your default notebook.', { title: notebook.title })}
        confirmLabel={t('Delete')}
        busy={deleting.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() =>
          deleting.mutate(undefined, {
            onSuccess: () => navigate({ to: '/chats' }),
            onSettled: () => setAsking(false),
          })
        }
      />
    </>
  )
}
