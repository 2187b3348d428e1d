import { t } from '#web/messages/t.ts'
import { useCreateNotebook } from '#web/queries/notebooks.ts'
import { TitleDialog } from './title-dialog.tsx'

/** Mounted only while open. */
export function NewNotebookDialog({ onClose }: { onClose: () => void }) {
  const createNotebook = useCreateNotebook()
  return (
    <TitleDialog
      heading={t('chats.newNotebook')}
      label={t('common.title')}
      submitLabel={t('chats.create')}
      saving={createNotebook}
      onSave={(title) => createNotebook.mutate(title, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
