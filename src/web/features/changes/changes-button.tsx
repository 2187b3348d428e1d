import { ActionIcon } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { t } from '#web/languages/t.ts'
import { changesQuery } from '#web/queries/changes.ts'
import classes from './changes-button.module.css'

const ChangesDialog = lazy(() => import('./changes-dialog.tsx').then((module) => ({ default: module.ChangesDialog })))

type ChangesButtonProps = { chatId: string; onUpgrade: () => void }

/** Opens what is known of changes to the chat's pages; turns while they are being checked. */
export function ChangesButton({ chatId, onUpgrade }: ChangesButtonProps) {
  const { data } = useQuery(changesQuery(chatId))
  const [opened, setOpened] = useState(false)
  const [latest] = data?.checks ?? []
  const running = latest?.status === 'checking'
  const title = running
    ? t('Checking for changes: {checked} of {total} pages', { checked: latest.pagesChecked, total: latest.pagesTotal })
    : t('Check for changes')
  return (
    <>
      <ActionIcon variant="default" size={36} aria-label={t('Check for changes')} title={title} onClick={() => setOpened(true)}>
        <IconRefresh size={18} className={classes.icon} data-running={running || undefined} />
      </ActionIcon>
      <Suspense>
        {opened && (
          <ChangesDialog
            chatId={chatId}
            onClose={() => setOpened(false)}
            onUpgrade={() => {
              setOpened(false)
              onUpgrade()
            }}
          />
        )}
      </Suspense>
    </>
  )
}
