import { Anchor, Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SAVE_ATTEMPTS, type StoredFile } from '#shared/document-storage.ts'
import { failureMessage } from '#web/messages/error-text.ts'
import { rich, t } from '#web/messages/t.ts'
import { storedFilesQuery, useRetryStoredFile } from '#web/queries/storage.ts'
import { failureText } from '#web/api/request.ts'
import { Notice, TryAgain } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import classes from './save-dialog.module.css'

const MAX_FILES = 3

/** The latest files saved from this crawl or chat, with their states. */
export function StoredFileList({ sourceId }: { sourceId: string }) {
  const { data: files, isError, refetch } = useQuery(storedFilesQuery(sourceId))
  const retryFile = useRetryStoredFile(sourceId)
  if (isError && !files) {
    return (
      <Notice tone="danger" action={<TryAgain onClick={() => void refetch()} />}>
        {t('storage.filesLoadFailed')}
      </Notice>
    )
  }
  if (!files || files.length === 0) return null
  return (
    <>
      <ul className={classes.files} aria-label={t('storage.savedFiles')}>
        {files.slice(0, MAX_FILES).map((file) => (
          <li key={file.id}>
            <File file={file} retrying={retryFile.isPending} onRetry={() => retryFile.mutate(file.id)} />
          </li>
        ))}
      </ul>
      {retryFile.error && <Notice tone="danger">{failureText(retryFile.error, 'storage.save-failed')}</Notice>}
    </>
  )
}

type FileProps = { file: StoredFile; retrying: boolean; onRetry: () => void }

function File({ file, retrying, onRetry }: FileProps) {
  const name = <strong className={classes.name}>{file.file_name}</strong>
  if (file.status === 'failed') {
    return (
      <Notice
        tone="danger"
        action={
          <Button size="compact-sm" variant="default" loading={retrying} onClick={onRetry}>
            {t('common.retry')}
          </Button>
        }
      >
        {rich('storage.fileFailed', { name })} {file.error && failureMessage(file.error)}
      </Notice>
    )
  }
  if (file.status === 'saved') {
    return (
      <Notice
        action={
          file.link && (
            <Anchor href={file.link} target="_blank" rel="noreferrer" size="sm">
              {t('storage.openInWorkDrive')}
            </Anchor>
          )
        }
      >
        {rich('storage.fileSaved', { name, time: <RelativeTime iso={file.updated_at} /> })}
      </Notice>
    )
  }
  return (
    <Notice tone={file.error ? 'warning' : 'info'} action={<Loader size="xs" type="dots" aria-hidden />}>
      {pendingText(file, name)}
    </Notice>
  )
}

function pendingText({ status, attempts, error }: StoredFile, name: ReactNode): ReactNode {
  const values = { name, attempts, of: SAVE_ATTEMPTS }
  if (status === 'sending') {
    return attempts > 1 ? rich('storage.fileSendingAttempt', values) : rich('storage.fileSending', values)
  }
  if (!error) return rich('storage.fileQueued', values)
  return (
    <>
      {rich('storage.fileRetrying', values)} {failureMessage(error)}
    </>
  )
}
