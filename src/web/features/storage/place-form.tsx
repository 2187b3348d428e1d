import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type OwnStorage, placeOfAddress, StoragePlace } from '#shared/document-storage.ts'
import { sentenceWords } from '#web/languages/said-words.ts'
import { t } from '#web/languages/t.ts'
import { useChangePlace } from '#web/queries/storage.ts'
import { failureWords } from '#web/request.ts'
import { Notice } from '#web/ui/notice.tsx'

type Place = { workspace_id: string; folder_id: string }
type PlaceFormProps = { own: OwnStorage; onNamed: () => void }

/** Asks once for workspace and folder. The address of the folder will do, pasted into either field. */
export function PlaceForm({ own, onNamed }: PlaceFormProps) {
  const [typed, setTyped] = useState<Place>({ workspace_id: own.workspace_id ?? '', folder_id: own.folder_id ?? '' })
  const [wrong, setWrong] = useState<Partial<Place>>({})
  const changing = useChangePlace()

  const type = (change: Partial<Place>) => {
    const [text = ''] = Object.values(change)
    setTyped((now) => placeOfAddress(text) ?? { ...now, ...change })
  }
  function name() {
    const place = StoragePlace.safeParse(typed)
    const complaints = place.error?.issues.map(({ path, message }) => [String(path[0]), sentenceWords(message)]) ?? []
    setWrong(Object.fromEntries(complaints))
    if (place.success) changing.mutate(place.data, { onSuccess: onNamed })
  }
  return (
    <form
      noValidate
      aria-label={t('Where to save')}
      onSubmit={(event) => {
        event.preventDefault()
        name()
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={t('Workspace ID')}
          description={t('Open the folder in WorkDrive, copy its address and paste it here: both fields are filled.')}
          value={typed.workspace_id}
          error={wrong.workspace_id}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          onChange={(event) => type({ workspace_id: event.currentTarget.value })}
        />
        <TextInput
          label={t('Folder ID')}
          value={typed.folder_id}
          error={wrong.folder_id}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => type({ folder_id: event.currentTarget.value })}
        />
        {changing.error && <Notice tone="danger">{failureWords(changing.error, 'server.unexpected')}</Notice>}
        <Group justify="flex-end">
          <Button type="submit" loading={changing.isPending}>
            {t('Use this folder')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
