import '#web/messages/add-later-texts.ts'
import { Button, Group, Skeleton, Text, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiScope } from '#shared/api-keys.ts'
import { decideOnProgram, readProgram } from '#web/api/auth-client.ts'
import { failureText } from '#web/api/request.ts'
import { rich, t } from '#web/messages/t.ts'
import { useSession } from '#web/queries/session/session.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import panel from '#web/ui/panel.module.css'
import { Screen } from '#web/ui/screen.tsx'
import { tabStorage } from '#web/ui/hooks/storage.ts'
import classes from './authorize-screen.module.css'
import { SignedIn } from './signed-in.tsx'

/** Where a program that signs in with OAuth sends a user, who allows it or not. */
export function AuthorizeScreen() {
  const [request] = useState(readAndKeepRequest)
  return (
    <Screen title={t('authorize.title')} width="narrow">
      <SignedIn>{request ? <Decision request={request} /> : <Expired />}</SignedIn>
    </Screen>
  )
}

const REQUEST_KEY = 'readback:authorize'

/**
 * The signed query of the provider. Kept in the tab, because a sign-up leads to other screens before it returns here.
 */
function readAndKeepRequest(): string | null {
  const request = location.search.slice(1)
  if (request !== '') tabStorage.set(REQUEST_KEY, request)
  return request || tabStorage.get(REQUEST_KEY)
}

function Expired() {
  return (
    <div role="alert">
      <EmptyState level={1} title={t('authorize.expired')}>
        {t('authorize.expiredHint')}
      </EmptyState>
    </div>
  )
}

function Decision({ request }: { request: string }) {
  const { user } = useSession()
  const query = new URLSearchParams(request)
  const clientId = query.get('client_id') ?? ''
  const program = useQuery({ queryKey: ['program', clientId], queryFn: () => readProgram(clientId), retry: false })
  const decision = useMutation({
    mutationFn: (accept: boolean) => decideOnProgram({ accept, oauth_query: request }),
    onSuccess({ url }) {
      tabStorage.set(REQUEST_KEY, null)
      location.assign(url)
    },
  })
  useEffect(() => {
    // The browser may come back to this screen from its cache.
    const reset = () => decision.reset()
    window.addEventListener('pageshow', reset)
    return () => window.removeEventListener('pageshow', reset)
  }, [decision])

  if (program.isPending) return <Skeleton height={320} radius={10} role="status" aria-label={t('common.loading')} />
  if (program.isError) return <Expired />
  const requested = (query.get('scope') ?? '').split(' ')
  const scopes = ApiScope.options.filter((scope) => requested.includes(scope))
  const host = placeOf(query.get('redirect_uri') ?? '')
  const isBusy = decision.isPending || decision.isSuccess
  return (
    <section className={`${panel.panel} ${classes.decision}`}>
      <Title order={1} fz="1.75rem">
        {t('authorize.question', { name: program.data.client_name || host })}
      </Title>
      <Text>{rich('authorize.account', { email: user?.email ?? '', b: (words) => <b>{words}</b> })}</Text>
      <ul className={classes.scopes}>
        {scopes.map((scope) => (
          <li key={scope}>{t(`apiScopes.${scope}`)}</li>
        ))}
      </ul>
      <Text c="dimmed" size="sm">
        {t('authorize.returns', { host })} {t('authorize.revocable')}
      </Text>
      {decision.error && <Notice tone="danger">{failureText(decision.error, 'server.unexpected')}</Notice>}
      <Group>
        <Button loading={isBusy && decision.variables} disabled={isBusy} onClick={() => decision.mutate(true)}>
          {t('authorize.allow')}
        </Button>
        <Button variant="default" disabled={isBusy} onClick={() => decision.mutate(false)}>
          {t('common.cancel')}
        </Button>
      </Group>
    </section>
  )
}

/** Where the program runs: its host, or this computer. */
function placeOf(address: string): string {
  const url = URL.parse(address)
  if (!url) return ''
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  return isHere ? t('authorize.thisComputer') : url.host || url.protocol
}
