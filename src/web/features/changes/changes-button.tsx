import { ActionIcon } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { t } from '#web/messages/t.ts'
import { changesQuery } from '#web/queries/changes.ts'
import classes from './changes-button.module.css'

const ChangesDialog = lazy(() => import('./changes-dialog.tsx').then((module) => ({ default: module.ChangesDialog })))

type ChangesButtonProps = { chatId: string; onUpgrade: () => void }

/** Opens the changes dialog; the icon spins while a check runs. */
export function ChangesButton({ chatId, onUpgrade }: ChangesButtonProps) {
  const { data } = useQuery(changesQuery(chatId))
  const [opened, setOpened] = useState(false)
  const [latest] = data?.checks ?? []
  const running = latest?.status === 'checking'
  const title = running
    ? t('changes.checkingProgress', { checked: latest.pagesChecked, total: latest.pagesTotal })
    : t('changes.check')
  return (
    <>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('changes.check')}
        data-hint={title}
        onClick={() => setOpened(true)}
      >
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
