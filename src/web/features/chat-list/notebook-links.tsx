import { Button } from '@mantine/core'
import { IconNotebook, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { t } from '#web/messages/t.ts'
import { translateNotebook, notebooksQuery } from '#web/queries/notebooks.ts'
import { Notice, TryAgain } from '#web/ui/notice.tsx'
import classes from './notebook-links.module.css'

const NewNotebookDialog = lazy(() =>
  import('./new-notebook-dialog.tsx').then((module) => ({ default: module.NewNotebookDialog })),
)

/** Links to the notebooks, and a button for a new one. */
export function NotebookLinks() {
  const { data: notebooks = [], isPending, isLoadingError, refetch } = useQuery(notebooksQuery)
  const [isCreating, setIsCreating] = useState(false)
  if (isLoadingError)
    return (
      <Notice tone="danger" className={classes.failed} action={<TryAgain onClick={() => void refetch()} />}>
        {t('chats.notebooksLoadFailed')}
      </Notice>
    )
  return (
    <nav aria-label={t('chats.notebooks')} className={classes.row} data-loading={isPending || undefined}>
      {notebooks.length > 0 && (
        <ul className={classes.list}>
          {notebooks.map(translateNotebook).map(({ id, title }) => (
            <li key={id} className={classes.item}>
              <Link to="/notebooks/$id" params={{ id }} className={classes.link}>
                <IconNotebook size={16} aria-hidden />
                <span className={classes.name}>{title}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Button variant="subtle" size="sm" leftSection={<IconPlus size={16} />} onClick={() => setIsCreating(true)}>
        {t('chats.newNotebook')}
      </Button>
      {isCreating && (
        <Suspense>
          <NewNotebookDialog onClose={() => setIsCreating(false)} />
        </Suspense>
      )}
    </nav>
  )
}
