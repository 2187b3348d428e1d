import { Button, Group, NativeSelect, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FileRequest, UserStorage } from '#shared/document-storage.ts'
import { rich, t } from '#web/messages/t.ts'
import { ownStorageQuery, useSaveToStorage } from '#web/queries/storage.ts'
import { failureText } from '#web/api/request.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { DestinationForm } from './destination-form.tsx'
import { StoredFileList } from './stored-file-list.tsx'
import classes from './save-dialog.module.css'

/** The selected pages of a crawl, or a chat. */
export type Source = { kind: 'crawl'; id: string; pageIds: string[] } | { kind: 'chat'; id: string }

type SaveDialogProps = { source: Source; onClose: () => void }

/** Saves to WorkDrive and shows the state of the files. The server uploads, so closing does not cancel. */
export function SaveDialog({ source, onClose }: SaveDialogProps) {
  const { data: storage, isError, refetch } = useQuery(ownStorageQuery)
  const [isEditing, setIsEditing] = useState(false)
  const needsDestination = storage && (storage.workspace_id === null || storage.folder_id === null)
  return (
    <Dialog opened onClose={onClose} title={t('storage.saveToWorkDrive')} size="md">
      <Stack gap="md">
        {isError && !storage && (
          <ErrorState compact title={t('storage.statusUnavailable')} onRetry={() => void refetch()} />
        )}
        {!storage && !isError && <Skeleton height={90} role="status" aria-label={t('common.loading')} />}
        {storage && (needsDestination || isEditing) && (
          <DestinationForm storage={storage} onSaved={() => setIsEditing(false)} />
        )}
        {storage && !needsDestination && !isEditing && (
          <SaveForm source={source} storage={storage} onEdit={() => setIsEditing(true)} />
        )}
        <StoredFileList sourceId={source.id} />
      </Stack>
    </Dialog>
  )
}

type SaveFormProps = { source: Source; storage: UserStorage; onEdit: () => void }

function SaveForm({ source, storage, onEdit }: SaveFormProps) {
  const [format, setFormat] = useState<string>(source.kind === 'crawl' ? 'json' : 'markdown')
  const saveFile = useSaveToStorage(source.id)
  const destination = { folder: <code>{storage.folder_id}</code>, workspace: <code>{storage.workspace_id}</code> }
  return (
    <>
      <NativeSelect
        label={t('storage.format')}
        value={format}
        data={formats[source.kind].map(({ value, label }) => ({ value, label: t(label) }))}
        onChange={(event) => setFormat(event.currentTarget.value)}
      />
      <div className={classes.destination}>
        <p>
          {source.kind === 'crawl'
            ? rich('storage.destinationSelected', { ...destination, n: source.pageIds.length })
            : rich('storage.destination', destination)}
        </p>
        <Button variant="subtle" size="compact-sm" onClick={onEdit}>
          {t('common.change')}
        </Button>
      </div>
      {saveFile.error && <Notice tone="danger">{failureText(saveFile.error, 'storage.save-failed')}</Notice>}
      <Group justify="flex-end">
        <Button loading={saveFile.isPending} onClick={() => saveFile.mutate(requestOf(source, format))} data-autofocus>
          {t('storage.saveToWorkDrive')}
        </Button>
      </Group>
    </>
  )
}

const formats = {
  crawl: [
    { value: 'json', label: 'foundPages.formatJson' },
    { value: 'markdown', label: 'foundPages.formatMarkdown' },
  ],
  chat: [
    { value: 'markdown', label: 'foundPages.formatMarkdown' },
    { value: 'html', label: 'foundPages.formatHtml' },
    { value: 'json', label: 'foundPages.formatJson' },
  ],
} as const

function requestOf(source: Source, format: string): FileRequest {
  if (source.kind === 'chat')
    return { kind: 'chat', format: format === 'html' || format === 'json' ? format : 'markdown' }
  return { kind: 'crawl', format: format === 'markdown' ? 'markdown' : 'json', pageIds: source.pageIds }
}
