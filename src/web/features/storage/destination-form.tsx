import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type UserStorage, parseFolderUrl, StorageFolder } from '#shared/document-storage.ts'
import { issueText } from '#web/messages/error-text.ts'
import { t } from '#web/messages/t.ts'
import { useChangeFolder } from '#web/queries/storage.ts'
import { failureText } from '#web/api/request.ts'
import { Notice } from '#web/ui/notice.tsx'

type Destination = { workspace_id: string; folder_id: string }
type DestinationFormProps = { storage: UserStorage; onSaved: () => void }

/** Workspace and folder of saved files. Accepts the URL of the folder in either field. */
export function DestinationForm({ storage, onSaved }: DestinationFormProps) {
  const [destination, setDestination] = useState<Destination>({
    workspace_id: storage.workspace_id ?? '',
    folder_id: storage.folder_id ?? '',
  })
  const [errors, setErrors] = useState<Partial<Destination>>({})
  const saveDestination = useChangeFolder()

  const update = (change: Partial<Destination>) => {
    const [text = ''] = Object.values(change)
    setDestination((current) => parseFolderUrl(text) ?? { ...current, ...change })
  }
  function save() {
    const parsed = StorageFolder.safeParse(destination)
    const fieldErrors = parsed.error?.issues.map((issue) => [String(issue.path[0]), issueText(issue)]) ?? []
    setErrors(Object.fromEntries(fieldErrors))
    if (parsed.success) saveDestination.mutate(parsed.data, { onSuccess: onSaved })
  }
  return (
    <form
      noValidate
      aria-label={t('storage.location')}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={t('storage.workspaceId')}
          description={t('storage.locationHint')}
          value={destination.workspace_id}
          error={errors.workspace_id}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          onChange={(event) => update({ workspace_id: event.currentTarget.value })}
        />
        <TextInput
          label={t('storage.folderId')}
          value={destination.folder_id}
          error={errors.folder_id}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => update({ folder_id: event.currentTarget.value })}
        />
        {saveDestination.error && (
          <Notice tone="danger">{failureText(saveDestination.error, 'server.unexpected')}</Notice>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={saveDestination.isPending}>
            {t('storage.useFolder')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
