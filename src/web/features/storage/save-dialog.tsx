import { Button, Group, NativeSelect, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FileWish, OwnStorage } from '#shared/document-storage.ts'
import { rich, t } from '#web/languages/t.ts'
import { ownStorageQuery, useSaveToStorage } from '#web/queries/storage.ts'
import { failureWords } from '#web/request.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FailedFace } from '#web/ui/failed-face.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PlaceForm } from './place-form.tsx'
import { StoredFileList } from './stored-file-list.tsx'
import classes from './save-dialog.module.css'

/** A crawl's ticked pages, or a chat. */
export type Source = { kind: 'crawl'; id: string; pageIds: string[] } | { kind: 'chat'; id: string }

type SaveDialogProps = { source: Source; onClose: () => void }

/** Saves to WorkDrive and shows how far what was saved before is. Closing it changes nothing: the server does the work. */
export function SaveDialog({ source, onClose }: SaveDialogProps) {
  const { data: own, isError, refetch } = useQuery(ownStorageQuery)
  const [changing, setChanging] = useState(false)
  const unnamed = own && (own.workspace_id === null || own.folder_id === null)
  return (
    <Dialog opened onClose={onClose} title={t('Save to WorkDrive')} size="md">
      <Stack gap="md">
        <StoredFileList sourceId={source.id} />
        {isError && !own && (
          <FailedFace compact title={t('The document storage could not be asked.')} onRetry={() => void refetch()} />
        )}
        {!own && !isError && <Skeleton height={90} role="status" aria-label={t('Loading')} />}
        {own && (unnamed || changing) && <PlaceForm own={own} onNamed={() => setChanging(false)} />}
        {own && !unnamed && !changing && <SaveForm source={source} own={own} onChange={() => setChanging(true)} />}
      </Stack>
    </Dialog>
  )
}

type SaveFormProps = { source: Source; own: OwnStorage; onChange: () => void }

function SaveForm({ source, own, onChange }: SaveFormProps) {
  const [format, setFormat] = useState<string>(source.kind === 'crawl' ? 'json' : 'markdown')
  const saving = useSaveToStorage(source.id)
  const place = { folder: <code>{own.folder_id}</code>, workspace: <code>{own.workspace_id}</code> }
  return (
    <>
      <NativeSelect
        label={t('Format')}
        value={format}
        data={formats[source.kind].map(({ value, label }) => ({ value, label: t(label) }))}
        onChange={(event) => setFormat(event.currentTarget.value)}
      />
      <p className={classes.place}>
        {source.kind === 'crawl'
          ? rich(
              '{n, plural, one {# selected page} other {# selected pages}}, to folder {folder} of workspace {workspace}.',
              { ...place, n: source.pageIds.length },
            )
          : rich('To folder {folder} of workspace {workspace}.', place)}{' '}
        <Button variant="subtle" size="compact-sm" onClick={onChange}>
          {t('Change')}
        </Button>
      </p>
      {saving.error && <Notice tone="danger">{failureWords(saving.error, 'storage.save-failed')}</Notice>}
      <Group justify="flex-end">
        <Button loading={saving.isPending} onClick={() => saving.mutate(wishOf(source, format))} data-autofocus>
          {t('Save to WorkDrive')}
        </Button>
      </Group>
    </>
  )
}

const formats = {
  crawl: [
    { value: 'json', label: 'JSON (.json)' },
    { value: 'markdown', label: 'Markdown (.md)' },
  ],
  chat: [
    { value: 'markdown', label: 'Markdown (.md)' },
    { value: 'html', label: 'Web page (.html)' },
    { value: 'json', label: 'JSON (.json)' },
  ],
} as const

function wishOf(source: Source, format: string): FileWish {
  if (source.kind === 'chat') return { kind: 'chat', format: format === 'html' || format === 'json' ? format : 'markdown' }
  return { kind: 'crawl', format: format === 'markdown' ? 'markdown' : 'json', pageIds: source.pageIds }
}
