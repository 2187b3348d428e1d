import { pathOf } from '#web/ui/address-parts.ts'
import { IconDots } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Notebook } from '#shared/chat/notebooks.ts'
import { t } from '#web/messages/t.ts'
import { useDeleteNotebook } from '#web/queries/notebooks.ts'
import { publicationQuery } from '#web/queries/publications.ts'
import { failureText } from '#web/api/request.ts'
import { ChoiceMenu } from '#web/ui/choice-menu.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** A menu that deletes a notebook after confirmation and opens My Chats. Its chats are kept. */
export function DeleteNotebook({ notebook }: { notebook: Notebook }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const navigate = useNavigate()
  const deleteNotebook = useDeleteNotebook(notebook.id)
  const { data: publication, isFetching } = useQuery({ ...publicationQuery(notebook.id), enabled: isConfirming })
  const message = [
    t('chats.deleteNotebookHint', { title: notebook.title }),
    publication && t('chats.deletePublishedHint', { path: pathOf(publication.url) }),
  ]
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
        message={message.filter(Boolean).join(' ')}
        confirmLabel={t('common.delete')}
        // Not before it says what is lost.
        busy={isFetching || deleteNotebook.isPending}
        onCancel={() => setIsConfirming(false)}
        onConfirm={() =>
          deleteNotebook.mutate(undefined, {
            onSuccess: () => navigate({ to: '/chats', ignoreBlocker: true }),
            onSettled: () => setIsConfirming(false),
          })
        }
      />
    </>
  )
}
