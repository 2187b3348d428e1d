import { ActionIcon } from '@mantine/core'
import { IconShare } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '#web/messages/t.ts'

const ShareDialog = lazy(() => import('./share-dialog.tsx').then((module) => ({ default: module.ShareDialog })))

export function ShareButton({ chatId }: { chatId: string }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <ActionIcon variant="default" size={36} aria-label={t('share.title')} onClick={() => setOpened(true)}>
        <IconShare size={18} />
      </ActionIcon>
      <Suspense>{opened && <ShareDialog chatId={chatId} onClose={() => setOpened(false)} />}</Suspense>
    </>
  )
}
