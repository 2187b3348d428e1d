import { Anchor, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MadeApiKey } from '#shared/api-keys.ts'
import { KEY_PLACEHOLDER } from '#shared/connect-examples.ts'
import { ConnectExamples } from '#web/features/connect/connect-examples.tsx'
import { KeySection } from '#web/features/connect/key-section.tsx'
import { useUpgrade } from '#web/features/credits/upgrade.tsx'
import { rich, t } from '#web/languages/t.ts'
import { apiKeysQuery } from '#web/queries/api-keys.ts'
import { creditsQuery } from '#web/queries/credits.ts'
import { useSession } from '#web/queries/session.ts'
import { Screen } from '#web/ui/screen.tsx'
import classes from './connect-screen.module.css'
import { SignedIn } from './signed-in.tsx'

export function ConnectScreen() {
  return (
    <Screen title={t('Connect programs')}>
      <SignedIn>
        <Connect />
      </SignedIn>
    </Screen>
  )
}

function Connect() {
  const { user } = useSession()
  // Follows a change of the plan at once; the session hears of it later.
  const { data: credits } = useQuery(creditsQuery)
  const keys = useQuery(apiKeysQuery)
  const upgrade = useUpgrade()
  const [made, setMade] = useState<MadeApiKey | null>(null)
  const connection = { origin: window.location.origin, key: made?.secret ?? KEY_PLACEHOLDER }
  return (
    <div className={classes.sections}>
      <header>
        <Title order={1} fz="2rem">
          {t('Connect programs')}
        </Title>
        <Text c="dimmed" mt="xs" maw="40rem">
          {rich(
            'Whatever you do here, Claude, Cursor or a script can do for you, with your plan and your credits. <manual>How it works</manual> stands in the manual.',
            {
              manual: (words) => (
                <Anchor href="/help/plans#connecting-programs" underline="always">
                  {words}
                </Anchor>
              ),
            },
          )}
        </Text>
      </header>
      {keys.isPending ? (
        // As one: what stands below the keys would move when it is known how many there are.
        <Skeleton height={480} radius={10} role="status" aria-label={t('Loading your API keys')} />
      ) : (
        <>
          <KeySection
            tier={credits?.tier ?? user?.tier ?? 'free'}
            asked={keys}
            made={made}
            onMade={setMade}
            onUpgrade={upgrade}
          />
          <ConnectExamples connection={connection} />
        </>
      )}
    </div>
  )
}
