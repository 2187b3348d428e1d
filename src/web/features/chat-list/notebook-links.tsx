import { Button } from '@mantine/core'
import { IconNotebook, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '#web/languages/t.ts'
import { notebooksQuery } from '#web/queries/notebooks.ts'
import { NewNotebookDialog } from './new-notebook-dialog.tsx'
import classes from './notebook-links.module.css'

/** The way to each notebook, and to a new one. */
export function NotebookLinks() {
  const { data: notebooks = [], isPending } = useQuery(notebooksQuery)
  const [making, setMaking] = useState(false)
  return (
    <nav aria-label={t('Notebooks')} className={classes.row} data-loading={isPending || undefined}>
      {notebooks.length > 0 && (
        <ul className={classes.list}>
          {notebooks.map(({ id, title }) => (
            <li key={id} className={classes.item}>
              <Link to="/notebooks/$id" params={{ id }} className={classes.link}>
                <IconNotebook size={16} aria-hidden />
                <span className={classes.name}>{title}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Button variant="subtle" size="sm" leftSection={<IconPlus size={16} />} onClick={() => setMaking(true)}>
        {t('New notebook')}
      </Button>
      {making && <NewNotebookDialog onClose={() => setMaking(false)} />}
    </nav>
  )
}
