import { ActionIcon } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconCloudUpload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '#web/languages/t.ts'
import { instanceQuery } from '#web/queries/session.ts'
import type { Source } from './save-dialog.tsx'

const SaveDialog = lazy(() => import('./save-dialog.tsx').then((module) => ({ default: module.SaveDialog })))

/** "Save to WorkDrive": there only while this server is connected to a document storage. */
export function SaveToStorage({ source, disabled = false }: { source: Source; disabled?: boolean }) {
  const { data: instance } = useQuery(instanceQuery)
  const [opened, setOpened] = useState(false)
  if (!instance?.storage) return null
  return (
    <>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('Save to WorkDrive')}
        title={t('Save to WorkDrive')}
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
