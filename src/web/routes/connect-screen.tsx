import { Anchor, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MadeApiKey } from '#shared/api-keys.ts'
import { KEY_PLACEHOLDER } from '#shared/connect-examples.ts'
import { ConnectExamples } from '#web/features/connect/connect-examples.tsx'
import { KeySection } from '#web/features/connect/key-section.tsx'
import { useUpgrade } from '#web/features/credits/upgrade.tsx'
import { creditsQuery } from '#web/queries/credits.ts'
import { useSession } from '#web/queries/session.ts'
import { Screen } from '#web/ui/screen.tsx'
import classes from './connect-screen.module.css'
import { SignedIn } from './signed-in.tsx'

export function ConnectScreen() {
  return (
    <Screen title="Connect programs">
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
  const upgrade = useUpgrade()
  const [made, setMade] = useState<MadeApiKey | null>(null)
  const connection = { origin: window.location.origin, key: made?.secret ?? KEY_PLACEHOLDER }
  return (
    <div className={classes.sections}>
      <header>
        <Title order={1} fz="2rem">
          Connect programs
        </Title>
        <Text c="dimmed" mt="xs" maw="40rem">
          Whatever you do here, Claude, Cursor or a script can do for you, with your plan and your credits.{' '}
          <Anchor href="/help/plans#connecting-programs" underline="always">
            How it works
          </Anchor>{' '}
          stands in the manual.
        </Text>
      </header>
      <KeySection tier={credits?.tier ?? user?.tier ?? 'free'} made={made} onMade={setMade} onUpgrade={upgrade} />
      <ConnectExamples connection={connection} />
    </div>
  )
}
