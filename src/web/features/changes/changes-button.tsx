import { ActionIcon } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { t } from '#web/messages/t.ts'
import { changesQuery } from '#web/queries/changes.ts'
import classes from './changes-button.module.css'

const ChangesDialog = lazy(() => import('./changes-dialog.tsx').then((module) => ({ default: module.ChangesDialog })))

const CheckNotice = lazy(() => import('./check-notice.tsx').then((module) => ({ default: module.CheckNotice })))

type ChangesButtonProps = { chatId: string; onUpgrade: () => void }

/** Opens the changes dialog; the icon spins while a check runs. Says what was found if the dialog is closed by then. */
export function ChangesButton({ chatId, onUpgrade }: ChangesButtonProps) {
  const { data } = useQuery(changesQuery(chatId))
  const [opened, setOpened] = useState(false)
  const [latest] = data?.checks ?? []
  const running = latest?.status === 'checking'
  const finished = data?.checks.find(({ status }) => status !== 'checking')
  const finishedId = data && (finished?.id ?? null)
  // Undefined until the checks are loaded. Not whether one is running: a short one may end before that is loaded.
  const [knownId, setKnownId] = useState(finishedId)
  const [isEndShown, setIsEndShown] = useState(false)
  if (finishedId !== knownId) {
    setKnownId(finishedId)
    setIsEndShown(knownId !== undefined && !opened)
  }
  function open() {
    setIsEndShown(false)
    setOpened(true)
  }
  const title = running
    ? t('changes.checkingProgress', { checked: latest.pagesChecked, total: latest.pagesTotal })
    : t('changes.check')
  return (
    <>
      <ActionIcon variant="default" size={36} aria-label={t('changes.check')} data-hint={title} onClick={open}>
        <IconRefresh size={18} className={classes.icon} data-running={running || undefined} />
      </ActionIcon>
      <Suspense>
        {isEndShown && finished && (
          <CheckNotice chatId={chatId} check={finished} onShow={open} onClose={() => setIsEndShown(false)} />
        )}
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
