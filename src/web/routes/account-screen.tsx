import { Anchor, Button, Title } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { EXPORT_ADDRESS } from '#web/client.ts'
import { AccountSection } from '#web/features/account/account-section.tsx'
import { ChangeEmail } from '#web/features/account/change-email.tsx'
import { ChangePassword } from '#web/features/account/change-password.tsx'
import { DeleteAccount } from '#web/features/account/delete-account.tsx'
import { IdentityList } from '#web/features/account/identity-list.tsx'
import { SecondFactor } from '#web/features/account/second-factor.tsx'
import { SessionList } from '#web/features/account/session-list.tsx'
import { t } from '#web/languages/t.ts'
import { useSession } from '#web/queries/session.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Screen } from '#web/ui/screen.tsx'
import classes from './account-screen.module.css'
import { SignedIn } from './signed-in.tsx'

export function AccountScreen() {
  const [deleted, setDeleted] = useState(false)
  return (
    <Screen title={t('Account')}>
      {deleted ? (
        <EmptyState
          level={1}
          title={t('Your account is deleted')}
          action={<Anchor renderRoot={(props) => <Link to="/" {...props} />}>{t('Go to the main screen')}</Anchor>}
        >
          {t('Everything that belonged to it is gone.')}
        </EmptyState>
      ) : (
        <SignedIn>
          <AccountSettings onDeleted={() => setDeleted(true)} />
        </SignedIn>
      )}
    </Screen>
  )
}

function AccountSettings({ onDeleted }: { onDeleted: () => void }) {
  const { user } = useSession()
  const { error } = useSearch({ from: '/account' })
  if (!user) return null
  return (
    <div className={classes.sections}>
      <Title order={1} fz="2rem">
        {t('Account')}
      </Title>
      <ChangeEmail user={user} />
      <ChangePassword user={user} />
      <SecondFactor user={user} />
      <IdentityList user={user} linkFailed={error !== undefined} />
      <SessionList />
      <AccountSection title={t('Your data')} hint={t('Everything that belongs to you, as one JSON file.')}>
        <Button variant="default" component="a" href={EXPORT_ADDRESS} download>
          {t('Export my data')}
        </Button>
      </AccountSection>
      <DeleteAccount user={user} onDeleted={onDeleted} />
    </div>
  )
}
