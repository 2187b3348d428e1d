import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MyAccount } from '#shared/account.ts'
import { linkThroughIssuer } from '#web/api/auth-client.ts'
import { unlinkIdentity } from '#web/api/client.ts'
import { t } from '#web/messages/t.ts'
import { instanceQuery, useSession } from '#web/queries/session/session.ts'
import { failureText } from '#web/api/request.ts'
import { Notice } from '#web/ui/notice.tsx'
import { AccountSection } from './account-section.tsx'
import classes from './session-list.module.css'

type IdentityListProps = { user: MyAccount['user']; linkFailed: boolean }

/** Sign-in methods. Shown if the server has an identity provider or the user still has a linked identity. */
export function IdentityList({ user, linkFailed }: IdentityListProps) {
  const { data: instance } = useQuery(instanceQuery)
  const { attempt, refresh } = useSession()
  const [failure, setFailure] = useState(linkFailed ? t('account.linkFailed') : '')
  const hasLinkedIdentity = user.identities.some(({ provider }) => provider !== 'email')
  const issuer = instance?.oidc ?? null
  if (!issuer && !hasLinkedIdentity) return null

  async function link() {
    const { data, error } = await attempt(() => linkThroughIssuer('/account'))
    if (error) setFailure(failureText(error, 'server.unexpected'))
    else location.assign(data)
  }
  async function unlink(id: string) {
    const { error } = await attempt(() => unlinkIdentity(id))
    setFailure(error ? failureText(error, 'server.unexpected') : '')
    await refresh('USER_UPDATED')
  }

  return (
    <AccountSection title={t('account.signInMethods')} hint={t('account.signInMethodsHint')}>
      <ul className={classes.list}>
        {user.identities.map(({ id, provider }) => (
          <li key={id} className={classes.item}>
            <p>{provider === 'email' ? t('account.emailAndPassword') : (issuer ?? provider)}</p>
            {provider !== 'email' && (
              <Button variant="default" size="compact-sm" onClick={() => void unlink(id)}>
                {t('account.unlink')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {failure && <Notice tone="danger">{failure}</Notice>}
      {issuer && !hasLinkedIdentity && (
        <Button variant="default" onClick={() => void link()}>
          {t('account.linkIssuer', { issuer })}
        </Button>
      )}
    </AccountSection>
  )
}
