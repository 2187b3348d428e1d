import { Anchor, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CreatedApiKey } from '#shared/api-keys.ts'
import { KEY_PLACEHOLDER } from '#shared/connect-examples.ts'
import { ConnectExamples } from '#web/features/connect/connect-examples.tsx'
import { ProgramSection } from '#web/features/connect/program-section.tsx'
import { KeySection } from '#web/features/connect/key-section.tsx'
import { manualPath } from '#web/messages/language.ts'
import { rich, t } from '#web/messages/t.ts'
import { apiKeysQuery, programsQuery } from '#web/queries/api-keys.ts'
import { Screen } from '#web/ui/screen.tsx'
import classes from './connect-screen.module.css'
import { SignedIn } from './signed-in.tsx'

export function ConnectScreen() {
  return (
    <Screen title={t('account.connections')}>
      <SignedIn>
        <Connect />
      </SignedIn>
    </Screen>
  )
}

function Connect() {
  const keys = useQuery(apiKeysQuery)
  const programs = useQuery(programsQuery)
  const [newKey, setNewKey] = useState<CreatedApiKey | null>(null)
  const connection = { origin: window.location.origin, key: newKey?.secret ?? KEY_PLACEHOLDER }
  return (
    <div className={classes.sections}>
      <header>
        <Title order={1} fz="2rem">
          {t('account.connections')}
        </Title>
        <Text c="dimmed" mt="xs" maw="40rem">
          {rich('connect.intro', {
            manual: (words) => (
              <Anchor href={`${manualPath()}/plans#${t('connect.manualSection')}`} underline="always">
                {words}
              </Anchor>
            ),
          })}
        </Text>
      </header>
      {keys.isPending || programs.isPending ? (
        // Rendered together, so that nothing below moves when they have loaded.
        <Skeleton height={480} radius={10} role="status" aria-label={t('connect.loadingKeys')} />
      ) : (
        <>
          <KeySection keysQuery={keys} newKey={newKey} onNewKey={setNewKey} />
          <ProgramSection programsQuery={programs} origin={connection.origin} />
          <ConnectExamples connection={connection} />
        </>
      )}
    </div>
  )
}
