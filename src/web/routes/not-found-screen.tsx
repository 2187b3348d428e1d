import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Screen } from '#web/ui/screen.tsx'

export function NotFoundScreen() {
  return (
    <Screen title="Not found">
      <EmptyState
        level={1}
        title="There is nothing at this address"
        action={
          <Anchor renderRoot={(props) => <Link to="/" {...props} />}>Go to the main screen</Anchor>
        }
      >
        The page may have moved, or the address has a mistake in it.
      </EmptyState>
    </Screen>
  )
}
