import { Button, Divider, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { enterThroughIssuer } from '#web/api/auth-client.ts'
import { t } from '#web/messages/t.ts'
import { instanceQuery, useSession } from '#web/queries/session.ts'
import { failureText } from '#web/api/request.ts'
import { Notice } from '#web/ui/notice.tsx'
import { readIntent } from './intent.ts'

/** Sign-in through the identity provider (OIDC), if the server has one. Returns to the path of the intent. */
export function IssuerButton({ failed }: { failed: boolean }) {
  const { data: instance } = useQuery(instanceQuery)
  const { attempt } = useSession()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const issuer = instance?.oidc
  if (!issuer) return null

  async function signIn() {
    setBusy(true)
    const here = location.pathname.startsWith('/auth/') ? '/' : location.pathname
    const { data, error } = await attempt(() => enterThroughIssuer(readIntent()?.path ?? here))
    if (error) setFailure(failureText(error, 'server.unexpected'))
    else location.assign(data)
    setBusy(false)
  }
  const error = failure || (failed && t('signIn.issuerFailed', { issuer }))
  return (
    <Stack gap="sm" mt="md">
      <Divider label={t('common.or')} />
      {error && <Notice tone="danger">{error}</Notice>}
      <Button variant="default" loading={busy} onClick={() => void signIn()}>
        {t('signIn.continueWith', { issuer })}
      </Button>
    </Stack>
  )
}
