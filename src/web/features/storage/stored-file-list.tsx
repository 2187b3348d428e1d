import { Anchor, Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SAVE_ATTEMPTS, type StoredFile } from '#shared/document-storage.ts'
import { sentenceWords } from '#web/languages/said-words.ts'
import { rich, t } from '#web/languages/t.ts'
import { storedFilesQuery, useRetryStoredFile } from '#web/queries/storage.ts'
import { failureWords } from '#web/request.ts'
import { Notice } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import classes from './save-dialog.module.css'

const SHOWN = 3

/** The last files that were made of this crawl or chat, each with how far it is. */
export function StoredFileList({ sourceId }: { sourceId: string }) {
  const { data: files } = useQuery(storedFilesQuery(sourceId))
  const retrying = useRetryStoredFile(sourceId)
  if (!files || files.length === 0) return null
  return (
    <ul className={classes.files} aria-label={t('Saved before')}>
      {files.slice(0, SHOWN).map((file) => (
        <li key={file.id}>
          <File file={file} retrying={retrying.isPending} onRetry={() => retrying.mutate(file.id)} />
        </li>
      ))}
      {retrying.error && <Notice tone="danger">{failureWords(retrying.error, 'storage.save-failed')}</Notice>}
    </ul>
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
            {t('Try again')}
          </Button>
        }
      >
        {rich('{name} was not saved.', { name })} {sentenceWords(file.error ?? '')}
      </Notice>
    )
  }
  if (file.status === 'saved') {
    return (
      <Notice
        action={
          file.link && (
            <Anchor href={file.link} target="_blank" rel="noreferrer" size="sm">
              {t('Open in WorkDrive')}
            </Anchor>
          )
        }
      >
        {rich('{name} was saved {time}.', { name, time: <RelativeTime iso={file.updated_at} /> })}
      </Notice>
    )
  }
  return (
    <Notice tone={file.error ? 'warning' : 'info'} action={<Loader size="xs" type="dots" aria-hidden />}>
      {underWay(file, name)}
    </Notice>
  )
}

function underWay({ status, attempts, error }: StoredFile, name: ReactNode): ReactNode {
  const made = { name, attempts, of: SAVE_ATTEMPTS }
  if (status === 'sending') {
    return attempts > 1 ? rich('{name} is being sent, attempt {attempts} of {of}.', made) : rich('{name} is being sent.', made)
  }
  if (!error) return rich('{name} waits for its turn.', made)
  return (
    <>
      {rich('{name} is tried again soon, {attempts} of {of} attempts made.', made)} {sentenceWords(error)}
    </>
  )
}
