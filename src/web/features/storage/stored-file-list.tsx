import { Anchor, Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { SAVE_ATTEMPTS, type StoredFile } from '#shared/document-storage.ts'
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
    <ul className={classes.files} aria-label="Saved before">
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
            Try again
          </Button>
        }
      >
        {name} was not saved. {file.error}
      </Notice>
    )
  }
  if (file.status === 'saved') {
    return (
      <Notice
        action={
          file.link && (
            <Anchor href={file.link} target="_blank" rel="noreferrer" size="sm">
              Open in WorkDrive
            </Anchor>
          )
        }
      >
        {name} was saved <RelativeTime iso={file.updated_at} />.
      </Notice>
    )
  }
  return (
    <Notice tone={file.error ? 'warning' : 'info'} action={<Loader size="xs" type="dots" aria-hidden />}>
      {name} {underWay(file)}
    </Notice>
  )
}

function underWay({ status, attempts, error }: StoredFile): string {
  if (status === 'sending') return attempts > 1 ? `is being sent, attempt ${attempts} of ${SAVE_ATTEMPTS}.` : 'is being sent.'
  return error ? `is tried again soon, ${attempts} of ${SAVE_ATTEMPTS} attempts made. ${error}` : 'waits for its turn.'
}
