import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MyAccount } from '#shared/account.ts'
import { linkThroughIssuer } from '#web/auth-client.ts'
import { unlinkIdentity } from '#web/client.ts'
import { t } from '#web/languages/t.ts'
import { instanceQuery, useSession } from '#web/queries/session.ts'
import { failureWords } from '#web/request.ts'
import { Notice } from '#web/ui/notice.tsx'
import { AccountSection } from './account-section.tsx'
import classes from './session-list.module.css'

type IdentityListProps = { user: MyAccount['user']; linkFailed: boolean }

/** The ways in, on a server that knows an outside issuer, or knew one when an identity was linked. */
export function IdentityList({ user, linkFailed }: IdentityListProps) {
  const { data: instance } = useQuery(instanceQuery)
  const { attempt, refresh } = useSession()
  const [failure, setFailure] = useState(linkFailed ? t('Linking did not succeed. Please try again.') : '')
  const outside = user.identities.some(({ provider }) => provider !== 'email')
  const issuer = instance?.oidc ?? null
  if (!issuer && !outside) return null

  async function link() {
    const { data, error } = await attempt(() => linkThroughIssuer('/account'))
    if (error) setFailure(failureWords(error, 'server.unexpected'))
    else location.assign(data)
  }
  async function unlink(id: string) {
    const { error } = await attempt(() => unlinkIdentity(id))
    setFailure(error ? failureWords(error, 'server.unexpected') : '')
    await refresh('USER_UPDATED')
  }

  return (
    <AccountSection title={t('Ways in')} hint={t('What lets you into this account.')}>
      <ul className={classes.list}>
        {user.identities.map(({ id, provider }) => (
          <li key={id} className={classes.item}>
            <p>{provider === 'email' ? t('Email and password') : (issuer ?? provider)}</p>
            {provider !== 'email' && (
              <Button variant="default" size="compact-sm" onClick={() => void unlink(id)}>
                {t('Unlink')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {failure && <Notice tone="danger">{failure}</Notice>}
      {issuer && !outside && (
        <Button variant="default" onClick={() => void link()}>
          {t('Link {issuer}', { issuer })}
        </Button>
      )}
    </AccountSection>
  )
}
