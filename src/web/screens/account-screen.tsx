import { Anchor, Button, Title } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { EXPORT_ADDRESS } from '#web/api/client.ts'
import { AccountSection } from '#web/features/account/account-section.tsx'
import { ChangeEmail } from '#web/features/account/change-email.tsx'
import { ChangePassword } from '#web/features/account/change-password.tsx'
import { DeleteAccount } from '#web/features/account/delete-account.tsx'
import { IdentityList } from '#web/features/account/identity-list.tsx'
import { SecondFactor } from '#web/features/account/second-factor.tsx'
import { SessionList } from '#web/features/account/session-list.tsx'
import { t } from '#web/messages/t.ts'
import { useSession } from '#web/queries/session/session.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Screen } from '#web/ui/screen.tsx'
import classes from './account-screen.module.css'
import { SignedIn } from './signed-in.tsx'

export function AccountScreen() {
  const [deleted, setDeleted] = useState(false)
  return (
    <Screen title={t('account.title')}>
      {deleted ? (
        <EmptyState
          level={1}
          title={t('account.deletedTitle')}
          action={<Anchor renderRoot={(props) => <Link to="/" {...props} />}>{t('common.goHome')}</Anchor>}
        >
          {t('account.deletedHint')}
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
        {t('account.title')}
      </Title>
      <ChangeEmail user={user} />
      <ChangePassword user={user} />
      <SecondFactor user={user} />
      <IdentityList user={user} linkFailed={error !== undefined} />
      <SessionList />
      <AccountSection title={t('account.yourData')} hint={t('account.yourDataHint')}>
        <Button variant="default" component="a" href={EXPORT_ADDRESS} download>
          {t('account.exportData')}
        </Button>
      </AccountSection>
      <DeleteAccount user={user} onDeleted={onDeleted} />
    </div>
  )
}
