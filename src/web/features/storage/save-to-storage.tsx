import { ActionIcon } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconCloudUpload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '#web/messages/t.ts'
import { instanceQuery } from '#web/queries/session/session.ts'
import type { Source } from './save-dialog.tsx'

const SaveDialog = lazy(() => import('./save-dialog.tsx').then((module) => ({ default: module.SaveDialog })))

/** "Save to WorkDrive", shown if the server is connected to a document storage. */
export function SaveToStorage({ source, disabled = false }: { source: Source; disabled?: boolean }) {
  const { data: instance } = useQuery(instanceQuery)
  const [opened, setOpened] = useState(false)
  if (!instance?.storage) return null
  return (
    <>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('storage.saveToWorkDrive')}
        disabled={disabled}
        onClick={() => setOpened(true)}
      >
        <IconCloudUpload size={18} />
      </ActionIcon>
      {opened && (
        <Suspense>
          <SaveDialog source={source} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
